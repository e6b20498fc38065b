// SPDX-License-Identifier: Apache-2.0

// A recording of what the panel shows, for a GIF or, where the browser records one, a film.

import { margin } from './leds.js';
import { Painter } from './painter.js';
import { t } from './words.js';

const longest = 10; // s
const shortest = 20; // ms of a frame: browsers slow down what is faster
const kind = 'video/webm';
const rate = 30, again = 100; // frames a second of a film, and ms after which one is drawn again
const bits = 4e6; // a second of a film: LEDs are small and sharp
const wide = 640; // px of the GIF at most, unless the panel is wider at two a LED

export class Recorder {
  constructor(panel) {
    this.panel = panel;
    this.running = null;
  }

  // record keeps the frames of some seconds, calls count each second with those left,
  // 0 when the GIF is being made, and gives the GIF.
  async record(count) {
    const { panel } = this;
    if (!panel.frame) throw new Error(t('stage.nothing'));
    const frames = [{ ...panel.frame, at: performance.now() }];
    const add = (f) => {
      const last = frames.at(-1), at = performance.now();
      if (f.width !== last.width || f.height !== last.height) return;
      if (at - last.at < shortest && frames.length > 1) last.pixels = f.pixels;
      else frames.push({ ...f, at });
    };
    panel.seen.add(add);
    await this.wait(count);
    panel.seen.delete(add);
    count(0);
    return this.make(frames, performance.now());
  }

  // film is record for a WebM, with LEDs as the page draws them.
  async film(count) {
    const { panel } = this, { frame } = panel;
    if (!frame) throw new Error(t('stage.nothing'));
    const canvas = document.createElement('canvas'), painter = new Painter(canvas);
    const across = frame.width + 2 * margin, pitch = 2 * Math.max(1, Math.min(8, Math.floor(wide / across)));
    Object.assign(canvas, { width: pitch * across, height: pitch * (frame.height + 2 * margin) });
    painter.fit(frame.width, frame.height, pitch, panel.kind);
    const draw = (f) => f.width === frame.width && f.height === frame.height && painter.draw(f);
    const camera = new MediaRecorder(canvas.captureStream(rate), { mimeType: kind, videoBitsPerSecond: bits }), parts = [];
    camera.ondataavailable = (e) => parts.push(e.data);
    const ended = new Promise((done, failed) => {
      camera.onstop = done;
      camera.onerror = () => failed(new Error(t('stage.film-failed')));
    });
    draw(frame);
    camera.start();
    panel.seen.add(draw);
    const still = setInterval(() => draw(panel.frame), again); // a picture that stands still has frames, too
    await this.wait(count);
    clearInterval(still);
    panel.seen.delete(draw);
    count(0);
    camera.stop();
    await ended;
    return new Blob(parts, { type: kind });
  }

  // wait ends after the longest time, or when stop is called.
  wait(count) {
    return new Promise((done) => {
      let left = longest;
      count(left);
      this.running = setInterval(() => (--left > 0 ? count(left) : this.stop()), 1000);
      this.ended = done;
    });
  }

  stop() {
    clearInterval(this.running);
    this.running = null;
    this.ended();
  }

  // make has the GIF made by a worker.
  make(frames, end) {
    const { width, height } = frames[0];
    const scale = Math.max(2, Math.min(12, Math.floor(wide / width)));
    const lasting = frames.map((f, i) => ({ pixels: f.pixels, ms: (frames[i + 1]?.at ?? end) - f.at }));
    const worker = new Worker(new URL('gif.js', import.meta.url), { type: 'module' });
    return new Promise((done, failed) => {
      worker.onmessage = (m) => done(new Blob([m.data], { type: 'image/gif' }));
      worker.onerror = () => failed(new Error(t('stage.failed')));
      worker.postMessage({ width, height, frames: lasting, scale, kind: this.panel.kind });
    }).finally(() => worker.terminate());
  }
}
