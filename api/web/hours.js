// SPDX-License-Identifier: Apache-2.0

// The schedule in short, beside the shelf: which app has which days and hours.

import { call } from './device.js';
import { $, fold, make, write } from './ui.js';
import { dayName, days } from './week.js';
import { minutesOf, t, timeOfDay } from './words.js';

// runs gives days as people say them: three and more that follow each other as from–to.
function runs(of) {
  const at = days.map((d, i) => [of.includes(d), i]).filter(([on]) => on).map(([, i]) => i), out = [];
  for (const i of at) {
    const last = out.at(-1);
    if (last && last[1] === i - 1) last[1] = i;
    else out.push([i, i]);
  }
  return out.map(([a, b]) => (a === b ? dayName(a) : `${dayName(a)}${b - a > 1 ? '–' : ', '}${dayName(b)}`)).join(', ');
}

// drawHours lists the blocks of the schedule, and says that they have no effect in another
// mode; apps has the widgets.
export async function drawHours(apps, mode) {
  const blocks = await call('GET', '/live/schedule');
  $('hours').replaceChildren(...blocks.map((b) => {
    const w = apps.list.find((x) => x.widget === b.widget);
    return make('li', {}, make('b', { textContent: w ? apps.title(w) : '' }), make('span', { textContent: `${runs(b.days)} · ${timeOfDay(minutesOf(b.from))}–${timeOfDay(minutesOf(b.to))}` }));
  }));
  $('hours').hidden = blocks.length === 0;
  write($('no-hours'), t(blocks.length ? 'plan.off' : 'plan.none'));
  $('no-hours').hidden = blocks.length > 0 && mode === 'schedule';
  fold($('hours'));
}
