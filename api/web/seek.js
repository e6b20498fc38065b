// SPDX-License-Identifier: Apache-2.0

// What panel is this? The panel lights LEDs, rows and colours; the answers of the person who looks at
// it lead to its configuration, which is tried as any other.

import { call, Fault } from './device.js';
import { load } from './load.js';
import { refusal } from './refusals.js';
import { Board } from './seekboard.js';
import { confirm, tried } from './trial.js';
import { make, write } from './ui.js';
import { inSeconds, t } from './words.js';

const path = '/live/panel/find';
const sizes = ['32x16', '32x32', '64x32', '64x64', '80x40', '96x48', '128x64'];
const orders = ['rgb', 'rbg', 'grb', 'gbr', 'brg', 'bgr'];
const letters = 'rgb-'; // of the colours of a band; the last one is dark
const short = 15; // seconds from which on the time that is left is told in red
const patternTime = 120; // seconds that the test pattern shows

// keysOf reads a table without others in it, as the device writes it.
const keysOf = (table) => Object.fromEntries([...table.matchAll(/^\s*(\w+) = (.+)$/gm)].map(([, key, value]) => {
  try {
    return [key, JSON.parse(value)];
  } catch {
    return [key, value];
  }
}));

// sentence is a reason of the device as a sentence.
const sentence = (text) => text[0].toUpperCase() + text.slice(1) + (/[.。]$/.test(text) ? '' : '.');

// colour is the name of a letter's colour.
const colour = (letter) => (letter === '-' ? t('seek.band-dark') : t('colour.' + letter.toUpperCase()));

// bands tells an answer such as rgb/r-b.
const bands = (answer) => answer.split('/').map((half) => [...half].map(colour).join(', ')).join(' / ');

// pair reads two numbers.
const pair = (text, between) => text.split(between).map(Number);

export class Seek {
  constructor(setup) {
    this.setup = setup;
    this.answers = []; // so far
    this.fault = this.hint = ''; // to be told with the next question; hint is the answer of a photograph
  }

  // run asks until the panel is known, and gives the keys of its configuration if that was kept.
  async run() {
    try {
      await this.setup.ready();
      for (let s = await call('POST', path, {}); ;) {
        const next = await this.ask(s);
        if (next.stop) return null;
        if (next.keep) return await this.keep(keysOf(s.found));
        s = await this.go(next, s);
      }
    } finally {
      clearInterval(this.clock);
      call('DELETE', path).catch(() => {});
    }
  }

  // go sends the next step, and gives how the search stands then. After an answer that is
  // none, the question stands.
  async go(next, s) {
    try {
      if (next.look) return await call('GET', path);
      if (next.file) return await this.photograph(next.file, s);
      if (next.answers) await this.setup.ready();
      const now = await call('POST', path, next);
      if (next.answer) this.answers.push(next.answer);
      if (next.back) this.answers.pop();
      if (!Object.keys(next).length) this.answers = [];
      return now;
    } catch (e) {
      if (!(e instanceof Fault)) throw e;
      const now = await call('GET', path);
      if (now.searching || next.answers) this.fault = e.message.startsWith('answer: ') ? t('seek.no-answer') : e.message;
      return now;
    }
  }

  // photograph reads the answer from a photograph, for the person to check. Meanwhile the search may have ended.
  async photograph(file, s) {
    const { open } = await load('seekphoto'), [cols, rows] = pair(this.answers[0], 'x');
    const photo = await open(file, this.corners).catch((e) => { this.fault = e.message; });
    for (let fault = ''; photo && !this.hint; ) {
      const reads = await this.setup.step(t('seek.photo'), t('seek.photo-lead'), (done) => [
        photo.element, this.setup.button(t('seek.photo-read'), () => done(true), { className: 'wide', value: 'read' }),
        make('div', { className: 'seek-ways' }, this.quiet(t('seek.photo-cancel'), () => done(false), 'cancel')),
      ], fault);
      this.corners = photo.at;
      if (!reads) break;
      try {
        this.hint = photo.answer(s.question.kind, cols, rows);
      } catch (e) {
        fault = e.message;
      }
    }
    const now = await call('GET', path);
    return now.searching ? now : await call('POST', path, { answers: this.answers });
  }

