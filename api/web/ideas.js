// SPDX-License-Identifier: Apache-2.0

// Templates beside the composer: what was sent from here, and ideas, drawn as the panel
// would show them. A press puts one into the composer; nothing is sent by it.

import { ask } from './device.js';
import { read, said, wire } from './draft.js';
import { past } from './history.js';
import { patiently } from './load.js';
import { still } from './still.js';
import { $, make } from './ui.js';
import { t } from './words.js';

const most = 6; // tiles
const pause = 1000; // ms between two pictures after the first six: what is being written comes first

const square = 12; // rows that a panel needs for Chinese

// words are those of an idea, or signs where the panel has no room for their script.
function words(text, signs) {
  const rows = +document.documentElement.style.getPropertyValue('--rows');
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
const kept = new Map(); // JSON of a message → URL of its picture

let shown = '', asked = 0;

// draw shows the templates; chosen is called with the draft of the one that is pressed.
export async function draw(chosen) {
  const { sent, liked } = past(), seen = new Set();
  const all = [...[...liked, ...sent].map(read).map((d) => [wire(d), said(d)]), ...ideas()].map(([body, name]) => [JSON.stringify(body), body, name])
    .filter(([key]) => !seen.has(key) && seen.add(key)).slice(0, most);
  const keys = all.map(([key]) => key).join();
  if (shown === keys) return;
  shown = keys;
  const tiles = all.map(([key, body, name]) => {
    const img = make('img', { alt: '' });
    return [key, body, img, make('button', { type: 'button', onclick: () => chosen(read(body)) }, make('span', { className: 'screen' }, img), make('b', { textContent: name }))];
  });
  $('ideas-list').replaceChildren(...tiles.map(([, , , b]) => make('li', {}, b)));
  for (const [key, body, img] of tiles) {
    if (!kept.has(key)) {
      if (asked++ >= most) await new Promise((done) => setTimeout(done, pause));
      if (!img.isConnected) return; // there are others by now
      const gif = await patiently(() => ask('POST', '/live/preview', body)).catch((e) => { if (e.status === 400) img.closest('li').remove(); }); // what was kept is no message
      if (gif) kept.set(key, await still(URL.createObjectURL(gif)));
    }
    if (kept.has(key)) img.src = kept.get(key);
  }
}
