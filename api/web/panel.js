// The live panel: round LEDs in their true colours.

import { socket } from './device.js';

const body = [30, 32, 38]; // of an LED that is off; its own light covers it
const radius = 0.43; // of a pitch
const glow = 0.3; // of the light around an LED

const sheet = (width, height) => Object.assign(document.createElement('canvas'), { width, height });

// Panel draws frames on a canvas: u16 width, u16 height, little endian, then
// RGB888 (GET /live/frames).
export class Panel {
  constructor(canvas, state) {
    this.canvas = canvas;
    this.state = state;
    this.frame = null;
    this.pitch = 0;
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

  // fit makes the sheets for a panel of w by h pixels in the room there is.
  fit(w, h) {
    const { canvas } = this;
    if (canvas.dataset.size !== `${w}x${h}`) {
      canvas.dataset.size = `${w}x${h}`;
      canvas.style.aspectRatio = `${w} / ${h}`;
    }
    const room = canvas.getBoundingClientRect();
    const pitch = Math.max(2, Math.round(Math.min(room.width / w, room.height / h) * devicePixelRatio));
    if (pitch === this.pitch && canvas.width === pitch * w && canvas.height === pitch * h) return;
    this.pitch = pitch;
    canvas.width = pitch * w;
    canvas.height = pitch * h;
    this.small = sheet(w, h);
    this.large = sheet(canvas.width, canvas.height);
    this.mask = sheet(canvas.width, canvas.height);
    const g = this.mask.getContext('2d');
    for (let y = 0; y < h; y++) {
      for (let x = 0; x < w; x++) {
        g.beginPath();
        g.arc((x + 0.5) * pitch, (y + 0.5) * pitch, radius * pitch, 0, 2 * Math.PI);
        g.fill();
      }
    }
  }

  // draw takes the frame large, cuts it into discs and puts them over its glow.
  draw() {
    const { canvas, frame } = this;
    if (!frame) return;
    this.fit(frame.width, frame.height);
    const g = canvas.getContext('2d'), discs = this.large.getContext('2d'), { width, height } = canvas;
    this.paint([0, 0, 0]);
    g.globalCompositeOperation = 'copy';
    g.globalAlpha = glow;
    g.drawImage(this.small, 0, 0, width, height);
    this.paint(body);
    discs.globalCompositeOperation = 'copy';
    discs.imageSmoothingEnabled = false;
    discs.drawImage(this.small, 0, 0, width, height);
    discs.globalCompositeOperation = 'destination-in';
    discs.drawImage(this.mask, 0, 0);
    g.globalCompositeOperation = 'source-over';
    g.globalAlpha = 1;
    g.drawImage(this.large, 0, 0);
  }

  // paint puts the frame on the small sheet, over the colour of dark LEDs.
  paint(off) {
    const { width, height, pixels } = this.frame, g = this.small.getContext('2d'), image = g.createImageData(width, height);
    for (let i = 0, o = 0; i < pixels.length; i += 3, o += 4) {
      const dark = 1 - Math.max(pixels[i], pixels[i + 1], pixels[i + 2]) / 255;
      for (let c = 0; c < 3; c++) image.data[o + c] = pixels[i + c] + off[c] * dark;
      image.data[o + 3] = 255;
    }
    g.putImageData(image, 0, 0);
  }
}