  // ask shows how the search stands, and gives the next step.
  ask(s) {
    const { fault, hint } = this;
    this.fault = this.hint = '';
    clearInterval(this.clock);
    if (!s.searching) return this.over(fault);
    if (s.failed) return this.step(s, t('seek.failed'), sentence(refusal(s.failed)), () => [], fault);
    if (s.found) return this.step(s, t('seek.found'), t('seek.found-lead'), (done) => this.found(s, done), fault);
    const { kind, chain, again } = s.question, [cols, rows] = pair(this.answers[0] || '0x0', 'x');
    const lead = chain ? t(`seek.${kind}-chain`, { chain }) : t(`seek.${kind}${again ? '-again' : ''}`, { rows });
    const asked = this.step(s, t('seek.question', { n: s.asked + 1 }), lead, (done) => [
      ...(hint ? [this.shows(kind, hint)] : []),
      ...this[kind]((answer) => done({ answer }), s.question, cols, rows, hint), ...(kind === 'size' || kind === 'stripes' ? [] : [this.camera(done)]),
    ], fault);
    if (hint) this.confirmable(hint);
    return asked;
  }

  // shows tells the answer that a photograph gives.
  shows(kind, hint) {
    const [column, row] = pair(hint, ',');
    const answer = { led: () => t('seek.at', { column, row }), rows: () => hint, bands: () => bands(hint), clean: () => t('seek.' + hint) }[kind]();
    const e = make('p', { className: 'note seek-shows', textContent: t('seek.photo-shows', { answer }) });
    e.setAttribute('role', 'status');
    return e;
  }

  // confirmable moves the focus to where the answer of a photograph is confirmed.
  confirmable(hint) {
    const body = document.getElementById('setup-body'), button = body.querySelector(`.seek-answer[value="${hint}"]`) || body.querySelector('[value=this], .seek-other button');
    button.classList.add('read');
    button.focus();
  }

  // camera has the person take or choose a photograph. The time for the answer begins with it.
  camera(done) {
    const input = make('input', { type: 'file', accept: 'image/*', hidden: true });
    input.onchange = () => { if (input.files[0]) done({ file: input.files[0] }); };
    input.oncancel = () => done({ look: true });
    const open = () => {
      clearInterval(this.clock);
      call('POST', path, { answers: this.answers }).catch(() => {});
      input.click();
    };
    return make('div', { className: 'seek-ways' }, this.quiet(t('seek.photo'), open, 'photo'), input);
  }

  // step is a step of the set-up, with the time that is left above and the ways back below.
  step(s, title, lead, build, fault) {
    return this.setup.step(title, lead, (done) => [
      this.left(s, done), ...build(done),
      ...(s.asked ? [make('div', { className: 'seek-ways' }, this.quiet(t('seek.back'), () => done({ back: true }), 'back'), this.quiet(t('seek.again'), () => done({}), 'again'))] : []),
      this.stop(done),
    ], fault);
  }

