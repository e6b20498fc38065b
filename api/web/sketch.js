// SPDX-License-Identifier: Apache-2.0

// The small panel on which one sees what one writes: the device draws it
// (POST /live/preview), a moment after the last change.

import { call, Fault, theKey } from './device.js';
import { still } from './still.js';

const pause = 300; // ms after a change: the device draws four a second, for all pages of a browser
const again = 1000; // ms until it is asked again for what lacks an icon, or when it is busy
const patience = 20; // times

export class Sketch {
  // faults is called with what is wrong with the notification, [] when nothing is.
  constructor(place, faults) {
    Object.assign(this, { place, faults, image: place.querySelector('img'), turn: 0 });
    this.image.onload = () => {
      place.style.setProperty('--columns', this.image.naturalWidth);
      place.style.setProperty('--rows', this.image.naturalHeight);
    };
  }

  // show draws a notification, null for none.
  show(body, alt) {
    this.alt = alt;
    clearTimeout(this.timer);
    const turn = ++this.turn;
    if (!body || this.mayNot === theKey()) return this.put(null);
    this.timer = setTimeout(() => this.ask(body, turn, patience), pause);
  }

  async ask(body, turn, left) {
    let later = false, seen;
    try {
      const picture = await call('POST', '/live/preview', body, (headers) => { later = headers.has('Retry-After'); });
      if (turn !== this.turn) return;
      this.faults([]);
      await this.put(seen = picture);
      this.drawn = later ? '' : JSON.stringify(body);
    } catch (e) {
      if (turn !== this.turn) return;
      if (e.status === 403) [this.mayNot, later] = [theKey(), false]; // a key that only sends draws nothing
      else if (!later && e instanceof Fault) this.faults(e.messages);
    }
    this.place.hidden = this.mayNot === theKey();
    this.place.toggleAttribute('data-stale', !seen);
    if (later && left > 0) this.timer = setTimeout(() => this.ask(body, turn, left - 1), again);
  }

  // give gives away the URL of the picture of a notification, as JSON, '' if it is not drawn.
  give(text) {
    if (this.drawn !== text || this.place.hasAttribute('data-stale')) return '';
    const { url } = this;
    Object.assign(this, { url: '', drawn: '' });
    return url;
  }

  async put(picture) {
    this.drawn = '';
    if (this.url) URL.revokeObjectURL(this.url);
    const url = this.url = picture && URL.createObjectURL(picture);
    const src = await still(url).catch(() => url); // it may have been replaced
    if (url !== this.url) return;
    this.place.style.setProperty('--src', src ? `url(${src})` : 'none');
    if (src) this.image.src = src;
    else this.image.removeAttribute('src');
    this.image.alt = this.url ? this.alt : '';
    this.place.toggleAttribute('data-empty', !this.url);
  }
}
