// SPDX-License-Identifier: Apache-2.0

// A GIF of what the panel has shown, made in a worker. It is sent { width, height,
// frames: [{ pixels: RGB888, ms }], scale, kind } and answers with the file's bytes.
// An LED has its exact colour as long as a frame has at most 255 of them.

import { covered, ground, kinds } from './leds.js';

self.onmessage = (m) => {
  const file = new GIF(m.data);
  self.postMessage(file.bytes, [file.bytes.buffer]);
};

const pack = (r, g, b) => r << 16 | g << 8 | b;
const boards = pack(...ground);
const most = 256; // colours of a table

class GIF {
  constructor({ width, height, frames, scale, kind }) {
    Object.assign(this, { width, height, scale, out: new Uint8Array(1 << 16), length: 0 });
    this.lens = lensOf(scale, kinds[kind]);
    this.text('GIF89a');
    this.words(width * scale, height * scale);
    this.put(0x70, 0, 0); // no table for all, 8 bits a colour
    this.put(0x21, 0xff, 11);
    this.text('NETSCAPE2.0');
    this.put(3, 1, 0, 0, 0); // again and again
    let before = null, late = 0;
    for (const { pixels, ms } of frames) {
      const hundredths = Math.max(2, Math.round((ms + late) / 10));
      late += ms - 10 * hundredths;
      this.frame(pixels, before, hundredths);
      before = pixels;
    }
    this.put(0x3b);
    this.bytes = this.out.slice(0, this.length);
  }

  // frame writes what differs from the one before.
  frame(pixels, before, hundredths) {
    const { scale } = this, { x, y, w, h } = changed(pixels, before, this.width, this.height);
    const table = new Table(pixels, boards);
    this.put(0x21, 0xf9, 4, 4); // what is there stays
    this.words(hundredths);
    this.put(0, 0, 0x2c);
    this.words(x * scale, y * scale, w * scale, h * scale);
    this.put(0x80 | table.bits - 1); // a table of its own
    for (const c of table.colors) this.put(c >> 16, c >> 8 & 255, c & 255);
    this.lzw(table.bits, this.indices(pixels, table, x, y, w, h));
  }

  // indices are those of a rectangle of LEDs, enlarged.
  indices(pixels, table, x, y, w, h) {
    const { scale, lens, width } = this, out = new Uint8Array(w * scale * h * scale), board = table.of(boards);
    for (let row = 0, to = 0; row < h * scale; row++) {
      const shape = row % scale * scale, line = (y + Math.floor(row / scale)) * width;
      for (let col = 0; col < w; col++) {
        const i = 3 * (line + x + col), own = table.of(pack(pixels[i], pixels[i + 1], pixels[i + 2]));
        for (let k = 0; k < scale; k++) out[to++] = lens[shape + k] ? own : board;
      }
    }
    return out;
  }

  // lzw writes the indices as GIF89a, appendix F, has it: codes grow from bits + 1 to 12
  // bits, then begin anew.
  lzw(bits, indices) {
    const least = Math.max(2, bits), clear = 1 << least, end = clear + 1;
    const block = new Blocks(this);
    this.put(least);
    let codes, next, size;
    const anew = () => { block.code(clear, size || least + 1); codes = new Map(); next = end + 1; size = least + 1; };
    anew();
    let prefix = indices[0];
    for (let i = 1; i < indices.length; i++) {
      const key = prefix << 8 | indices[i], known = codes.get(key);
      if (known !== undefined) {
        prefix = known;
        continue;
      }
      block.code(prefix, size);
      prefix = indices[i];
      if (next === 4096) {
        anew();
        continue;
      }
      codes.set(key, next);
      if (next++ === 1 << size) size++;
    }
    block.code(prefix, size);
    block.code(end, size);
    block.close();
  }

  put(...bytes) {
    if (this.length + bytes.length > this.out.length) {
      const more = new Uint8Array(2 * this.out.length);
      more.set(this.out);
      this.out = more;
    }
    for (const b of bytes) this.out[this.length++] = b;
  }

  words(...values) { for (const v of values) this.put(v & 255, v >> 8); }
  text(s) { this.put(...[...s].map((c) => c.charCodeAt(0))); }
}

