// SPDX-License-Identifier: Apache-2.0

// The icon editor: a grid of pixels for the mouse, the finger and the keyboard.

import { call } from './device.js';
import { file } from './iconfile.js';
import { frames, sizeOf } from './iconimport.js';
import { maxFrames, Pixels } from './pixels.js';
import { stands } from './still.js';
import { $, closer, make, toast, write } from './ui.js';
import { t } from './words.js';

const palette = [
  '#FFFFFF', '#A0A0A0', '#505050', '#FF0000', '#FF6000', '#FFA000', '#FFE000', '#80FF00',
  '#00C000', '#00E0A0', '#00E0FF', '#0080FF', '#0000FF', '#8000FF', '#FF00FF', '#FF80C0', '#804000', '#FFC080',
];
const onion = 0.28; // how much is seen of the frame before
const sizes = [8, 16, 24, 32]; // as in the form
const room = 320; // px of the canvas, about

export class IconEditor {
  // saved is called with the name of an icon that was stored.
  constructor(saved) {
    Object.assign(this, { saved, model: new Pixels(8), x: 0, y: 0, color: palette[3] });
    this.canvas = $('pixels');
    this.form = $('editor-form');
    this.swatches();
    this.pointer();
    this.buttons();
    this.canvas.onkeydown = (e) => this.key(e);
    this.canvas.onfocus = this.canvas.onblur = () => this.draw();
    $('editor').onkeydown = (e) => this.shortcut(e);
    $('editor').onclose = () => clearTimeout(this.playing);
    $('editor').ondragover = (e) => e.preventDefault();
    $('editor').ondrop = (e) => { e.preventDefault(); this.import(e.dataTransfer.files[0]); };
    $('editor').onpaste = (e) => this.import(e.clipboardData.files[0]);
    this.form.onsubmit = (e) => { e.preventDefault(); this.save(); };
  }

  // open begins with a picture, or with nothing; others are the names that are taken.
  async open({ name = '', picture, others = [] } = {}) {
    Object.assign(this, { opened: name, others, sure: false, x: 0, y: 0 });
    this.model.reset(8, new Pixels(8).frames);
    this.form.elements.name.value = name;
    this.fault('');
    $('editor').showModal();
    this.draw();
    this.play(0);
    this.canvas.focus();
    if (picture) {
      this.model.resize(await sizeOf(picture, sizes).catch(() => sizes[0]));
      await this.import(picture);
    }
    this.model.past = [];
    this.draw();
  }

  swatches() {
    for (const c of palette) {
      const b = make('button', { type: 'button', className: 'swatch', title: c, onclick: () => this.take(c) });
      b.style.setProperty('--own', c);
      b.setAttribute('aria-label', t('compose.color-name', { color: c }));
      $('editor-palette').append(b);
    }
    $('editor-color').oninput = (e) => this.take(e.target.value.toUpperCase());
  }

  take(color) {
    this.color = color;
    if (this.form.elements.tool.value !== 'fill') this.form.elements.tool.value = 'pencil';
    this.draw();
  }

  // change does a step that can be taken back.
  change(act) {
    this.model.step();
    act(this.model);
    this.draw();
  }

  buttons() {
    const on = (id, act) => { $('editor-' + id).onclick = act; };
    on('undo', () => { this.model.undo(); this.draw(); });
    on('redo', () => { this.model.redo(); this.draw(); });
    on('clear', () => this.change((m) => m.clear()));
    for (const [id, x, y] of [['left', -1, 0], ['right', 1, 0], ['up', 0, -1], ['down', 0, 1]]) on(id, () => this.change((m) => m.shift(x, y)));
    on('add', () => this.change((m) => m.add(false)));
    on('copy', () => this.change((m) => m.add(true)));
    on('remove', () => this.change((m) => m.remove()));
    on('earlier', () => this.change((m) => m.move(-1)));
    on('later', () => this.change((m) => m.move(1)));
    on('import', () => $('editor-file').click());
    on('close', () => $('editor').close());
    $('editor-file').onchange = (e) => this.import(e.target.files[0]);
    const f = this.form.elements;
    f.onion.onchange = () => this.draw();
    f.ms.onchange = () => this.change((m) => m.last(Math.min(60000, Math.max(20, Math.round(Number(f.ms.value)) || 200))));
    f.size.onchange = () => this.change((m) => m.resize(Number(f.size.value)));
    f.name.oninput = () => { this.sure = false; this.draw(); };
  }

