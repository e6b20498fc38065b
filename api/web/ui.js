// SPDX-License-Identifier: Apache-2.0

// What the parts of the page share: elements, toasts, faults beside their field.

import { t } from './words.js';

export const $ = (id) => document.getElementById(id);

// shape is the columns and rows of the panel; 0 until they are known.
export const shape = () => ['--columns', '--rows'].map((name) => +document.documentElement.style.getPropertyValue(name));

export function make(tag, props, ...children) {
  const e = Object.assign(document.createElement(tag), props);
  e.append(...children);
  return e;
}

// pass brings a row of a list to where the one under the pointer is. It is the others that
// move: an element that leaves the page, if only for a moment, loses the pointer that drags it.
export function pass(row, { clientX: x, clientY: y }) {
  const all = [...row.parentElement.children], from = all.indexOf(row);
  const to = all.findIndex((r) => {
    const b = r.getBoundingClientRect();
    return r !== row && x > b.left && x < b.right && y > b.top && y < b.bottom;
  });
  if (to < 0) return;
  if (from < to) row.before(...all.slice(from + 1, to + 1));
  else row.after(...all.slice(to, from));
}

// above is what lies over all else on the page: a dialog, or the panel that fills the screen.
// Behind a dialog nothing can be pressed, or read aloud.
export const above = () => document.activeElement.closest('dialog:modal') ?? [...document.querySelectorAll('dialog:modal')].at(-1) ??
  document.querySelector('.stage.full') ?? document.body;

// arrange gives a list its rows. Those that stay where they are never leave the page: a press on them is not lost, nor the focus.
export function arrange(list, rows) {
  for (const row of [...list.childNodes]) if (!rows.includes(row)) row.remove();
  rows.forEach((row, i) => row === list.childNodes[i] || list.insertBefore(row, list.childNodes[i]));
}

const made = new WeakMap(); // list → its rows by their items as JSON

// enlist gives a list a row for each item, made by row. The row of an item that is as it was stays.
export function enlist(list, items, row) {
  const before = made.get(list), rows = new Map(items.map((item) => [JSON.stringify(item), item]));
  for (const [text, item] of rows) rows.set(text, before?.get(text) ?? row(item));
  made.set(list, rows);
  arrange(list, [...rows.values()]);
}

// released ends once no element of a list is held down: a press is lost when its button is drawn again before it ends.
export async function released(list) {
  while (list.matches(':active')) await new Promise(requestAnimationFrame);
}

// closer gives what closes a dialog that is open now, and tells whether it did: one that was
// closed meanwhile stays as it is, also when it is open again.
export function closer(dialog) {
  let open = dialog.open;
  dialog.addEventListener('close', () => { open = false; }, { once: true });
  return () => {
    const was = open;
    if (was) dialog.close();
    return was;
  };
}

const shown = 4000; // ms that a toast stays

document.addEventListener('close', () => above().append($('toasts')), true);

// home is where toasts are, above all else, without the last one; one that can be taken back stays.
export function home() {
  const place = above(), all = $('toasts');
  if (all.parentElement !== place) place.append(all);
  for (const note of all.querySelectorAll('.toast:not(.undo)')) note.remove();
  return all;
}

// toast says what was done, or what went wrong, for a while.
export function toast(text, bad = false) {
  const note = make('p', { className: bad ? 'toast bad' : 'toast', textContent: text });
  home().append(note);
  setTimeout(() => note.remove(), bad ? 2 * shown : shown);
}

// part names what of a field a fault is about: a member, or an item of a list.
const part = (rest) => rest.replace(/^\[(\d+)\]/, (_, n) => t('fault.value', { n: +n + 1 })).replace(/^\./, '');

// explain puts the device's messages, "field: reason", beside the form's fields:
// each note names its fields in data-field. What has no note goes to the last
// one. Without messages the notes show their hints.
export function explain(form, messages = []) {
  const left = new Set(messages);
  for (const note of notesOf(form)) {
    if (note.closest('[hidden]')) continue;
    const mine = [];
    for (const m of left) {
      const prefix = note.dataset.field.split(' ').find((f) => m.startsWith(f));
      const [field, reason] = split(m);
      if (!prefix || !reason) continue;
      left.delete(m);
      mine.push([part(field.slice(prefix.length)), reason].filter(Boolean).join(': '));
    }
    write(note, mine.join(' · ') || note.dataset.hint, mine.length > 0);
    for (const c of document.querySelectorAll(`[aria-describedby=${note.id}]`)) c.setAttribute('aria-invalid', mine.length > 0);
  }
  write(form.querySelector('.rest'), [...left].join(' · '), left.size > 0);
}

// notesOf are the notes of a form: those in it, and those elsewhere that name it, beside
// controls that belong to it from there.
function notesOf(form) {
  return [...form.querySelectorAll('.note[data-field]'), ...(form.id ? document.querySelectorAll(`.note[data-form=${form.id}]`) : [])];
}

function split(message) {
  const at = message.indexOf(': ');
  return at < 0 ? ['', ''] : [message.slice(0, at), message.slice(at + 2)];
}

const most = 5; // rows of a list that are shown at first

const ill = ['failed', 'fault', 'degraded', 'warning']; // levels, the worst first

// worst brings what is ill to the front of a list; levelOf is the level of an item.
export const worst = (list, levelOf) => list.toSorted((a, b) => (ill.indexOf(levelOf(a)) + 1 || 9) - (ill.indexOf(levelOf(b)) + 1 || 9));

// used tells whether a row is pressed, or has the focus.
const used = (row) => row.matches(':active, :focus-within');

// fold hides the rows of a list after the fifth behind a button, until it is pressed, but
// none that is ill or used; the button stands after the list, or after what holds it. A list
// that was short again folds anew.
export function fold(list, holder = list) {
  if (list.children.length <= most) delete list.dataset.all;
  const rest = [...list.children].slice(most).filter((row) => !ill.includes(row.dataset.level) && !used(row)), there = holder.nextElementSibling?.matches('.unfold') && holder.nextElementSibling;
  for (const row of list.children) row.hidden = !list.dataset.all && rest.includes(row);
  if (!rest.length || list.dataset.all) {
    if (there) there.remove();
    return;
  }
  const more = there || make('button', { type: 'button', className: 'quiet unfold' });
  write(more, t('queue.more', { count: rest.length }));
  more.onclick = () => {
    list.dataset.all = 1;
    for (const row of rest) row.hidden = false;
    (rest[0].querySelector('button, a') ?? Object.assign(rest[0], { tabIndex: -1 })).focus();
    more.remove();
  };
  if (!there) holder.after(more);
}

// write changes a text that a screen reader may follow only if it differs.
export function write(e, text, bad = false) {
  if (e.textContent !== text) e.textContent = text;
  e.classList.toggle('fault', bad);
}
