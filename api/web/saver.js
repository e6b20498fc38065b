// SPDX-License-Identifier: Apache-2.0

// How dark the screensaver is: what it would show, as bright as it would be.

import { call } from './device.js';
import { adapted } from './leds.js';

const every = 10_000; // ms between two pictures of the same widget

export class Preview {
  constructor(img) {
    this.img = img;
    this.img.hidden = true;
    this.at = -Infinity;
  }

  // show draws a widget with a brightness in percent.
  async show(widget, brightness) {
    this.dim(brightness);
    if (widget === this.widget && performance.now() - this.at < every) return;
    Object.assign(this, { widget, at: performance.now() });
    const picture = await call('GET', `/live/apps/${widget}.png`).catch(() => null);
    if (!picture) return;
    URL.revokeObjectURL(this.img.src);
    this.img.src = URL.createObjectURL(picture);
    this.img.hidden = false;
  }

  // dim takes a brightness in percent, and draws it as eyes that are used to the dark see it.
  dim(brightness) { this.img.style.filter = `brightness(${+adapted(brightness / 100).toFixed(3)})`; }
}