  // use does what the chosen tool does at a pixel, coming from another one.
  use(x, y, from = [x, y]) {
    const m = this.model;
    if (!m.inside(x, y)) return;
    Object.assign(this, { x, y });
    switch (this.form.elements.tool.value) {
      case 'pencil': m.line(...from, x, y, this.color); break;
      case 'eraser': m.line(...from, x, y, ''); break;
      case 'fill': m.fill(x, y, this.color); break;
      case 'pick': if (m.get(x, y)) this.take(m.get(x, y)); break;
    }
    this.draw();
  }

  pointer() {
    const c = this.canvas;
    const at = (e) => {
      const b = c.getBoundingClientRect(), cell = (v, start, length) => Math.floor((v - start) / length * this.model.size);
      return [cell(e.clientX, b.left, b.width), cell(e.clientY, b.top, b.height)];
    };
    c.onpointerdown = (e) => {
      let last = at(e);
      c.setPointerCapture(e.pointerId);
      this.model.step();
      this.use(...last);
      c.onpointermove = (m) => {
        const now = at(m);
        if (this.form.elements.tool.value !== 'fill' && String(now) !== String(last)) this.use(...now, last);
        last = now;
      };
    };
    c.onpointerup = c.onpointercancel = () => { c.onpointermove = null; };
  }