  // left counts until the panel returns by itself, and looks then.
  left(s, done) {
    const e = make('p', { className: 'seek-left' }), end = Date.now() + 1000 * s.left;
    e.setAttribute('role', 'timer');
    const tell = () => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      write(e, t('seek.left', { left: inSeconds(seconds) }));
      e.dataset.short = seconds <= short;
      if (!seconds) {
        clearInterval(this.clock);
        done({ look: true });
      }
    };
    tell();
    this.clock = setInterval(tell, 1000);
    return e;
  }

  // over tells that the search has ended for want of an answer.
  over(fault) {
    return this.setup.step(t('seek.title'), t('seek.over'), (done) => [
      this.setup.button(t('seek.go-on'), () => done({ answers: this.answers }), { className: 'wide', value: 'go-on' }),
      this.stop(done),
    ], fault);
  }

  // stop is the end of a question, in place of Cancel.
  stop(done) {
    return this.setup.button(t('seek.stop'), () => done({ stop: true }), { className: 'quiet aside last', value: 'stop' });
  }

  quiet(text, click, value) {
    return this.setup.button(text, click, { className: 'quiet', value });
  }

  // big is a large button with what stands in it.
  big(value, done, ...content) {
    const b = this.quiet('', () => done(value), value);
    b.classList.add('seek-answer');
    b.append(...content);
    return b;
  }

  // other is a form for an answer that has no button.
  other(labels, answer) {
    const form = make('form', { className: 'seek-other' }, ...labels, make('button', { className: 'quiet', textContent: t('setup.next') }));
    form.onsubmit = (e) => {
      e.preventDefault();
      answer();
    };
    return form;
  }

  number(name, text, min, max, value = '') {
    const input = make('input', { type: 'number', name, min, max, value, required: true, inputMode: 'numeric' });
    return [make('label', {}, make('span', { textContent: text }), input), input];
  }

  size(done) {
    const { panel = {} } = this.setup.choice;
    const [cols, across] = this.number('cols', t('field.cols'), 8, 256, panel.cols ?? ''), [rows, down] = this.number('rows', t('field.rows'), 8, 64, panel.rows ?? '');
    return [
      make('div', { className: 'seek-answers' }, ...sizes.map((size) => this.big(size, done, make('b', { textContent: size.replace('x', ' × ') })))),
      this.other([cols, rows], () => done(`${across.value}x${down.value}`)),
    ];
  }

  rows(done, { likely = [] }, _, rows, hint) {
    const [label, input] = this.number('rows', t('seek.other'), 0, rows, hint);
    const note = (n) => (n === 0 ? t('seek.dark') : n === rows ? t('seek.whole') : '');
    return [
      make('div', { className: 'seek-answers' }, ...likely.map(Number).sort((a, b) => a - b).map((n) => this.big(String(n), done,
        make('b', { textContent: String(n) }), ...(note(n) ? [make('small', { textContent: note(n) })] : [])))),
      this.other([label], () => done(input.value)),
    ];
  }

  led(done, { likely = [] }, cols, rows, hint) {
    const [column, x] = this.number('column', t('seek.column'), 1, cols), [row, y] = this.number('row', t('seek.row'), 1, rows);
    const told = make('p', { className: 'hush' }), answer = () => done(`${x.value},${y.value}`);
    told.setAttribute('role', 'status');
    const board = new Board({
      cols, rows, chosen: answer, likely: likely.filter((p) => p !== 'none').map((p) => pair(p, ',').map((n) => n - 1)),
      moved: (at, down) => {
        [x.value, y.value] = [at + 1, down + 1];
        write(told, t('seek.at', { column: at + 1, row: down + 1 }));
      },
    });
    x.oninput = y.oninput = () => { if (x.value && y.value && x.validity.valid && y.validity.valid) board.go(x.value - 1, y.value - 1); };
    if (hint) board.go(...pair(hint, ',').map((n) => n - 1));
    const arrow = (key, dx, dy, sign) => this.setup.button(sign, () => board.step(dx, dy), { className: 'quiet', ariaLabel: t('seek.' + key), value: key });
    const form = make('form', { className: 'seek-led' }, board.canvas, make('p', { className: 'note', id: 'seek-how', textContent: t('seek.how') }),
      make('div', { className: 'seek-place' }, column, row, make('div', { className: 'seek-pad' },
        arrow('to-left', -1, 0, '←'), arrow('to-right', 1, 0, '→'), arrow('to-top', 0, -1, '↑'), arrow('to-bottom', 0, 1, '↓'))),
      make('button', { className: 'wide', value: 'this', textContent: t('seek.this') }), told);
    form.onsubmit = (e) => {
      e.preventDefault();
      answer();
    };
    return [form, make('div', { className: 'seek-ways' }, this.quiet(t('seek.none'), () => done('none'), 'none'), this.quiet(t('seek.several'), () => done('several'), 'several'))];
  }

  // halves is a form for the colours of both halves, a letter of colours each.
  halves(done, colours, name) {
    const choices = ['upper', 'lower'].map((half, i) => [0, 1, 2].map((n) => {
      const select = make('select', { name: half, ariaLabel: t(name, { n: n + 1 }) }, ...[...letters].map((value) => make('option', { value, textContent: colour(value) })));
      select.value = colours[i][n];
      return select;
    }));
    const answer = () => done(choices.map((half) => half.map((s) => s.value).join('')).join('/'));
    return this.other(choices.map((half, i) => make('fieldset', { className: 'seek-half' }, make('legend', { textContent: t(i ? 'seek.lower' : 'seek.upper') }), ...half)), answer);
  }

  bands(done, { chain }, cols, rows, hint) {
    const [upper, lower = upper] = (hint || 'rgb').split('/');
    return [
      make('div', { className: 'seek-answers' }, ...orders.map((order) => this.big(order, done, stripes(order), make('small', { textContent: bands(order) })))),
      make('details', { className: 'extra', open: !!hint && !orders.includes(hint) }, make('summary', { textContent: t('seek.differ') }), this.halves(done, [upper, lower], 'seek.band')),
      make('div', { className: 'seek-ways' }, ...(chain ? ['further', 'part', 'other'] : ['part', 'other']).map((name) => this.quiet(t('seek.band-' + name), () => done(name), name))),
    ];
  }

  stripes(done) {
    return [this.halves(done, ['rgb', '---'], 'seek.stripe'), make('div', { className: 'seek-ways' }, this.quiet(t('seek.stripes-other'), () => done('other'), 'other'))];
  }

  clean(done, _, cols, rows) {
    return [frame(cols, rows), make('div', { className: 'seek-answers two' },
      this.big('yes', done, make('b', { textContent: t('seek.yes') })), this.big('no', done, make('b', { textContent: t('seek.no') })))];
  }

  // found tells what was found, tries it, and saves it.
  found(s, done) {
    const k = keysOf(s.found), usual = t('seek.usual');
    const facts = {
      size: this.answers[0].replace('x', ' × '), rows: k.row_address || usual, places: s.map ? t('seek.map') : k.multiplexing || usual, order: k.order || 'RGB',
      init: k.init || t('seek.no-init'), inverse: k.inverse ? t('seek.yes') : '', slowdown: 'slowdown' in k ? String(k.slowdown) : usual, rotate: k.rotate ? `${k.rotate}°` : '',
    };
    const locked = Object.keys(k).filter((key) => key !== 'driver' && `panel.${key}` in this.setup.locked);
    return [
      make('dl', { className: 'seek-facts' }, ...Object.entries(facts).filter(([, v]) => v).flatMap(([key, v]) => [
        make('dt', { textContent: t('seek.fact-' + key) }), make('dd', { textContent: v })])),
      ...(locked.length ? [make('p', { className: 'note fault', textContent: t('seek.locked', { keys: locked.join(', ') }) })] : []),
      this.setup.button(t('seek.try'), () => done({ keep: true }), { className: 'wide', value: 'keep' }),
      make('details', { className: 'extra' }, make('summary', { textContent: t('seek.file') }),
        make('pre', { className: 'seek-file', tabIndex: 0, textContent: s.found.replace(/^ {2}/gm, '') }),
        make('div', { className: 'seek-ways' }, this.file('panel.toml', s.found), ...(s.map ? [this.file(k.map, s.map)] : []))),
    ];
  }

  file(name, text) {
    return this.quiet(t('seek.save', { name }), () => {
      const a = make('a', { href: URL.createObjectURL(new Blob([text], { type: 'text/plain' })), download: name });
      a.click();
      setTimeout(() => URL.revokeObjectURL(a.href), 60_000);
    }, 'save');
  }

  // keep has the device try what was found, and keeps it when the panel is right.
  async keep(keys) {
    const { setup } = this;
    clearInterval(this.clock);
    setup.waits();
    await tried(() => call('POST', path, { keep: true }));
    setup.changed();
    await call('POST', '/live/test', { pattern: 'corners', seconds: patternTime });
    const right = await setup.step(t('setup.keep'), t('seek.right'), (done) => [
      setup.button(t('setup.yes'), () => done(true), { className: 'wide', value: 'right' }),
      make('div', { className: 'seek-ways' }, this.quiet(t('trial.return'), () => done(false), 'wrong')),
    ]);
    await (right ? confirm() : call('DELETE', '/live/config/trial'));
    if (!right) throw new Error(t('seek.returned'));
    return keys;
  }
}

// stripes is a picture of three bands.
function stripes(order) {
  const e = make('span', { className: 'seek-bands' }, ...[...order].map((letter) => make('i', { className: 'is-' + letter })));
  e.setAttribute('aria-hidden', 'true');
  return e;
}

// frame is a picture of what a panel shows with the right clock.
function frame(cols, rows) {
  const root = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  root.setAttribute('viewBox', `0 0 ${cols + 2} ${rows + 2}`);
  root.setAttribute('class', 'seek-frame');
  root.setAttribute('aria-hidden', 'true');
  root.innerHTML = `<rect width="100%" height="100%" rx="1" fill="#0a0b0e"/><path d="M1.5 1.5H${cols + 0.5}V${rows + 0.5}H1.5ZL${cols + 0.5} ${rows + 0.5}M${cols + 0.5} 1.5L1.5 ${rows + 0.5}"
    fill="none" stroke="#fff"/>`;
  return root;
}
