// SPDX-License-Identifier: Apache-2.0

// Templates beside the composer: what was sent from here, and ideas, drawn as the panel
// would show them. A press puts one into the composer; nothing is sent by it.

import { ask, Refused, theKey } from './device.js';
import { read, said, wire } from './draft.js';
import { past } from './history.js';
import { patiently } from './load.js';
import { still } from './still.js';
import { $, make, shape } from './ui.js';
import { again } from './watch.js';
import { t } from './words.js';

const most = 6; // tiles
const patience = 20, soon = 2000; // times, and ms between them, that it asks for an icon
const pause = 1000; // ms between two pictures after the first six: what is being written comes first
const late = 10_000; // ms before a picture that could not be had is asked for again

const square = 16; // rows that a panel needs for Chinese

// words are those of an idea, or signs where the panel has no room for their script.
function words(text, signs) {
  const [, rows] = shape();
  return rows < square && /\p{Script=Han}/u.test(text) ? signs : text;
}

const message = (priority, ...frames) => ({ priority, model: { frames } });

// ideas are messages with the names that stand below them.
const ideas = () => [
  [message('info', { icon: 'food-coffee', text: words(t('ideas.coffee'), 'OK') }), t('ideas.coffee')],
  [message('warning', { icon: 'home-doorbell', text: words(t('ideas.door'), '!') }), t('ideas.door')],
  [message('info', { icon: 'sport-running', goalData: { start: 0, current: 7, end: 10, unit: 'km' } }), '7 km'],
  [message('info', { icon: 'home-washer', text: words(t('ideas.washing'), 'OK') }), t('ideas.washing')],
  [message('info', { icon: 'face-love', text: words(t('ideas.hello'), ':-)'), effect: 'rainbow' }), t('ideas.hello')],
  [message('info', { icon: 'weather-sun', chartData: [3, 4, 6, 9, 12, 14, 15, 13, 10, 7, 5, 4] }), t('send.chart')],
];
const kept = new Map(); // size of the panel and JSON of a message → URL of its picture

let tiles = [], asked = 0, mayNot; // the key that may not draw

// draw shows the templates; chosen is called with the draft of the one that is pressed. What
// could not be drawn is asked for again.
export function draw(chosen) {
  $('ideas').hidden = mayNot === theKey();
  if ($('ideas').hidden) return;
  const { sent, liked } = past(), seen = new Set(), size = shape();
  const all = [...[...liked, ...sent].map(read).map((d) => [wire(d), said(d)]), ...ideas()].map(([body, name]) => [size + JSON.stringify(body), body, name])
    .filter(([key]) => !seen.has(key) && seen.add(key)).slice(0, most);
  if (all.map(([key]) => key).join() !== tiles.map((x) => x.key).join()) put(all, chosen);
  fill(tiles);
}

// put replaces the tiles.
function put(all, chosen) {
  tiles = all.map(([key, body, name]) => {
    const img = make('img', { alt: '' });
    const tile = make('button', { type: 'button', onclick: () => chosen(read(body)) }, make('span', { className: 'screen' }, img), make('b', { textContent: name }));
    return { key, body, img, tile, left: patience };
  });
  $('ideas-list').replaceChildren(...tiles.map(({ tile }) => make('li', {}, tile)));
}

// fill gets the pictures of tiles, one after the other, and asks later for those that lack an icon.
async function fill(mine) {
  if (mine.busy) return;
  mine.busy = true;
  mine.rests?.();
  for (const x of mine) {
    if (mine === tiles && x.left && !kept.has(x.key)) await picture(x).catch((e) => refused(x, e));
    if (kept.has(x.key)) x.img.src = kept.get(x.key);
  }
  mine.busy = false;
  const lacking = mine.filter((x) => x.left && (x.later || !kept.has(x.key)));
  if (mine === tiles && lacking.length && $('ideas').checkVisibility()) mine.rests = again(() => fill(mine), lacking.some((x) => x.later) ? soon : late);
}

// picture draws a tile, and keeps the picture if it lacks nothing.
async function picture(x) {
  if (asked++ >= most) await new Promise((done) => setTimeout(done, pause));
  x.later = false;
  const gif = await patiently(() => ask('POST', '/live/preview', x.body, { heard: (headers) => { x.later = headers.has('Retry-After'); } }));
  const src = await still(URL.createObjectURL(gif));
  if (x.later) [x.left, x.img.src] = [x.left - 1, src];
  else kept.set(x.key, src);
}

// refused leaves out what cannot be drawn: a message that was kept and is none, or all of them
// with a key that may not draw, or no longer. All else may go better later.
function refused(x, e) {
  if (e.status === 400) Object.assign(x, { left: 0 }).tile.closest('li').remove();
  if (e instanceof Refused) tiles = [];
  if (e.status === 403) [mayNot, tiles, $('ideas').hidden] = [theKey(), [], true];
}
