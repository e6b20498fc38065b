// SPDX-License-Identifier: Apache-2.0

// The live panel: its frames as they come, drawn as its LEDs look.

import { earlyFrames, socket } from './device.js';
import { GLPainter } from './glpainter.js';
import { adapted, kinds, margin } from './leds.js';
import { Painter } from './painter.js';
import { again } from './watch.js';

// settled is when a page that was opened has come to rest, in ms. A browser whose WebGL2 a
// processor computes takes up to 0.2 s to say that, in which it draws nothing else.
const settled = 5000;
const soon = 250, pause = 1500; // ms before a stream is opened again: one that broke, and a further time

// Panel draws frames on a canvas: u16 width, u16 height, little endian, then
// RGB888 (GET /live/frames). It calls state(up) when the stream comes or ends.
export class Panel {
  constructor(canvas, state = () => {}) {
    this.canvas = canvas;
    this.state = state;
    this.rests = () => {}; // ends the pause before it connects again
    this.frame = null;
    this.kind = 'round';
    this.eyes = null; // the value that is seen for each of a frame; null = the same
    this.seen = new Set(); // called with each frame
    this.painter = new Painter(canvas);
    this.room = new ResizeObserver(() => this.draw());
    this.room.observe(canvas);
    setTimeout(() => this.accelerate(), settled);
  }

  // accelerate draws by WebGL2 from now on, where there is one. That takes another canvas,
  // since a canvas keeps its first kind of context.
  accelerate() {
    const canvas = this.canvas.cloneNode();
    this.canvas.dataset.painter = 'canvas';
    canvas.dataset.painter = 'webgl2';
    try {
      this.painter = new GLPainter(canvas);
    } catch {
      return;
    }
    canvas.addEventListener('webglcontextrestored', () => this.as(this.kind));
    this.room.disconnect();
    this.canvas.replaceWith(canvas);
    this.canvas = canvas;
    this.room.observe(canvas);
    this.as(this.kind);
  }

  // connect keeps a stream open and opens it again when it breaks: at first at once.
  connect(rest = soon) {
    this.close();
    const ws = this.ws = earlyFrames() ?? socket('/live/frames');
    ws.onopen = () => {
      rest = soon;
      this.state(true);
    };
    ws.onmessage = (m) => this.show(new Uint8Array(m.data));
    ws.onclose = () => {
      if (this.ws !== ws) return;
      this.state(false);
      this.rests = again(() => this.connect(pause), rest);
    };
    if (ws.readyState === WebSocket.OPEN) ws.onopen();
    if (ws.last) ws.onmessage(ws.last);
  }

  close() {
    this.rests();
    const ws = this.ws;
    this.ws = null;
    if (ws) ws.close();
  }

  show(bytes) {
    if (bytes.length < 4) return;
    const width = bytes[0] | bytes[1] << 8, height = bytes[2] | bytes[3] << 8;
    if (bytes.length !== 4 + 3 * width * height) return;
    this.frame = { width, height, pixels: bytes.subarray(4) };
    for (const f of this.seen) f(this.frame);
    if (!this.pending) {
      this.pending = requestAnimationFrame(() => {
        this.pending = 0;
        this.draw();
      });
    }
  }

  // as draws LEDs of another kind.
  as(kind) {
    this.kind = kind in kinds ? kind : 'round';
    this.fitted = '';
    this.draw();
  }

  // adapt draws a panel of a brightness, 0 to 1, as eyes that are used to the dark see it; 1 as it is.
  adapt(level) {
    if (level === this.level) return;
    this.level = level;
    const gain = level > 0 ? adapted(level) / level : 1;
    this.eyes = gain === 1 ? null : Uint8ClampedArray.from({ length: 256 }, (_, v) => v * gain);
    this.draw();
  }

  // size makes room for a panel of w by h pixels, a low one across the whole window, and
  // next time from the beginning: see first.js.
  size(w, h) {
    const ratio = this.canvas.style.aspectRatio = `${w + 2 * margin} / ${h + 2 * margin}`;
    document.documentElement.toggleAttribute('data-wide', globalThis.isWide(w + 2 * margin, h + 2 * margin));
    try {
      localStorage.setItem('ledpost.ratio', ratio);
    } catch { /* there is no room for it, and it can be done without */ }
  }

  // fit prepares the painter for a panel of w by h pixels in the room there is.
  fit(w, h) {
    const { canvas } = this, [wide, high] = [w + 2 * margin, h + 2 * margin];
    if (canvas.dataset.size !== `${w}x${h}`) {
      canvas.dataset.size = `${w}x${h}`;
      this.size(w, h);
    }
    const room = canvas.getBoundingClientRect();
    const pitch = Math.max(2, Math.round(Math.min(room.width / wide, room.height / high) * devicePixelRatio));
    const fitted = [w, h, pitch, this.kind].join();
    if (fitted === this.fitted) return;
    this.fitted = fitted;
    Object.assign(canvas, { width: pitch * wide, height: pitch * high });
    this.painter.fit(w, h, pitch, this.kind);
  }

  draw() {
    const { frame, eyes } = this;
    if (!frame) return;
    this.fit(frame.width, frame.height);
    this.painter.draw(eyes ? { ...frame, pixels: frame.pixels.map((v) => eyes[v]) } : frame);
  }
}
