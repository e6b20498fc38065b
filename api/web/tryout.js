// SPDX-License-Identifier: Apache-2.0

// Trying on the real panel what one looks at here: after resting on it for a moment, by
// the focus, or by a button. It can be switched off, and is not offered to who may not.

import { call } from './device.js';
import { make } from './ui.js';
import { t } from './words.js';

const slot = 'ledpost.try';
const rest = 500; // ms on one thing before it is tried
const seconds = 3; // that it shows
let may, timer, shows = false;

const wanted = () => localStorage.getItem(slot) !== 'off';
const send = (body) => call('POST', '/live/try', body).catch(() => {}); // a moment later another is tried

// allowed says whether the key may try something; the question ends a try, and changes nothing else.
const allowed = () => (may ??= call('POST', '/live/try', { seconds: 0 }).then(() => true, (e) => {
  if (e.status !== 403) may = undefined; // the device was away or busy
  return false;
}));

// bodyOf is what tries the thing of which path is the picture; null where it cannot be tried.
function bodyOf(path) {
  const [, kind, value] = /\/(text|backgrounds|overlays|transitions|face)\/([\w-]+)\.gif$/.exec(path || '') || [];
  return kind && { [{ transitions: 'transition', face: 'face' }[kind] || 'effect']: value };
}

function show(body) {
  clearTimeout(timer);
  shows = true;
  send({ ...body, seconds });
}

// later tries body if nothing else comes within a moment.
function later(body) {
  clearTimeout(timer);
  if (wanted()) timer = setTimeout(() => show(body), rest);
}

// endTry stops what was not tried yet, and what still shows.
export function endTry() {
  clearTimeout(timer);
  if (shows) send({ seconds: 0 });
  shows = false;
}

// offer lets the tiles be tried, each an element that has data-path, and puts the switch
// into head.
export async function offer(head, tiles) {
  head.replaceChildren();
  if (!tiles.some((tile) => bodyOf(tile.dataset.path)) || !await allowed()) return;
  const on = make('input', { type: 'checkbox', checked: wanted() });
  on.setAttribute('role', 'switch');
  on.onchange = () => {
    localStorage.setItem(slot, on.checked ? 'on' : 'off');
    if (!on.checked) endTry();
  };
  head.replaceChildren(make('label', { className: 'switch' }, on, ' ' + t('try.switch')));
  for (const tile of tiles) {
    const body = bodyOf(tile.dataset.path);
    if (!body) continue;
    tile.onpointerenter = (e) => e.pointerType === 'mouse' && later(body);
    tile.onpointerleave = tile.onblur = () => clearTimeout(timer);
    tile.onfocus = () => tile.matches(':focus-visible') && later(body);
    tile.after(button(t('try.one', { name: tile.textContent }), body));
  }
}

// button tries a thing, as its label says.
function button(label, body) {
  return make('button', { type: 'button', className: 'tryit', title: label, ariaLabel: label, onclick: () => show(body), innerHTML: '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="m4 2 9 6-9 6z"/></svg>' });
}

// offerChosen puts behind swatches the button that tries the chosen colour, where a finger
// cannot rest on it; '' = none is chosen.
export async function offerChosen(swatches, color) {
  const may = color && await allowed(), there = swatches.querySelector('.tryit');
  if (may) (there || swatches.appendChild(make('i'))).replaceWith(button(t('try.one-colour'), { color }));
  else there?.remove();
}

// offerSwatch tries the colour of a button on which one rests.
export function offerSwatch(button, color) {
  const soon = async () => { if (wanted() && await allowed() && button.matches(':hover, :focus-visible')) later({ color }); };
  button.onpointerenter = (e) => e.pointerType === 'mouse' && soon();
  button.onfocus = () => button.matches(':focus-visible') && soon();
  button.onpointerleave = button.onblur = () => clearTimeout(timer);
}

// offerColour tries the colours that one passes by while choosing.
export function offerColour(input) {
  input.addEventListener('input', async () => { if (await allowed()) later({ color: input.value.toUpperCase() }); });
  input.addEventListener('change', () => clearTimeout(timer));
}
