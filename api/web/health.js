// SPDX-License-Identifier: Apache-2.0

// What works and what does not, and what to change. The device says it to those
// who have the key only.

import { call } from './device.js';
import { load } from './load.js';
import { well } from './now.js';
import { $, make, write } from './ui.js';
import { t, told } from './words.js';

// nameOf is the name of a part.
export const nameOf = (p) => told('piece.' + p.name, p.name);

// item is a line with its mark: ✓, ! or ✗.
export function item(level, text, more) {
  const li = make('li', {}, make('span', { className: 'what' }, text, ...(more ? [make('p', { className: 'note', textContent: more })] : [])));
  li.dataset.level = level;
  return li;
}

// showHealth shows all parts, if they who asked for that are still there.
export async function showHealth(still) {
  const parts = await Promise.all((await call('GET', '/healthz')).parts.map(said));
  if (!still()) return;
  $('health-parts').replaceChildren(...parts.map((p) => item(p.status, t('works.' + p.status, { name: nameOf(p) }), p.detail)));
  $('health').showModal();
}

// said is a part with what is wrong in the reader's language.
async function said(p) {
  if (!p.detail) return p;
  const fault = await load('findings').then((m) => m.fault, () => (text) => text);
  return { ...p, detail: fault(p.detail) };
}

// failing is why a part has failed, in the reader's language; '' if it has not failed.
export async function failing(name) {
  const part = (await call('GET', '/healthz')).parts.find((p) => p.name === name && p.status === 'failed');
  return part ? (await said(part)).detail || t('works.failed', { name: nameOf(part) }) : '';
}

const every = 10_000; // ms between two questions
let asked = 0;

// checkHealth shows above the page what has failed, and then what is degraded; it asks
// at most once in a while.
export async function checkHealth() {
  if (Date.now() - asked < every) return;
  asked = Date.now();
  const { status, parts = [] } = await call('GET', '/healthz');
  const bad = await Promise.all(['failed', 'degraded'].flatMap((s) => parts.filter((p) => p.status === s)).map(said));
  write($('trouble'), bad.map((p) => `${nameOf(p)}: ${p.detail}`).join('\n'), true);
  $('trouble').dataset.level = status;
  $('trouble').hidden = bad.length === 0;
  well(bad.length);
}
