// SPDX-License-Identifier: Apache-2.0

// What the device does, as it says itself: GET /live/watch.

import { socket } from './device.js';

const silence = 2500; // ms; the device says something every second
const patience = 5000; // ms until it begins to, of which the page says already that it is there
const pause = 1500; // ms before it is tried again
const rest = 60_000; // ms at least, while nobody looks at the page

// again calls act after ms; of a page that nobody looks at after a minute, or as soon as
// somebody does. It returns what ends that.
export function again(act, ms) {
  const end = () => { clearTimeout(timer); document.removeEventListener('visibilitychange', seen); };
  const go = () => { end(); act(); };
  const seen = () => document.hidden || go();
  const timer = setTimeout(go, document.hidden ? Math.max(ms, rest) : ms);
  if (document.hidden) document.addEventListener('visibilitychange', seen);
  return end;
}

// Watch calls changed when something of the device has changed, status with what it
// does, alive when it is heard or no longer is, and ended when the WebSocket breaks; it opens
// that again then, and when it says nothing.
export class Watch {
  constructor({ changed, status, alive, ended }) {
    Object.assign(this, { changed, status, alive, ended, rests: () => {} });
  }

  // connect watches, and does so until close is called. Who knows the device since a revision of it, with
  // such a status, is told of what differs from that alone.
  connect(since, known) {
    this.close();
    const ws = this.ws = socket('/live/watch' + (known ? `?since=${since}` : ''));
    const told = (s) => JSON.stringify({ ...s, lux: null });
    let last = known ? told(known) : '';
    if (known) this.after(patience);
    ws.onopen = () => this.after(silence);
    ws.onmessage = (m) => {
      this.after(silence);
      this.alive(true);
      const s = JSON.parse(m.data);
      const seen = told(s);
      if (s.showing) this.status(s);
      if (seen === last) return; // a heartbeat, or only the light
      if (s.showing) last = seen;
      this.changed();
    };
    ws.onclose = () => {
      if (this.ws !== ws) return;
      clearTimeout(this.timer);
      this.alive(false);
      this.rests = again(() => this.connect(), pause);
      this.ended();
    };
  }

  // after connects anew when nothing comes for so long.
  after(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.alive(false);
      this.connect();
    }, ms);
  }

  close() {
    clearTimeout(this.timer);
    this.rests();
    const ws = this.ws;
    this.ws = null;
    if (ws) ws.close();
  }
}