  key(e) {
    const last = this.model.size - 1, move = {
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-last, 0], End: [last, 0], PageUp: [0, -last], PageDown: [0, last],
    }[e.key];
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (move) {
      this.x = Math.min(last, Math.max(0, this.x + move[0]));
      this.y = Math.min(last, Math.max(0, this.y + move[1]));
      this.draw();
    } else if (e.key === ' ' || e.key === 'Enter') {
      this.model.step();
      this.use(this.x, this.y);
    } else if (e.key === 'Delete' || e.key === 'Backspace') {
      this.change((m) => m.set(this.x, this.y, ''));
    } else {
      return;
    }
    e.preventDefault();
    write($('pixel-now'), t('editor.pixel', { x: this.x + 1, y: this.y + 1, color: this.model.get(this.x, this.y) || t('editor.dark') }));
  }

  shortcut(e) {
    const back = e.key.toLowerCase() === 'z', again = e.key.toLowerCase() === 'y';
    if (!(e.ctrlKey || e.metaKey) || !back && !again || e.target.matches('input[type=text], input:not([type])')) return;
    e.preventDefault();
    if (again || e.shiftKey) this.model.redo();
    else this.model.undo();
    this.draw();
  }

  async import(picture) {
    if (!picture) return;
    $('editor-file').value = '';
    try {
      const found = await frames(picture, this.model.size);
      this.change((m) => Object.assign(m, { frames: found.frames, at: 0 }));
      this.fault('');
      if (found.cut) toast(t('editor.cut', { count: found.frames.length }), true);
    } catch (e) {
      this.fault(e.message);
    }
  }

  // draw shows the picture, the frames and what can be done.
  draw() {
    const { model: m } = this, f = this.form.elements;
    this.x = Math.min(this.x, m.size - 1);
    this.y = Math.min(this.y, m.size - 1);
    this.drawPixels();
    this.drawFrames();
    f.size.value = String(m.size);
    f.ms.value = String(m.frame.ms);
    f.ms.disabled = m.frames.length < 2;
    $('editor-color').value = this.color.toLowerCase();
    for (const b of $('editor-palette').children) b.setAttribute('aria-pressed', b.title === this.color);
    const disabled = {
      undo: !m.past.length, redo: !m.future.length, add: m.frames.length >= maxFrames, copy: m.frames.length >= maxFrames,
      remove: m.frames.length < 2, earlier: m.at === 0, later: m.at === m.frames.length - 1,
    };
    for (const [id, off] of Object.entries(disabled)) $('editor-' + id).disabled = off;
    $('editor-save').textContent = this.sure ? t('editor.replace') : t('editor.save');
  }

  drawPixels() {
    const { model: m, canvas } = this, cell = Math.max(4, Math.round(room * devicePixelRatio / m.size)), side = cell * m.size;
    if (canvas.width !== side) canvas.width = canvas.height = side;
    const g = canvas.getContext('2d'), gap = Math.max(1, Math.round(cell / 16));
    g.fillStyle = '#2d323b';
    g.fillRect(0, 0, side, side);
    const paint = (pixels, alpha) => pixels.forEach((c, i) => {
      if (!c && alpha < 1) return;
      g.globalAlpha = alpha;
      g.fillStyle = c || '#0a0b0e';
      g.fillRect(i % m.size * cell + gap, Math.floor(i / m.size) * cell + gap, cell - gap, cell - gap);
    });
    paint(m.frame.pixels, 1);
    if (this.form.elements.onion.checked && m.before) {
      paint(m.before.pixels.map((c, i) => (m.frame.pixels[i] ? '' : c)), onion);
    }
    g.globalAlpha = 1;
    if (document.activeElement !== canvas) return;
    for (const [color, inset] of [['#000', 0], ['#fff', gap]]) {
      g.strokeStyle = color;
      g.lineWidth = gap;
      g.strokeRect(this.x * cell + inset + gap / 2, this.y * cell + inset + gap / 2, cell - 2 * inset, cell - 2 * inset);
    }
  }

  drawFrames() {
    const { model: m } = this, list = $('editor-frames'), focused = list.contains(document.activeElement);
    list.replaceChildren(...m.frames.map((f, i) => {
      const name = t('editor.frame', { n: i + 1, ms: f.ms }), small = make('canvas', { width: m.size, height: m.size, ariaLabel: name });
      picture(small, m.size, f.pixels);
      const b = make('button', { type: 'button', className: 'thumb', onclick: () => { m.at = i; this.draw(); } }, small);
      b.setAttribute('aria-label', name);
      b.setAttribute('aria-current', i === m.at);
      return make('li', {}, b);
    }));
    if (focused) list.children[m.at].firstChild.focus();
  }

  // play shows the frames in turn, as the panel will, where motion is wanted.
  play(n) {
    clearTimeout(this.playing);
    $('editor-play').hidden = stands();
    if (!$('editor').open || stands()) return;
    const { frames: all, size } = this.model, f = all[n % all.length], canvas = $('editor-play');
    if (canvas.width !== size) canvas.width = canvas.height = size;
    picture(canvas, size, f.pixels);
    this.playing = setTimeout(() => this.play((n + 1) % all.length), f.ms);
  }

  fault(text) { write($('editor-fault'), text, text !== ''); }

  async save() {
    const name = this.form.elements.name.value.trim().toLowerCase();
    if (!name) {
      this.form.elements.name.focus();
      return this.fault(t('editor.nameless'));
    }
    if (!this.sure && name !== this.opened && this.others.includes(name)) {
      this.sure = true;
      return this.draw();
    }
    const close = closer($('editor'));
    try {
      await call('POST', '/live/icons/' + encodeURIComponent(name), await file(this.model.size, this.model.frames));
    } catch (e) {
      return this.fault(e.message);
    }
    this.saved(name, close());
  }
}

// picture draws pixels one to one.
function picture(canvas, size, pixels) {
  const g = canvas.getContext('2d');
  g.fillStyle = '#0a0b0e';
  g.fillRect(0, 0, size, size);
  pixels.forEach((c, i) => {
    if (!c) return;
    g.fillStyle = c;
    g.fillRect(i % size, Math.floor(i / size), 1, 1);
  });
}
