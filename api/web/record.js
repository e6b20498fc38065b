// SPDX-License-Identifier: Apache-2.0

// A recording of what the panel shows, for a GIF.

import { t } from './words.js';

const longest = 10; // s
const shortest = 20; // ms of a frame: browsers slow down what is faster
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
