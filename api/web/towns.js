// SPDX-License-Identifier: Apache-2.0

// A field that searches for a place on Earth.

import { ask, Fault } from './device.js';
import { finder } from './finder.js';
import { make } from './ui.js';
import { language, t } from './words.js';

const patience = 20000; // ms: the device asks another server, which may take 15 s

const countries = new Intl.DisplayNames(language, { type: 'region' });

// country is that of a place, in the reader's language if the device knows its code.
export const country = (p) => (p.built_in && /^[A-Z]{2}$/.test(p.country) ? countries.of(p.country) : p.country);

// town is a place as people write it, with as much as tells it from others.
export const town = (p) => [p.name, p.region, country(p)].filter(Boolean).join(', ');

// towns is the field; take is called with the place that is pressed.
export function towns(title, value, take) {
  const find = async (words) => {
    const all = await ask('GET', '/live/places?name=' + encodeURIComponent(words), undefined, { wait: patience })
      .catch((e) => { throw e instanceof Fault && !e.messages[0]?.startsWith('name:') ? new Fault([t('weather.offline')]) : e; });
    return { all, note: all.some((p) => p.built_in) && t('weather.builtin') };
  };
  const line = (p) => [make('button', { type: 'button', className: 'quiet', textContent: town(p), onclick: () => take(p) })];
  return finder(title, t('weather.hint'), value, find, line);
}
