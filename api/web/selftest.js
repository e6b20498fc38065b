// SPDX-License-Identifier: Apache-2.0

// Is the new device in order? The panel shows patterns, the device measures, and the person before
// them answers. The report names no person and no network, so it can be sent to others.

import { call, Fault } from './device.js';
import { make, write } from './ui.js';
import { inSeconds, t } from './words.js';

const path = '/live/selftest';
const lookEvery = 1000; // ms
const short = 15; // seconds from which on the time that is left is told in red
const lively = ['light', 'air', 'button']; // kinds of steps whose readings change

// kind is the step without the name of its button.
const kind = (id) => id.split(' ')[0];

// called is a button in words.
const called = (name) => t('selftest.button-' + name);

// reads is a reading in words; numbers with units stay as they are.
function reads(text) {
  const [, other] = text.match(/^(\w+) was pressed$/) || [];
  return other ? t('selftest.pressed', { button: called(other) }) : text === 'nothing has been read' ? t('selftest.unread') : text;
}

export class SelfTest {
  constructor(setup) {
    this.setup = setup;
    this.fault = ''; // to be told with the next question
  }

  // run asks until the report is there, and shows that.
  async run() {
    try {
      for (let s = await call('POST', path, {}); ;) {
        const next = await (s.report ? this.report(s) : this.ask(s));
        if (next.stop) return;
        s = next.step ? await this.answer(next) : next.now || await call('GET', path);
        if (!s.step && !s.report) throw new Error(t('selftest.gone'));
      }
    } finally {
      clearInterval(this.clock);
      call('DELETE', path).catch(() => {});
    }
  }

  // answer sends an answer, and gives how the test stands then. If somebody else was faster, it stands elsewhere.
  async answer(next) {
    try {
      return await call('POST', path, next);
    } catch (e) {
      if (!(e instanceof Fault)) throw e;
      this.fault = e.message;
      return call('GET', path);
    }
  }

  // ask shows the step that stands, and gives what was answered.
  ask(s) {
    const { fault } = this, { id, answers, reading = '' } = s.step, asked = kind(id);
    this.fault = '';
    clearInterval(this.clock);
    if (!s.running) {
      return this.setup.step(t('selftest.title'), t('selftest.over'), (done) => [
        this.setup.button(t('seek.go-on'), () => done({ step: id, answer: 'again' }), { className: 'wide', value: 'go-on' }),
        this.stop(t('seek.stop'), done),
      ], fault);
    }
    const lead = t('selftest.' + asked, { button: asked === 'button' ? called(id.split(' ')[1]) : '' });
    return this.setup.step(t('selftest.step', { n: s.number, of: s.of }), lead, (done) => {
      const answer = (word, text, of = this.quiet) => of.call(this, text, () => done({ step: id, answer: word }), word);
      const shown = make('p', { className: 'note seek-shows', textContent: reads(reading) });
      shown.setAttribute('role', 'status');
      return [
        this.left(s, done, shown), shown,
        ...(answers.includes('yes') ? [make('div', { className: 'seek-answers two' }, answer('yes', t('seek.yes'), this.big), answer('no', t('seek.no'), this.big))] : []),
        this.ways(...(answers.includes('yes') ? [] : [answer('no', t('selftest.nothing'))]), answer('skip', t('selftest.skip')),
          ...(s.number > 1 ? [answer('back', t('seek.back'))] : []), answer('again', t('selftest.again'))),
        this.stop(t('seek.stop'), done),
      ];
    }, fault);
  }

  // left counts until the panel returns by itself, and looks for presses and readings meanwhile.
  left(s, done, shown) {
    const e = make('p', { className: 'seek-left' }), end = Date.now() + 1000 * s.left;
    e.setAttribute('role', 'timer');
    const tell = async () => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      write(e, t('seek.left', { left: inSeconds(seconds) }));
      e.dataset.short = seconds <= short;
      if (!seconds) {
        clearInterval(this.clock);
        done({});
      } else if (lively.includes(kind(s.step.id))) {
        const now = await call('GET', path).catch(() => s);
        if (now.step?.id !== s.step.id) done({ now });
        else write(shown, reads(now.step.reading || ''));
      }
    };
    tell();
    this.clock = setInterval(tell, lookEvery);
    return e;
  }

  // report shows what works, and gives the file.
  report({ results, report }) {
    clearInterval(this.clock);
    const wrong = results.filter((r) => r.verdict === 'fails'), open = results.some((r) => r.verdict === 'not tested');
    const lead = /^Simulator:/m.test(report) ? t('selftest.simulator') : wrong.length ? t('selftest.wrong') : open ? t('selftest.partly') : t('selftest.works');
    return this.setup.step(t('selftest.title'), lead, (done) => [
      make('ul', { className: 'rows' }, ...wrong.map((r) => make('li', { textContent: [kind(r.id) === 'button' ? called(r.id.split(' ')[1]) : '', t('selftest.help-' + kind(r.id))].filter(Boolean).join(' · ') }))),
      make('pre', { className: 'seek-file', tabIndex: 0, textContent: report }),
      make('p', { className: 'note', textContent: t('selftest.send') }),
      this.ways(this.quiet(t('seek.save', { name: 'selftest.txt' }), () => this.save(report), 'save')),
      this.stop(t('selftest.done'), done),
    ]);
  }

  save(report) {
    const a = make('a', { href: URL.createObjectURL(new Blob([report], { type: 'text/plain' })), download: 'selftest.txt' });
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 60_000);
  }

  // stop is the end of a step, in place of Cancel.
  stop(text, done) {
    return this.setup.button(text, () => done({ stop: true }), { className: 'quiet aside last', value: 'stop' });
  }

  ways(...buttons) {
    return make('div', { className: 'seek-ways' }, ...buttons);
  }

  quiet(text, click, value) {
    return this.setup.button(text, click, { className: 'quiet', value });
  }

  // big is a large button.
  big(text, click, value) {
    const b = this.quiet(text, click, value);
    b.classList.add('seek-answer');
    return b;
  }
}
