// SPDX-License-Identifier: Apache-2.0

// The shelf: a tile an app, with a living picture in the panel's shape, on which a triangle
// shows the app now. Tiles change places by dragging, which a finger begins by holding, by Shift
// and the arrow keys, and by buttons of their settings.

import { result } from './byhand.js';
import { stays } from './places.js';
import { make, pass } from './ui.js';
import { number, t } from './words.js';

const play = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="m4 2 9 6-9 6z"/></svg>';
const bell = '<svg viewBox="0 0 16 16" role="img"><path d="M8 1.500q4 0 4 4.500v3l1.500 2.500h-11L4 9V6q0-4.500 4-4.500M6.500 12.500h3q0 2-1.500 2t-1.500-2"/></svg>';
const rests = 350; // ms that a finger rests before it drags; one that moves earlier scrolls
const slack = 8; // px that what rests may move
const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

const drawn = new WeakMap(); // tile → what it shows

// tile is that of a widget, the one before if it shows the same and its switch was not moved in
// vain; apps is the list that it is part of.
export function tile(apps, w) {
  const before = apps.rows.get(w.widget), shows = JSON.stringify([w, result(w), apps.title(w), apps.panel]);
  if (before && drawn.get(before) === shows && before.querySelector('[role=switch]').checked === w.visible) return before;
  const made = make('li', {});
  drawn.set(made, shows);
  return fill(made, apps, w);
}

// fill puts into a tile what it shows.
function fill(li, apps, w) {
  const title = apps.title(w), kind = apps.named(w);
  const shown = make('input', { type: 'checkbox', checked: w.visible, ariaLabel: t('apps.takes', { title }) });
  shown.setAttribute('role', 'switch');
  shown.onchange = () => apps.change(w, { visible: shown.checked });
  const rings = result(w), lacks = apps.lacks(w), said = [rings || w.says || lacks && t('apps.' + lacks), kind !== title && kind].filter(Boolean).join(' · ');
  const about = make('span', { textContent: said || lasts(w.seconds) });
  if (rings) {
    about.insertAdjacentHTML('afterbegin', bell);
    about.firstChild.setAttribute('aria-label', t('now.alarm'));
  }
  li.append(
    make('div', { className: 'cover' },
      make('button', { className: 'thumb', title: t('apps.settings'), ariaLabel: t('apps.settings-name', { title }), onclick: () => apps.open(w) }, picture(apps, w)),
      make('button', { className: 'shows', title: t('apps.show'), ariaLabel: t('apps.show-name', { title }), innerHTML: play, onclick: () => apps.show(w) })),
    make('p', { textContent: title, onclick: () => apps.open(w) }),
    make('div', { className: 'foot' }, make('small', {}, about), make('label', { className: 'switch', title: t('apps.turn') }, shown)));
  li.classList.toggle('off', !w.visible);
  holds(apps, li);
  li.onkeydown = (e) => {
    if (!e.shiftKey || !steps[e.key]) return;
    e.preventDefault();
    const still = stays();
    apps.move(w, steps[e.key], () => still() && apps.rows.get(w.widget)?.querySelector('.thumb').focus());
  };
  return li;
}

// lasts is the length of a turn, in minutes and seconds.
function lasts(s) {
  const said = (value, unit) => value > 0 && number(value, { style: 'unit', unit, unitDisplay: 'short' });
  return [said(Math.floor(s / 60), 'minute'), said(s % 60, 'second')].filter(Boolean).join(' ');
}

// picture is the one that the tile before had, until there is a newer one.
function picture(apps, w) {
  const img = make('img', { alt: '' }), src = apps.rows.get(w.widget)?.querySelector('img').src;
  if (src) img.src = src;
  return img;
}

// holds lets a tile be dragged: by the mouse once it moves, by a finger that has rested.
function holds(apps, li) {
  let timer;
  li.ondragstart = (e) => e.preventDefault(); // of its picture
  li.oncontextmenu = (e) => apps.dragged === li && e.preventDefault();
  li.addEventListener('touchmove', (e) => apps.dragged === li && e.preventDefault(), { passive: false }); // it would scroll
  li.onpointerdown = (e) => {
    if (e.button || e.target.closest('.shows, .foot')) return;
    const begin = () => drag(apps, e.pointerId, li);
    if (e.pointerType !== 'mouse') timer = setTimeout(begin, rests);
    li.onpointermove = (m) => {
      if (Math.hypot(m.clientX - e.clientX, m.clientY - e.clientY) < slack) return;
      leave();
      if (e.pointerType === 'mouse') begin();
    };
    li.onpointerup = li.onpointercancel = leave;
  };
  function leave() {
    clearTimeout(timer);
    li.onpointermove = li.onpointerup = li.onpointercancel = null;
  }
}

// drag moves a tile with the finger or the mouse. The press that ends with it opens nothing.
function drag(apps, pointer, li) {
  apps.dragged = li;
  li.classList.add('dragged');
  li.setPointerCapture(pointer);
  li.onpointermove = (m) => pass(li, m);
  li.onpointerup = li.onpointercancel = () => {
    li.onpointermove = li.onpointerup = li.onpointercancel = null;
    li.classList.remove('dragged');
    apps.dragged = null;
    const stop = (e) => { e.preventDefault(); e.stopPropagation(); };
    li.addEventListener('click', stop, { capture: true, once: true });
    setTimeout(() => li.removeEventListener('click', stop, true));
    const ids = new Map([...apps.rows].map(([id, r]) => [r, id]));
    apps.reorder([...li.parentElement.children].map((r) => ids.get(r)));
  };
}
