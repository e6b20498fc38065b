// SPDX-License-Identifier: Apache-2.0

// Pictures of the icons in a list: fetched by name, some at a time, and kept.

import { call } from './device.js';
import { patiently } from './load.js';
import { still } from './still.js';
import { again } from './watch.js';

const atOnce = 60; // names of one request
const most = 1500; // pictures that are kept
const pause = 5000; // ms before it asks again

const slot = (icon) => [icon.source, icon.name, icon.version].join();

export class Thumbs {
  constructor() {
    this.kept = new Map(); // data URIs by slot
    this.wanted = []; // pairs of an <img> and its icon
    this.lost = []; // such pairs that the device did not answer for
    this.rests = () => {}; // ends the pause before it asks again for those
    this.busy = false;
  }

  // show gives img the picture of an icon, as soon as it is there.
  show(img, icon) {
    const src = icon.thumb || this.kept.get(slot(icon));
    if (src) {
      img.src = src;
      return;
    }
    this.wanted.push([img, icon]);
    if (!this.busy) this.fetch();
  }

  // forget leaves out what is still wanted: nobody sees it.
  forget() {
    this.rests();
    [this.wanted, this.lost] = [[], []];
  }

  // again asks once more for what the device did not answer for.
  again() {
    this.rests();
    this.wanted.push(...this.lost.splice(0));
    if (this.wanted.length && !this.busy) this.fetch();
  }

  // fetch asks for what is wanted until all is there. What cannot be had is asked for
  // again after a pause.
  async fetch() {
    this.busy = true;
    await null; // whoever asks now asks for more
    while (this.wanted.length) {
      const some = this.wanted.splice(0, atOnce);
      const query = some.map(([, icon]) => 'name=' + encodeURIComponent(icon.name)).join('&');
      const found = await patiently(() => call('GET', '/live/icons?' + query)).catch(() => null); // the list itself tells what is wrong
      if (!found) {
        this.lost.push(...some);
        continue;
      }
      if (this.kept.size > most) this.kept.clear();
      for (const [img, icon] of some) {
        const src = await still(found.find((f) => f.name === icon.name && f.source === icon.source)?.thumb).catch(() => '');
        if (!src) continue;
        this.kept.set(slot(icon), src);
        img.src = src;
      }
    }
    this.busy = false;
    if (this.lost.length) this.rests = again(() => this.lost[0]?.[0].checkVisibility() && this.again(), pause);
  }
}
