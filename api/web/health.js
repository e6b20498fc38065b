// What works and what does not, and what to change. The device says it to those
// who have the key only.

import { call } from './device.js';
import { $, make } from './ui.js';

const words = { ok: 'works', absent: 'is not there', warning: 'works, with a warning', failed: 'does not work' };

export async function showHealth() {
  const { parts } = await call('GET', '/healthz');
  $('health-parts').replaceChildren(...parts.map((p) => make('li', {},
    `${p.name} ${words[p.status] || p.status}`,
    make('p', { className: p.status === 'failed' ? 'note fault' : 'note', textContent: p.detail || '' }))));
  $('health').showModal();
}
