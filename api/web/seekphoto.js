// SPDX-License-Identifier: Apache-2.0

// A photograph of a panel on which the person marks the four corner LEDs.

import { answers, read } from './seeklight.js';
import { make } from './ui.js';
import { t } from './words.js';

const most = 2e6; // pixels that are read
const corners = ['top-left', 'top-right', 'bottom-right', 'bottom-left'];
const glass = 132; // px of the round picture of a corner, twice as large as the photograph
const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const bounded = (n) => Math.max(0, Math.min(1, n));

// open decodes the file of a photograph as it is seen.
export async function open(file, at) {
  try {
    return new Photo(await createImageBitmap(file, { imageOrientation: 'from-image' }), at);
  } catch {
    throw new Error(t('seek.photo-none'));
  }
}

class Photo {
  // at are the marks [x, y] of the photograph before, from 0 to 1.
  constructor(bitmap, at = [[0.2, 0.3], [0.8, 0.3], [0.8, 0.7], [0.2, 0.7]]) {
    const scale = Math.min(1, Math.sqrt(most / (bitmap.width * bitmap.height)));
    this.at = at.map((p) => [...p]);
    this.canvas = make('canvas', { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
    this.canvas.setAttribute('role', 'img');
    this.canvas.ariaLabel = t('seek.photo');
    this.pen = this.canvas.getContext('2d', { willReadFrequently: true });
    this.pen.drawImage(bitmap, 0, 0, this.canvas.width, this.canvas.height);
    bitmap.close();
    this.lines = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    this.lines.setAttribute('viewBox', '0 0 1 1');
    this.lines.setAttribute('preserveAspectRatio', 'none');
    this.lines.setAttribute('aria-hidden', 'true');
    this.glass = make('canvas', { className: 'seek-glass', width: glass, height: glass, hidden: true });
    this.glass.setAttribute('role', 'img');
    this.marks = corners.map((name, i) => {
      const b = make('button', { type: 'button', className: 'seek-corner', value: name, ariaLabel: t('corner.' + name) });
      b.onkeydown = (e) => this.key(i, e);
      b.onblur = () => { this.glass.hidden = true; };
      return b;
    });
    this.element = make('div', { className: 'seek-photo' }, this.canvas, this.lines, ...this.marks, this.glass);
    this.element.style.maxWidth = `calc(60vh * ${this.canvas.width / this.canvas.height})`;
    this.element.onpointerdown = (e) => this.press(e);
    this.element.onpointermove = (e) => { if (e.buttons) this.drag(e); };
    this.element.onpointerup = () => { this.glass.hidden = true; }; // it hides another mark
    this.draw();
  }

  // press takes the mark that is nearest to the pointer; dragging keeps its distance to the pointer.
  press(e) {
    e.preventDefault();
    this.element.setPointerCapture(e.pointerId);
    const { width, height } = this.canvas.getBoundingClientRect(), [x, y] = this.place(e);
    const far = this.at.map((p) => Math.hypot((p[0] - x) * width, (p[1] - y) * height));
    this.held = far.indexOf(Math.min(...far));
    this.off = far[this.held] < 30 ? [this.at[this.held][0] - x, this.at[this.held][1] - y] : [0, 0];
    this.marks[this.held].focus({ preventScroll: true });
    this.drag(e);
  }

  // place is where the pointer is in the photograph.
  place({ clientX, clientY }) {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    return [(clientX - left) / width, (clientY - top) / height];
  }

  drag(e) {
    const [x, y] = this.place(e);
    this.move(this.held, x + this.off[0], y + this.off[1]);
  }

  // key moves a mark by a pixel of the photograph, or ten.
  key(i, e) {
    const by = steps[e.key], far = e.shiftKey ? 10 : 1;
    if (!by || e.ctrlKey || e.altKey || e.metaKey) return;
    e.preventDefault();
    this.move(i, this.at[i][0] + by[0] * far / this.canvas.width, this.at[i][1] + by[1] * far / this.canvas.height);
  }

  move(i, x, y) {
    this.at[i] = [bounded(x), bounded(y)];
    this.draw();
    this.look(i);
  }

  draw() {
    this.marks.forEach((b, i) => Object.assign(b.style, { left: `${100 * this.at[i][0]}%`, top: `${100 * this.at[i][1]}%` }));
    this.lines.innerHTML = `<polygon points="${this.at.map((p) => p.join()).join(' ')}" vector-effect="non-scaling-stroke"/>`;
  }

  // look shows a mark large, on the other side of the photograph.
  look(i) {
    const g = this.glass.getContext('2d'), [x, y] = this.at[i], side = glass / 4 * this.canvas.width / Math.max(1, this.canvas.clientWidth);
    this.glass.hidden = false;
    this.glass.ariaLabel = this.marks[i].ariaLabel;
    this.glass.dataset.side = x > 0.5 ? 'left' : 'right';
    g.fillRect(0, 0, glass, glass);
    g.drawImage(this.canvas, x * this.canvas.width - side / 2, y * this.canvas.height - side / 2, side, side, 0, 0, glass, glass);
    g.strokeStyle = '#ff8f63';
    g.strokeRect(glass / 2, -1, 0, glass + 2);
    g.strokeRect(-1, glass / 2, glass + 2, 0);
  }

  // answer reads the answer to a question of a kind; an error says why there is none.
  answer(kind, cols, rows) {
    const { width, height } = this.canvas;
    const at = this.at.map(([x, y]) => [x * width - 0.5, y * height - 0.5]);
    return answers[kind](read(this.pen.getImageData(0, 0, width, height), at, cols, rows), cols, rows);
  }
}
