// SPDX-License-Identifier: Apache-2.0

// What works and what does not, in words, with what mends it: the health of each part,
// and what the doctor finds when it examines the machine.

import { call } from './device.js';
import { fault, finding, spaced } from './findings.js';
import { fold, make, worst } from './ui.js';
import { item, nameOf } from './health.js';
import { t, told } from './words.js';

export class View {
  constructor(body) {
    this.parts = make('ul', { className: 'rows', ariaLabel: t('health.title') });
    this.found = make('ul', { className: 'rows', ariaLabel: t('doctor.found') });
    body.append(this.parts, make('h3', { textContent: t('doctor.found') }), this.found);
  }

  async load() {
    const { parts = [] } = await call('GET', '/healthz');
    this.parts.replaceChildren(...worst(parts, (p) => p.status).map((p) => item(p.status, t('works.' + p.status, { name: nameOf(p) }), p.detail && fault(p.detail))));
    fold(this.parts);
    const found = await call('GET', '/live/doctor');
    this.found.replaceChildren(...worst(found, (f) => f.level).map((f) => item(f.level, line(f), f.fix && t('doctor.fix', { fix: finding(f.fix) }))));
    fold(this.found);
  }
}

// line says what was found: a fault by its code and its name, and where, as in "panel
// part 2".
function line(f) {
  const [area, ...rest] = f.part.split(' '), where = [told('check.' + area, area), ...rest].join(' ');
  const code = f.code && [f.code, told('code.' + f.code.split(' ')[0], '')].filter(Boolean).join(' · ');
  return [code, `${where}${spaced(': ')}${finding(f.text)}`].filter(Boolean).join(' · ');
}
