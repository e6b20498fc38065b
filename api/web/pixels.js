// SPDX-License-Identifier: Apache-2.0

// The pictures of an icon that is being drawn, and every step back. A pixel is '#RRGGBB',
// or '' where it is clear. Frames are never changed, only replaced: a step back is a
// list of them.

export const maxFrames = 64; // of an icon drawn here; the device takes 512
const maxSteps = 200;

const empty = (size) => ({ ms: 200, pixels: Array(size * size).fill('') });

export class Pixels {
  constructor(size) { this.reset(size, [empty(size)]); }

  reset(size, frames) {
    Object.assign(this, { size, frames, at: 0, past: [], future: [] });
  }

  get frame() { return this.frames[this.at]; }
  get before() { return this.frames[this.at - 1]; }

  // step begins what undo takes back at once.
  step() {
    this.past.push(this.state());
    if (this.past.length > maxSteps) this.past.shift();
    this.future = [];
  }

  state() { return { size: this.size, frames: this.frames, at: this.at }; }
  undo() { this.turn(this.past, this.future); }
  redo() { this.turn(this.future, this.past); }

  turn(from, to) {
    if (!from.length) return;
    to.push(this.state());
    Object.assign(this, from.pop());
  }

  inside(x, y) { return x >= 0 && y >= 0 && x < this.size && y < this.size; }
  get(x, y) { return this.frame.pixels[y * this.size + x]; }

  // put replaces pixels of the frame: [[index, colour], …].
  put(changes) {
    const pixels = [...this.frame.pixels];
    for (const [i, c] of changes) pixels[i] = c;
    this.frames = this.frames.with(this.at, { ...this.frame, pixels });
  }

  set(x, y, color) {
    if (this.inside(x, y) && this.get(x, y) !== color) this.put([[y * this.size + x, color]]);
  }

  // line sets what lies between two pixels (Bresenham).
  line(x0, y0, x1, y1, color) {
    const n = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0), 1);
    for (let i = 0; i <= n; i++) this.set(Math.round(x0 + (x1 - x0) * i / n), Math.round(y0 + (y1 - y0) * i / n), color);
  }

  // fill replaces the colour of an area.
  fill(x, y, color) {
    const from = this.get(x, y), seen = new Set(), todo = [[x, y]];
    if (from === color) return;
    while (todo.length) {
      const [px, py] = todo.pop(), i = py * this.size + px;
      if (!this.inside(px, py) || seen.has(i) || this.frame.pixels[i] !== from) continue;
      seen.add(i);
      todo.push([px + 1, py], [px - 1, py], [px, py + 1], [px, py - 1]);
    }
    this.put([...seen].map((i) => [i, color]));
  }

  // shift moves the picture; what leaves at one side comes in at the other.
  shift(dx, dy) {
    const { size } = this, from = this.frame.pixels;
    this.put(from.map((_, i) => {
      const x = (i % size - dx + size) % size, y = (Math.floor(i / size) - dy + size) % size;
      return [i, from[y * size + x]];
    }));
  }

  clear() { this.put(this.frame.pixels.map((_, i) => [i, ''])); }

  // resize takes the nearest pixels.
  resize(size) {
    const scale = this.size / size, old = this.size;
    this.frames = this.frames.map((f) => ({
      ms: f.ms,
      pixels: Array.from({ length: size * size }, (_, i) => f.pixels[Math.floor((Math.floor(i / size) + 0.5) * scale) * old + Math.floor((i % size + 0.5) * scale)]),
    }));
    this.size = size;
  }

  add(copy) {
    this.frames = this.frames.toSpliced(this.at + 1, 0, copy ? { ...this.frame } : { ...empty(this.size), ms: this.frame.ms });
    this.at++;
  }

  remove() {
    this.frames = this.frames.toSpliced(this.at, 1);
    this.at = Math.max(0, this.at - 1);
  }

  move(step) {
    const all = [...this.frames], [f] = all.splice(this.at, 1);
    all.splice(this.at + step, 0, f);
    Object.assign(this, { frames: all, at: this.at + step });
  }

  last(ms) { this.frames = this.frames.with(this.at, { ...this.frame, ms }); }
}
