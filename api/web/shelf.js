// SPDX-License-Identifier: Apache-2.0

// The shelf: a tile an app, with a living picture in the panel's shape. Tiles change
// places by dragging, by Shift and the arrow keys, and by buttons of their settings.

import { result } from './byhand.js';
import { make, pass } from './ui.js';
import { inSeconds, t } from './words.js';

const dots = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M5 2h2v2H5zm4 0h2v2H9zM5 7h2v2H5zm4 0h2v2H9zM5 12h2v2H5zm4 0h2v2H9z"/></svg>';
const play = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="m4 2 9 6-9 6z"/></svg>';
const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

// tile is that of a widget; apps is the list that it is part of.
export function tile(apps, w) {
  const title = apps.title(w), kind = apps.kind(w.package).title;
  const shown = make('input', { type: 'checkbox', checked: w.visible, ariaLabel: t('apps.takes', { title }) });
  shown.setAttribute('role', 'switch');
  shown.onchange = () => apps.change(w, { visible: shown.checked });
  const grip = make('button', { className: 'grip', title: t('apps.drag'), ariaLabel: t('apps.drag') + ': ' + title, innerHTML: dots });
  const said = [result(w) || w.says, kind !== title && kind, w.visible ? inSeconds(w.seconds) : t('apps.off')].filter(Boolean).join(' · ');
  const li = make('li', {},
    make('button', { className: 'thumb', title: t('apps.settings'), ariaLabel: t('apps.settings-name', { title }), onclick: () => apps.open(w) }, picture(apps, w)),
    make('div', { className: 'what' }, make('p', { textContent: title }), make('small', { textContent: said })),
    make('div', { className: 'foot' }, grip,
      make('button', { className: 'quiet', title: t('apps.show'), ariaLabel: t('apps.show-name', { title }), innerHTML: play, onclick: () => apps.show(w) }),
      make('label', { className: 'switch', title: t('apps.turn') }, shown)));
  li.classList.toggle('off', !w.visible);
  grip.onpointerdown = (e) => drag(apps, e, grip, li);
  li.onkeydown = (e) => {
    if (!e.shiftKey || !steps[e.key]) return;
    e.preventDefault();
    apps.move(w, steps[e.key], () => apps.rows.get(w.widget)?.querySelector('.grip').focus());
  };
  return li;
}

// picture is the one that the tile before had, until there is a newer one.
function picture(apps, w) {
  const img = make('img', { alt: '' }), src = apps.rows.get(w.widget)?.querySelector('img').src;
  if (src) img.src = src;
  return img;
}

// drag moves a tile with the finger or the mouse.
function drag(apps, e, grip, li) {
  e.preventDefault();
  apps.dragged = li;
  li.classList.add('dragged');
  grip.setPointerCapture(e.pointerId);
  grip.onpointermove = (m) => pass(li, m);
  grip.onpointerup = grip.onpointercancel = () => {
    grip.onpointermove = grip.onpointerup = grip.onpointercancel = null;
    li.classList.remove('dragged');
    apps.dragged = null;
    const ids = new Map([...apps.rows].map(([id, r]) => [r, id]));
    apps.reorder([...li.parentElement.children].map((r) => ids.get(r)));
  };
}
