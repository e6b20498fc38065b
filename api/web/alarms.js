// SPDX-License-Identifier: Apache-2.0

// When the clocks ring, as the device tells it: by the time of its own zone, or of the
// clock's.

export const clockApp = 'com.lametric.clock';

const day = 864e5; // ms

// ring is the next of all: {at, days, wait}, at being what the clock shows then, as if it
// stood in UTC, days how many nights lie before it; null if there is none.
export function ring(widgets, now = Date.now()) {
  let first = null;
  for (const { rings, widget } of widgets) {
    const moment = Date.parse(rings), wait = moment - now;
    if (isNaN(moment) || first && first.wait <= wait) continue;
    const at = Date.parse(rings.slice(0, 19) + 'Z'), shown = now + at - moment;
    first = { at, days: Math.floor(at / day) - Math.floor(shown / day), wait, widget };
  }
  return first;
}
