// SPDX-License-Identifier: Apache-2.0

// How dark the screensaver is: what it would show, as bright as it would be.

import { call } from './device.js';

const seen = 0.4; // of full light, the dimmest that the panel has
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

  // dim takes a brightness in percent, and draws it as eyes that are used to the dark see it:
  // the dimmest light is plain to them, and no screen in a bright room could show it as it is.
  dim(brightness) { this.img.style.filter = `brightness(${brightness > 0 ? +(seen + (1 - seen) * brightness / 100).toFixed(3) : 0})`; }
}
