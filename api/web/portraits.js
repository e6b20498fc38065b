// SPDX-License-Identifier: Apache-2.0

// The pictures of messages, as the panel would show them: the device draws them one after the other.

import { ask, Refused, theKey } from './device.js';
import { read, wire } from './draft.js';
import { patiently } from './load.js';
import { still } from './still.js';
import { shape } from './ui.js';
import { again } from './watch.js';

const most = 6; // pictures that come at once
const pause = 1000; // ms between two after those: what is being written comes first
const patience = 20, soon = 2000; // times, and ms between them, that it asks for an icon
const late = 10_000; // ms before a picture that could not be had is asked for again

const kept = new Map(); // size of the panel and JSON of a message → URL of its picture
let asked = 0, mayNot; // the key that may not draw

// mayDraw tells whether the device draws for this key.
export const mayDraw = () => mayNot !== theKey();

// keyOf names the picture of a message; remember keeps one that is there already.
export const keyOf = (body) => shape() + JSON.stringify(wire(read(body)));
export const remember = async (body, url) => { kept.set(keyOf(body), await still(url)); };

export class Portraits {
  // place is where they are seen. unfit is called with what the device does not draw, closed when it draws nothing for
  // this key.
  constructor(place, { unfit = () => {}, closed = () => {} } = {}) { Object.assign(this, { place, unfit, closed, all: [] }); }

  // show fills each img of all, which are { body, img }, and later those that lack an icon or could not be had.
  async show(all) {
    this.all = all;
    this.rests?.();
    if (all.busy) return;
    all.busy = true;
    for (const x of all) {
      const key = keyOf(x.body);
      x.left ??= patience;
      if (all === this.all && x.left && mayDraw() && !kept.has(key)) await this.draw(x, key).catch((e) => this.refused(x, e));
      if (kept.has(key) && x.img.src !== kept.get(key)) x.img.src = kept.get(key);
    }
    all.busy = false;
    const lacking = all.filter((x) => x.left && !kept.has(keyOf(x.body)));
    if (all !== this.all || !lacking.length || !mayDraw() || !this.place.checkVisibility()) return;
    this.rests = again(() => this.show(all), lacking.some((x) => x.later) ? soon : late);
  }

  // draw keeps a picture if it lacks nothing.
  async draw(x, key) {
    if (asked++ >= most) await new Promise((done) => setTimeout(done, pause));
    x.later = false;
    const gif = await patiently(() => ask('POST', '/live/preview', wire(read(x.body)), { heard: (headers) => { x.later = headers.has('Retry-After'); } }));
    const src = await still(URL.createObjectURL(gif));
    if (x.later) [x.left, x.img.src] = [x.left - 1, src];
    else kept.set(key, src);
  }

  // refused leaves out what cannot be drawn: a message that was kept and is none, or all of them with a key that may
  // not draw, or no longer. All else may go better later.
  refused(x, e) {
    if (e.status === 400) this.unfit(Object.assign(x, { left: 0 }));
    if (e instanceof Refused) this.all = [];
    if (e.status === 403) [mayNot, this.all] = [theKey(), []];
    if (e.status === 403) this.closed();
  }
}
