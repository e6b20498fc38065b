// SPDX-License-Identifier: Apache-2.0

// Choosing from moving pictures: beside a list of names is a button with the moving picture of the
// chosen one, which shows what each of them looks like.

import { Fault, picture, Unreachable } from './device.js';
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

// pictured gives a select its button; path is that of an option's picture.
export function pictured(select, path) {
  const button = make('button', { type: 'button', className: 'quiet', title: t('pictures.open'), ariaLabel: t('pictures.open'), innerHTML: '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2 3q-1 0-1 1v8q0 1 1 1h12q1 0 1-1V4q0-1-1-1zm.5 1.5h11v6l-3-3-3 3-2-2-3 3zM5 6a1 1 0 1 0 0 2 1 1 0 0 0 0-2"/></svg>' });
  const img = make('img', { alt: '' });
  button.prepend(img);
  button.classList.add('reel');
  button.onclick = () => open(select, path);
  const show = () => {
    const of = path(select.value);
    if (button.dataset.path === of) return;
    button.dataset.path = of;
    img.removeAttribute('src');
    if (of) loadPictures([button]);
  };
  for (const event of ['change', filled]) select.addEventListener(event, show);
  show();
  const label = select.closest('label'), both = make('div', { className: 'pictured' });
  label.replaceWith(both);
  both.append(label, button);
}

// open shows the pictures of all options.
function open(select, path) {
  const tiles = [...select.options].map((o) => {
    const img = make('img', { alt: '' });
    const tile = make('button', { className: 'pick', type: 'button' }, img, make('span', { textContent: o.textContent }));
    tile.setAttribute('aria-pressed', o.selected);
    tile.onclick = () => {
      select.value = o.value;
      select.dispatchEvent(new Event('input', { bubbles: true }));
      select.dispatchEvent(new Event('change', { bubbles: true }));
      $('pictures').close();
    };
    if (path(o.value)) Object.assign(tile.dataset, { path: path(o.value) });
    return tile;
  });
  $('pictures-list').replaceChildren(...tiles.map((tile) => make('li', {}, tile)));
  $('pictures-close').onclick = () => $('pictures').close();
  $('pictures').onclose = endTry;
  $('pictures').showModal();
  (tiles.find((tile) => tile.ariaPressed === 'true') || tiles[0])?.focus();
  loadPictures(tiles.filter((tile) => tile.dataset.path));
  offer($('pictures-try'), tiles);
}

// loadPictures gets the pictures of tiles that come into sight, one after the other; a
// tile has an img, and the path of its picture in data-path.
export function loadPictures(tiles) {
  const wanted = [];
  let busy = false;
  const sight = new IntersectionObserver((seen) => {
    for (const { target, isIntersecting } of seen) if (isIntersecting && !wanted.includes(target)) wanted.push(target);
    if (!busy) run();
  });
  for (const tile of tiles) sight.observe(tile);
  async function run() {
    busy = true;
    for (let tile; (tile = wanted.shift()) && tile.isConnected;) {
      sight.unobserve(tile);
      const { path } = tile.dataset, src = await get(path);
      if (src && path === tile.dataset.path) tile.querySelector('img').src = src; // else it is of another one now
    }
    busy = false;
  }
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
