// The live panel: round LEDs in their true colours.

import { socket } from './device.js';

const body = [26, 28, 33]; // of an LED that is off: its light comes on top

// Panel draws frames on a canvas: u16 width, u16 height, little endian, then
// RGB888 (GET /live/frames).
export class Panel {
  constructor(canvas, state) {
    this.canvas = canvas;
    this.state = state;
    this.frame = null;
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  // connect keeps a stream open and opens it again when it breaks.
  connect() {
    this.close();
    const ws = this.ws = socket('/live/frames');
    ws.onopen = () => this.state(true);
    ws.onmessage = (m) => this.show(new Uint8Array(m.data));
    ws.onclose = () => {
      if (this.ws !== ws) return;
      this.state(false);
      this.again = setTimeout(() => this.connect(), 1500);
    };
  }

  close() {
    clearTimeout(this.again);
    const ws = this.ws;
    this.ws = null;
    if (ws) ws.close();
  }

  show(bytes) {
    if (bytes.length < 4) return;
    const width = bytes[0] | bytes[1] << 8, height = bytes[2] | bytes[3] << 8;
    if (bytes.length !== 4 + 3 * width * height) return;
    this.frame = { width, height, pixels: bytes.subarray(4) };
    if (!this.pending) {
      this.pending = requestAnimationFrame(() => {
        this.pending = 0;
        this.draw();
      });
    }
  }

  draw() {
    const { canvas, frame } = this;
    if (!frame) return;
    const size = canvas.clientWidth * devicePixelRatio;
    const pitch = Math.max(2, Math.floor(size / frame.width));
    const w = pitch * frame.width, h = pitch * frame.height;
    if (canvas.width !== w || canvas.height !== h) {
      canvas.width = w;
      canvas.height = h;
      canvas.style.aspectRatio = `${w} / ${h}`;
    }
    const g = canvas.getContext('2d');
    g.clearRect(0, 0, w, h);
    const r = pitch * 0.42;
    for (let i = 0, y = 0; y < frame.height; y++) {
      for (let x = 0; x < frame.width; x++, i += 3) {
        const [red, green, blue] = body.map((b, c) => b + frame.pixels[i + c] * (1 - b / 255));
        g.fillStyle = `rgb(${red} ${green} ${blue})`;
        g.beginPath();
        g.arc((x + 0.5) * pitch, (y + 0.5) * pitch, r, 0, 2 * Math.PI);
        g.fill();
      }
    }
  }
}
