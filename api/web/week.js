// SPDX-License-Identifier: Apache-2.0

// A week of blocks: seven columns of 24 hours. A block is moved by dragging or by the
// arrow keys, and made longer by dragging its lower edge or with Shift.

import { thumb } from './iconpictures.js';
import { make } from './ui.js';
import { hourOfDay, locale, minutesOf, t } from './words.js';

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
// 2024-01-01 was a Monday.
export const dayName = (i) => new Intl.DateTimeFormat(locale, { weekday: 'short' }).format(new Date(2024, 0, 1 + i));

const whole = 24 * 60; // minutes
const step = 15;
const edge = 10; // px at the lower end of a block that make it longer

const clock = (m) => [Math.floor(m / 60), m % 60].map((n) => String(n).padStart(2, '0')).join(':');
const label = (h) => (/\D/.test(hourOfDay(h)) ? hourOfDay(h) : clock(60 * h)); // 6 AM or 06:00
const around = (m) => (m + whole) % whole;

// spans are where a block lies: one of a day, or two when it goes past midnight. from
// and to are in minutes.
function spans(block) {
  const from = minutesOf(block.from), to = minutesOf(block.to);
  return block.days.flatMap((d) => {
    const day = days.indexOf(d);
    if (from === to) return [];
    return from < to ? [{ day, from, to }] : [{ day, from, to: whole }, { day: (day + 1) % 7, from: 0, to }];
  }).filter((s) => s.to > s.from);
}

export class Week {
  // changed(i, { from, to }) is called when block i is moved, remove(i) and chosen(i)
  // when that is asked for.
  constructor(element, { changed, remove, chosen }) {
    Object.assign(this, { element, changed, remove, chosen });
    this.columns = days.map((_, i) => make('div', { className: 'day' }));
    const heads = days.map((_, i) => make('b', { textContent: dayName(i) }));
    const hours = make('div', { className: 'hours' }, ...[0, 6, 12, 18].map((h) => make('span', { textContent: label(h) })));
    hours.setAttribute('aria-hidden', true);
    element.replaceChildren(make('b', {}), ...heads, hours, ...this.columns);
  }

  // show draws blocks, each with a title and an icon, which may be ''; where two overlap the first is on top.
  show(blocks) {
    const focus = document.activeElement?.dataset.block;
    for (const c of this.columns) c.replaceChildren();
    blocks.forEach((block, i) => {
      spans(block).forEach((s, n) => this.columns[s.day].append(this.piece(block, i, s, n, blocks.length - i)));
    });
    if (focus !== undefined) this.element.querySelector(`[data-block="${focus}"]`)?.focus();
  }

  // piece is one of the rectangles of a block; the first of them is a stop of Tab.
  piece(block, i, s, n, level) {
    const name = make('span', { textContent: block.title }), b = make('button', { type: 'button', className: 'block', title: block.title, tabIndex: n ? -1 : 0 }, name);
    if (block.icon) thumb(block.icon).then((src) => src && name.before(make('img', { src, alt: '' }))); // style.css shows it where the name has no room
    b.setAttribute('aria-label', t('plan.piece', { title: block.title, from: block.from, to: block.to, days: block.days.map((d) => dayName(days.indexOf(d))).join(', ') }));
    Object.assign(b.dataset, { block: i });
    Object.assign(b.style, { top: `${100 * s.from / whole}%`, height: `${100 * (s.to - s.from) / whole}%`, zIndex: level });
    b.onclick = () => this.chosen(i);
    b.onkeydown = (e) => this.key(e, block, i);
    b.onpointerdown = (e) => this.drag(e, b, block, i);
    return b;
  }

  key(e, block, i) {
    const by = { ArrowUp: -step, ArrowDown: step }[e.key];
    if (e.key === 'Delete') this.remove(i);
    else if (by) this.move(block, i, by, e.shiftKey);
    else return;
    e.preventDefault();
  }

  // move shifts a block by minutes, or only its end.
  move(block, i, by, endOnly) {
    const from = endOnly ? minutesOf(block.from) : around(minutesOf(block.from) + by), to = around(minutesOf(block.to) + by);
    if (from !== to) this.changed(i, { from: clock(from), to: clock(to) });
  }

  drag(e, piece, block, i) {
    const at = piece.getBoundingClientRect(), minute = whole / this.columns[0].clientHeight;
    const endOnly = at.bottom - e.clientY < edge, began = e.clientY;
    let by = 0;
    const follow = (m) => {
      by = step * Math.round((m.clientY - began) * minute / step);
      piece.style.translate = endOnly ? '' : `0 ${by / minute}px`;
      if (endOnly) piece.style.height = `${at.height + by / minute}px`;
    };
    piece.setPointerCapture(e.pointerId);
    piece.onpointermove = follow;
    piece.onpointerup = piece.onpointercancel = (m) => {
      piece.onpointermove = piece.onpointerup = piece.onpointercancel = null;
      if (m.type === 'pointerup' && by) this.move(block, i, by, endOnly);
      else this.changed(i, {});
    };
  }
}
