// SPDX-License-Identifier: Apache-2.0

// When the alarms of the clocks ring, as the device says it: by the time of its own zone,
// or of the clock's.

export const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
export const clockApp = 'com.lametric.clock';

const day = 864e5; // ms

// wall is what clocks in a zone show at a moment, as if they stood in UTC; offset holds
// where no zone is named.
function wall(now, zone, offset) {
  if (!zone) return now + offset;
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' }).formatToParts(now);
    const p = Object.fromEntries(parts.map(({ type, value }) => [type, +value]));
    return Date.UTC(p.year, p.month - 1, p.day, p.hour, p.minute, p.second);
  } catch {
    return now + offset; // a zone that this browser does not know
  }
}

// after is how many ms lie between a time of the wall and the next ring of an alarm.
function after(alarm, shown) {
  const [h, m] = alarm.time.split(':').map(Number), midnight = Math.floor(shown / day) * day;
  for (let d = 0; d <= 7; d++) {
    const at = midnight + d * day + (h * 60 + m) * 60_000;
    if (at > shown && (!alarm.days?.length || alarm.days.includes(days[new Date(at).getUTCDay()]))) return { at, wait: at - shown, days: d };
  }
  return null;
}

// ring is the next of all: {at, days, wait}, at being what the clock shows then, days
// how many nights lie before it; null if there is none.
export function ring(widgets, offset, now = Date.now()) {
  let first = null;
  for (const w of widgets.filter((x) => x.package === clockApp)) {
    const shown = wall(now, w.settings?.zone, offset);
    for (const alarm of w.settings?.alarms || []) {
      const next = alarm.enabled === false || !alarm.time ? null : after(alarm, shown);
      if (next && (!first || next.wait < first.wait)) first = { ...next, widget: w.widget };
    }
  }
  return first;
}