// Blocks packs codes into blocks of at most 255 bytes.
class Blocks {
  constructor(file) { Object.assign(this, { file, held: 0, bits: 0, bytes: [] }); }

  code(code, size) {
    this.held |= code << this.bits;
    this.bits += size;
    for (; this.bits >= 8; this.bits -= 8, this.held >>>= 8) this.byte(this.held & 255);
  }

  byte(b) {
    if (this.bytes.push(b) === 255) this.flush();
  }

  flush() {
    if (this.bytes.length) this.file.put(this.bytes.length, ...this.bytes);
    this.bytes = [];
  }

  close() {
    if (this.bits) this.byte(this.held & 255);
    this.flush();
    this.file.put(0);
  }
}

// Table is a frame's colours: its own while there is room, else means of those that
// are near each other.
class Table {
  constructor(pixels, extra) {
    const counts = new Map();
    for (let i = 0; i < pixels.length; i += 3) {
      const c = pack(pixels[i], pixels[i + 1], pixels[i + 2]);
      counts.set(c, (counts.get(c) || 0) + 1);
    }
    counts.delete(extra);
    this.index = new Map([[extra, 0]]);
    const boxes = counts.size < most ? [...counts.keys()].map((c) => [c]) : split([...counts.keys()], counts);
    this.colors = [extra];
    for (const box of boxes) {
      for (const c of box) this.index.set(c, this.colors.length);
      this.colors.push(box.length === 1 ? box[0] : mean(box, counts));
    }
    this.bits = Math.max(1, Math.ceil(Math.log2(this.colors.length)));
    while (this.colors.length < 1 << this.bits) this.colors.push(0);
  }

  of(color) { return this.index.get(color); }
}

const channels = [16, 8, 0];

// split parts colours at the middle of their widest channel until there are enough
// boxes: median cut.
function split(colors, counts) {
  const boxes = [measured(colors)];
  while (boxes.length < most - 1) {
    boxes.sort((a, b) => a.width - b.width);
    const { colors: box, shift } = boxes.pop(), by = (c) => c >> shift & 255;
    box.sort((a, b) => by(a) - by(b));
    const half = box.reduce((n, c) => n + counts.get(c), 0) / 2;
    let at = 0;
    for (let n = 0; n < half; at++) n += counts.get(box[at]);
    at = Math.min(Math.max(1, at), box.length - 1);
    boxes.push(measured(box.slice(0, at)), measured(box.slice(at)));
  }
  return boxes.map((b) => b.colors);
}

// measured is a box with its widest channel.
function measured(colors) {
  const widths = channels.map((shift) => {
    let low = 255, high = 0;
    for (const c of colors) {
      const v = c >> shift & 255;
      low = Math.min(low, v);
      high = Math.max(high, v);
    }
    return high - low;
  });
  const width = Math.max(...widths);
  return { colors, width, shift: channels[widths.indexOf(width)] };
}

function mean(box, counts) {
  const all = box.reduce((n, c) => n + counts.get(c), 0);
  return pack(...channels.map((shift) => Math.round(box.reduce((n, c) => n + (c >> shift & 255) * counts.get(c), 0) / all)));
}

// changed is the rectangle of LEDs that differ; one LED when none does.
function changed(pixels, before, width, height) {
  if (!before) return { x: 0, y: 0, w: width, h: height };
  let [x, y, right, low] = [width, height, -1, -1];
  for (let i = 0; i < pixels.length; i++) {
    if (pixels[i] === before[i]) continue;
    const led = Math.floor(i / 3), col = led % width, row = Math.floor(led / width);
    [x, y, right, low] = [Math.min(x, col), Math.min(y, row), Math.max(right, col), Math.max(low, row)];
  }
  return right < 0 ? { x: 0, y: 0, w: 1, h: 1 } : { x, y, w: right - x + 1, h: low - y + 1 };
}

// lensOf is which pixels of an LED its lens covers.
function lensOf(scale, kind) {
  const at = (i) => (i + 0.5) / scale - 0.5;
  return Uint8Array.from({ length: scale * scale }, (_, i) => covered(kind, at(i % scale), at(Math.floor(i / scale))) >= 0.5 || scale < 3);
}
