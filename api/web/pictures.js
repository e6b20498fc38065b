// SPDX-License-Identifier: Apache-2.0

// Choosing from moving pictures: in place of a list of names is a row of tiles, each with the moving
// picture of a choice, and a button that shows all of them at once.

import { Fault, picture, Unreachable } from './device.js';
import { rove } from './rove.js';
import { still } from './still.js';
import { endTry, offer } from './tryout.js';
import { $, make, shape } from './ui.js';
import { t } from './words.js';

const pause = 400; // ms before the device is asked again when it was asked too often
const tries = 25;
// The device draws 20 pictures at once for an address, then four a second: some of
// them are for what is being written.
const atOnce = 12, every = 300;
let due = 0; // ms, when the last picture that was asked for has been made up for
const held = new Map(); // path and size of the panel → URL of the picture

// filled is the event of a select whose value a program has set.
export const filled = 'filled';

let rows = 0; // how many there are

// pick is the tile of a choice: its name below the picture at path, if it has one.
export function pick(name, path) {
  const tile = make('button', { type: 'button', className: 'pick' }, make('img', { alt: '' }), make('span', { textContent: name }));
  if (path) tile.dataset.path = path;
  return tile;
}

// picks are the tiles of a select's options; path is that of an option's picture, '' for none.
const picks = (select, path) => [...select.options].map((o) => {
  const tile = Object.assign(pick(o.text, path(o.value)), { value: o.value });
  tile.setAttribute('aria-pressed', o.selected);
  tile.onclick = () => {
    select.value = o.value;
    for (const event of ['input', 'change']) select.dispatchEvent(new Event(event, { bubbles: true }));
  };
  return tile;
});

const listed = (tiles) => tiles.map((tile) => make('li', {}, tile));

// pictured puts a row of tiles in place of a select, which keeps the choice.
export function pictured(select, path) {
  const label = select.closest('label'), name = make('span', { id: 'reel-' + ++rows }, label.firstChild);
  const list = make('ul', {}), row = make('div', {}, list), stop = rove(row);
  const all = make('button', { type: 'button', className: 'quiet', textContent: t('pictures.open'), onclick: () => open(select, path) });
  row.setAttribute('role', 'group');
  row.setAttribute('aria-labelledby', name.id);
  all.setAttribute('aria-describedby', name.id);
  const note = select.getAttribute('aria-describedby');
  if (note) row.setAttribute('aria-describedby', note); // where explain marks a fault, too
  select.hidden = true;
  label.replaceWith(make('div', { className: 'reel' }, name, all, row, select));
  let tiles = [], options, chosen;
  const near = () => { // the chosen tile is in the row's sight
    const { offsetLeft: left, offsetWidth: width } = chosen ?? row;
    if (left < row.scrollLeft || left + width > row.scrollLeft + row.clientWidth) row.scrollLeft = left - (row.clientWidth - width) / 2;
  };
  const show = () => {
    const is = JSON.stringify([shape(), [...select.options].map((o) => [o.value, o.text])]);
    if (is !== options) {
      [options, tiles, chosen] = [is, picks(select, path), undefined];
      list.replaceChildren(...listed(tiles));
      loadPictures(tiles);
    } else loadPictures(tiles.filter((tile) => tile.querySelector('img[src=""]'))); // of which the device gave none
    for (const tile of tiles) tile.setAttribute('aria-pressed', tile.value === select.value);
    const now = tiles.find((tile) => tile.value === select.value);
    if (now === chosen) return;
    chosen = now;
    stop(now);
    near();
  };
  for (const event of ['change', filled]) select.addEventListener(event, show);
  new ResizeObserver(near).observe(row); // it may be out of sight until its place opens
  show();
}

// open shows the tiles of all options at once.
function open(select, path) {
  const tiles = picks(select, path);
  for (const tile of tiles) tile.addEventListener('click', () => $('pictures').close());
  $('pictures-list').replaceChildren(...listed(tiles));
  $('pictures-close').onclick = () => $('pictures').close();
  $('pictures').onclose = endTry;
  $('pictures').showModal();
  (tiles.find((tile) => tile.ariaPressed === 'true') || tiles[0])?.focus();
  loadPictures(tiles);
  offer($('pictures-try'), tiles);
}

// loadPictures gets the pictures of the tiles that have one, each once it comes into sight, one after the other.
export function loadPictures(tiles) {
  for (const tile of tiles) if (tile.dataset.path) sight.observe(tile);
}

let wanted = [], busy = false; // tiles in sight without a picture
const sight = new IntersectionObserver((seen) => {
  wanted = wanted.filter((tile) => !seen.some((s) => s.target === tile));
  wanted.push(...seen.filter((s) => s.isIntersecting).map((s) => s.target));
  if (!busy) run();
});

async function run() {
  busy = true;
  for (let tile; (tile = wanted.shift());) {
    sight.unobserve(tile);
    tile.querySelector('img').src = await get(tile.dataset.path);
  }
  busy = false;
}

// turn waits until the device may be asked for one more.
async function turn() {
  const now = performance.now();
  due = Math.max(due, now) + every;
  const wait = due - now - atOnce * every;
  if (wait > 0) await new Promise((done) => setTimeout(done, wait));
}

// get asks for a picture at an address that names the size of the panel: the browser keeps it.
async function get(of) {
  while (!shape()[0]) await new Promise((done) => setTimeout(done, pause)); // until the panel is known
  const path = `${of}?of=${shape().join('x')}`;
  for (let i = 0; i < tries && !held.has(path); i++) {
    await turn();
    const got = await picture(path).catch((e) => e);
    if (got instanceof Blob) held.set(path, await still(URL.createObjectURL(got)));
    else if (got instanceof Fault || got instanceof Unreachable) await new Promise((done) => setTimeout(done, pause));
    else break;
  }
  return held.get(path) || '';
}
