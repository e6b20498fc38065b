// SPDX-License-Identifier: Apache-2.0

// Time zones to choose from, by their part of the world.

import { make } from './ui.js';
import { locale } from './words.js';

const parts = { Africa: '002', America: '019', Asia: '142', Australia: 'AU', Europe: '150', Pacific: '009', Antarctica: 'AQ' }; // UN M49, ISO 3166
const named = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });

const words = (id) => id.replaceAll('_', ' ').replaceAll('/', ', ');

// here is the zone of this browser.
export const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

// zones are the options of a list of all, with some, and that of this browser, at its head.
export function zones(...some) {
  const first = [...new Set([...some, here])].filter(Boolean), groups = new Map();
  for (const id of Intl.supportedValuesOf?.('timeZone') ?? []) {
    const [, part, place] = /^([^/]+)\/(.+)$/.exec(id) ?? [];
    if (!place || first.includes(id)) continue;
    if (!groups.has(part)) groups.set(part, make('optgroup', { label: parts[part] && named.of(parts[part]) || part }));
    groups.get(part).append(new Option(words(place), id));
  }
  return [...first.map((id) => new Option(words(id.replace(/^[^/]+\//, '')), id)), ...groups.values()];
}
