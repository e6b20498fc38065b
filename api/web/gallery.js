// SPDX-License-Identifier: Apache-2.0

// The gallery of all apps: what each looks like on this panel, and a sentence about it.

import { ask } from './device.js';
import { load, patiently } from './load.js';
import { still } from './still.js';
import { $, make, shape, toast } from './ui.js';
import { told } from './words.js';

// samples are frames that show at a glance what an app is for; an app that is not here
// shows its name.
export const samples = {
  'com.lametric.clock': { text: '10:08' },
  'com.lametric.countdown': { icon: 'status-hourglass', text: '4:59' },
  'com.lametric.stopwatch': { icon: 'sport-stopwatch', text: '0:12' },
  'com.lametric.weather': { icon: 'weather-partly', text: '21°' },
  'com.ledpost.sky': { icon: 'weather-moon', text: '21:04' },
  'com.ledpost.effects': { text: ' ', background: 'aurora' },
  'com.ledpost.until': { icon: 'nature-christmas', text: '31' },
  'com.ledpost.date': { icon: 'status-calendar', text: '24' },
  'com.ledpost.calendar': { icon: 'status-calendar', text: 'Tea 4' },
  'com.lametric.diy.devwidget': { goalData: { start: 0, current: 72, end: 100, unit: '%' } },
  'com.ledpost.tronbyt': { icon: 'device-server', text: 'apps' },
  'com.lametric.radio': { icon: 'media-radio-playing', text: 'Jazz' },
  'com.ledpost.playing': { icon: 'media-music', text: 'Jazz' },
  'com.ledpost.room': { icon: 'home-house', text: '22°' },
  'com.ledpost.picture': { icon: 'nature-butterfly', text: ' ', background: 'plasma' },
  'com.ledpost.board': { icon: 'weather-partly', text: '10:08' },
};
// signs are the icons of apps whose samples have none.
const signs = {
  'com.lametric.clock': 'status-clock', 'com.ledpost.effects': 'nature-firework', 'com.lametric.diy.devwidget': 'money-chart',
};

// sign is the icon of an app by its package, '' if it has none.
export const sign = (pkg) => samples[pkg]?.icon ?? signs[pkg] ?? '';

const kept = new Map(); // package and size of the panel → URL of its picture

// openGallery lists the apps; the one that is pressed is added.
export function openGallery(apps) {
  const tiles = apps.kinds.map((k) => {
    const img = make('img', { alt: '' });
    const add = make('button', { type: 'button', value: k.package }, make('span', { className: 'screen' }, img),
      make('b', { textContent: k.title }), make('small', { textContent: told('about.' + k.package, k.settings.description || '') }));
    add.onclick = () => { $('gallery').close(); apps.add(k.package); };
    return [k, img, make('li', {}, add)];
  });
  $('gallery-list').replaceChildren(...tiles.map(([, , li]) => li));
  $('community-open').onclick = (e) => community(e.currentTarget, apps);
  $('gallery-close').onclick = () => $('gallery').close();
  $('gallery').showModal();
  draw(tiles);
}

// community shows the apps by others in place of these.
async function community(button, apps) {
  button.disabled = true;
  try {
    const { openCommunity } = await load('community');
    if ($('gallery').open) {
      $('gallery').close();
      openCommunity(apps);
    }
  } catch (e) {
    toast(e.message, true);
  }
  button.disabled = false;
}

// draw gets the pictures, one after the other.
async function draw(tiles) {
  for (const [k, img] of tiles) {
    const key = [k.package, shape()].join();
    if (!kept.has(key)) {
      const body = { model: { frames: [samples[k.package] || { text: k.title }] } };
      const src = await patiently(() => ask('POST', '/live/preview', body)).then((gif) => still(URL.createObjectURL(gif))).catch(() => '');
      if (src) kept.set(key, src);
    }
    if (kept.has(key)) img.src = kept.get(key);
  }
}
