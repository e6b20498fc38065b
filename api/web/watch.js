// SPDX-License-Identifier: Apache-2.0

// What the device does, as it says itself: GET /live/watch.

import { socket } from './device.js';

const silence = 2500; // ms; the device says something every second
const pause = 1500; // ms before it is tried again

// Watch calls changed when something of the device has changed, status with what it
// does, and alive when it is heard or no longer is; it opens the WebSocket again when
// that breaks or says nothing.
export class Watch {
  constructor({ changed, status, alive }) {
    Object.assign(this, { changed, status, alive });
  }

  connect() {
    this.close();
    const ws = this.ws = socket('/live/watch');
    let last = '';
    ws.onopen = () => this.after(silence);
    ws.onmessage = (m) => {
      this.after(silence);
      this.alive(true);
      const s = JSON.parse(m.data);
      const seen = JSON.stringify({ ...s, lux: null });
      if (s.showing) this.status(s);
      if (seen === last) return; // a heartbeat, or only the light
      if (s.showing) last = seen;
      this.changed();
    };
    ws.onclose = () => {
      if (this.ws !== ws) return;
      this.alive(false);
      this.after(pause);
      this.changed(); // which tells why: a request is answered in words
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
    const ws = this.ws;
    this.ws = null;
    if (ws) ws.close();
  }
}
