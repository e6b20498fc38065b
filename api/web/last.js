// SPDX-License-Identifier: Apache-2.0

// What this browser knows of the device, for the page that stands in its place while it is away (away.js).

import { $ } from './ui.js';

const cache = 'ledpost-last';
const every = 30_000; // ms

// keepLast keeps from now on what the page shows of a device that is there: its name, what is on, and the panel's
// picture. It has no key.
export function keepLast(panel) {
  if (location.pathname !== '/' || !navigator.serviceWorker) return; // in the demo another one has the page
  navigator.serviceWorker.register('/sw.js').catch(() => {}); // the page works without
  const keep = async () => {
    if ($('main').hidden || $('link').dataset.state !== 'live') return;
    panel.draw();
    const picture = await new Promise((done) => { panel.canvas.toBlob(done); });
    const known = { name: $('name').textContent, at: Date.now(), showed: $('on-what').textContent };
    const kept = await caches.open(cache);
    await kept.put('/known', new Response(JSON.stringify(known)));
    if (picture) await kept.put('/picture', new Response(picture));
  };
  const tries = () => keep().catch(() => {}); // the browser may have no room
  setInterval(tries, every);
  document.addEventListener('visibilitychange', () => document.hidden && tries());
}

// forgetLast ends that with the key.
export const forgetLast = () => globalThis.caches?.delete(cache).catch(() => {});
