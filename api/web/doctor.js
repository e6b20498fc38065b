// What works and what does not, in words, with what mends it: the health of each part,
// and what the doctor finds when it examines the machine.

import { call } from './device.js';
import { make } from './ui.js';
import { t } from './words.js';

export class View {
  constructor(body) {
    this.parts = make('ul', { className: 'rows', ariaLabel: t('health.title') });
    this.found = make('ul', { className: 'rows', ariaLabel: t('doctor.found') });
    body.append(make('h3', { textContent: t('health.title') }), this.parts, make('h3', { textContent: t('doctor.found') }), this.found);
  }

  async load() {
    const { parts = [] } = await call('GET', '/healthz');
    this.parts.replaceChildren(...parts.map((p) => item(p.status, t('works.' + p.status, p), p.detail)));
    const found = await call('GET', '/live/doctor');
    this.found.replaceChildren(...found.map((f) => item(f.level, [f.code, `${f.part}: ${f.text}`].filter(Boolean).join(' · '), f.fix && t('doctor.fix', { fix: f.fix }))));
  }
}

// item is a line with its mark: ✓, ! or ✗.
function item(level, text, more) {
  const li = make('li', {}, make('span', { className: 'what' }, text, ...(more ? [make('p', { className: 'note', textContent: more })] : [])));
  li.dataset.level = level;
  return li;
}
