// SPDX-License-Identifier: Apache-2.0

// A picture of a panel's shape, on which one LED is chosen: by a press, by dragging, or by
// the arrow keys.

import { make } from './ui.js';
import { t } from './words.js';

const block = 8; // LEDs that are drawn alike, to count by
const edge = 1; // LEDs' width of board around them
const dark = ['#20242b', '#333944'];
const near = { mouse: 6, touch: 18, pen: 10 }; // px within which a likely place attracts
const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  // likely are places [x, y] that are ringed; moved is called with each choice, chosen at Enter.
  constructor({ cols, rows, likely, moved, chosen }) {
    Object.assign(this, { cols, rows, likely, moved, chosen, at: null });
    this.canvas = make('canvas', { className: 'seek-board', tabIndex: 0, ariaLabel: t('seek.board', { cols, rows }) });
    this.canvas.setAttribute('role', 'application');
    this.canvas.setAttribute('aria-describedby', 'seek-how');
    this.canvas.style.aspectRatio = `${cols + 2 * edge} / ${rows + 2 * edge}`;
    this.canvas.onpointerdown = (e) => { this.canvas.setPointerCapture(e.pointerId); this.press(e); };
    this.canvas.onpointermove = (e) => { if (e.buttons) this.press(e); };
    this.canvas.onkeydown = (e) => this.key(e);
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  // press chooses the LED under the pointer, or a likely one close to it.
  press({ clientX, clientY, pointerType }) {
    const room = this.canvas.getBoundingClientRect(), pitch = room.width / (this.cols + 2 * edge);
    const x = (clientX - room.left) / pitch - edge - 0.5, y = (clientY - room.top) / pitch - edge - 0.5;
    const reach = Math.max(0.8, (near[pointerType] ?? near.mouse) / pitch);
    const [close] = this.likely.map((p) => [Math.hypot(p[0] - x, p[1] - y), p]).filter(([d]) => d <= reach).sort((a, b) => a[0] - b[0]);
    this.go(...(close ? close[1] : [Math.round(x), Math.round(y)]));
  }

  key(e) {
    if (e.key === 'Enter' || e.key === ' ') {
      e.preventDefault();
      if (this.at) this.chosen();
    } else if (steps[e.key] && !e.ctrlKey && !e.altKey && !e.metaKey) {
      e.preventDefault();
      this.step(...steps[e.key].map((n) => n * (e.shiftKey ? block : 1)));
    }
  }

  // step moves the choice; the first step chooses the middle.
  step(dx, dy) {
    if (this.at) this.go(this.at[0] + dx, this.at[1] + dy);
    else this.go(this.cols >> 1, this.rows >> 1);
  }

  go(x, y) {
    this.at = [Math.max(0, Math.min(this.cols - 1, x)), Math.max(0, Math.min(this.rows - 1, y))];
    this.draw();
    this.moved(...this.at);
  }

  draw() {
    const { canvas, cols, rows } = this, pitch = Math.max(3, Math.round(canvas.clientWidth * devicePixelRatio / (cols + 2 * edge)));
    if (!canvas.clientWidth) return;
    Object.assign(canvas, { width: pitch * (cols + 2 * edge), height: pitch * (rows + 2 * edge) });
    const g = canvas.getContext('2d'), middle = (n) => (n + edge + 0.5) * pitch;
    const dot = (x, y, radius) => { g.beginPath(); g.arc(middle(x), middle(y), radius, 0, 2 * Math.PI); };
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < cols; x++) {
        g.fillStyle = dark[(Math.floor(x / block) + Math.floor(y / block)) % 2];
        dot(x, y, pitch * 0.36);
        g.fill();
      }
    }
    g.lineWidth = 1.5 * devicePixelRatio;
    g.strokeStyle = '#8fb8ff';
    for (const [x, y] of this.likely) {
      dot(x, y, Math.max(pitch * 0.8, 5 * devicePixelRatio));
      g.stroke();
    }
    if (this.at) this.mark(g, ...this.at.map(middle), pitch);
  }

  // mark draws the choice, with lines to the edges.
  mark(g, x, y, pitch) {
    g.fillStyle = '#ff8f6366';
    g.fillRect(0, y - pitch / 4, g.canvas.width, pitch / 2);
    g.fillRect(x - pitch / 4, 0, pitch / 2, g.canvas.height);
    g.fillStyle = '#fff';
    g.strokeStyle = '#ff8f63';
    g.beginPath();
    g.arc(x, y, Math.max(pitch * 0.5, 3 * devicePixelRatio), 0, 2 * Math.PI);
    g.fill();
    g.stroke();
  }
}
