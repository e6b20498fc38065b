// SPDX-License-Identifier: Apache-2.0

// Apps that have nothing to show: instead of a piece of the sentence that scrolls over the
// panel, their tiles have the icon of the app, and say in a word why.

import { thumb } from './iconpictures.js';
import { make } from './ui.js';

// Of an app its icon, and the settings of which one must be there for it to show something;
// an app that has something to say shows it in any case.
const needs = {
  'com.lametric.weather': ['weather-partly', 'place', 'latitude', 'url'],
  'com.ledpost.until': ['nature-christmas', 'date'],
  'com.ledpost.calendar': ['status-calendar', 'urls'],
  'com.lametric.diy.devwidget': ['money-chart', 'url'],
  'com.ledpost.tronbyt': ['device-server', 'url'],
  'com.lametric.radio': ['media-radio', 'stations'],
  'com.ledpost.playing': ['media-music'],
  'com.ledpost.board': ['device-monitor'],
};
const boards = [64, 32]; // LEDs that a board needs at least

// why says which word of apps.… tells why the widget w has nothing to show on a panel of
// columns × rows LEDs; '' = it has something.
export function why(w, columns, rows) {
  const [, ...keys] = needs[w.package] || [];
  if (w.package === 'com.ledpost.board') return columns < boards[0] || rows < boards[1] ? 'small' : '';
  if (!needs[w.package] || w.says || keys.some((k) => (w.settings[k] ?? '').length !== 0)) return '';
  return w.package === 'com.ledpost.playing' ? 'silent' : 'unset';
}

const kept = new Map(); // package and size of the panel → URL of its emblem

// emblem is the icon of the app of w in the middle of a panel of columns × rows LEDs, as
// large as fits in whole LEDs, with room around it on a large panel; its URL.
export async function emblem(w, columns, rows) {
  const key = [w.package, columns, rows].join();
  if (!kept.has(key)) {
    const icon = make('img', { src: await thumb(needs[w.package][0]) });
    await icon.decode();
    const most = Math.floor(Math.min(columns, rows) / icon.height), by = most > 2 ? most - 1 : Math.max(1, most), width = by * icon.width, height = by * icon.height;
    const panel = make('canvas', { width: columns, height: rows }), ink = panel.getContext('2d');
    ink.fillRect(0, 0, columns, rows);
    ink.imageSmoothingEnabled = false;
    ink.drawImage(icon, Math.floor((columns - width) / 2), Math.floor((rows - height) / 2), width, height);
    kept.set(key, panel.toDataURL());
  }
  return kept.get(key);
}
