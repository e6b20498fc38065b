// SPDX-License-Identifier: Apache-2.0

// Templates beside the composer: favourites and ideas, drawn as the panel would show them. A press puts one
// into the composer; nothing is sent by it.

import { read, said } from './draft.js';
import { past } from './history.js';
import { keyOf, mayDraw, Portraits } from './portraits.js';
import { $, make, shape } from './ui.js';
import { t } from './words.js';

const most = 6; // tiles
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

let tiles = [];
const portraits = new Portraits($('ideas'), { unfit: (x) => x.tile.closest('li').remove(), closed: () => { tiles = []; $('ideas').hidden = true; } });

// draw shows the templates; chosen is called with the draft of the one that is pressed. What
// could not be drawn is asked for again.
export function draw(chosen) {
  $('ideas').hidden = !mayDraw();
  if ($('ideas').hidden) return;
  const all = [...past().liked.map((body) => [body, said(read(body))]), ...ideas()].map(([body, name]) => ({ key: keyOf(body), body, name })).slice(0, most);
  if (all.map((x) => x.key).join() !== tiles.map((x) => x.key).join()) put(all, chosen);
  portraits.show(tiles);
}

// put replaces the tiles.
function put(all, chosen) {
  tiles = all.map((x) => {
    const img = make('img', { alt: '' });
    const tile = make('button', { type: 'button', onclick: () => chosen(read(x.body)) }, make('span', { className: 'screen' }, img), make('b', { textContent: x.name }));
    return { ...x, img, tile };
  });
  $('ideas-list').replaceChildren(...tiles.map(({ tile }) => make('li', {}, tile)));
}
