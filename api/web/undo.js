// SPDX-License-Identifier: Apache-2.0

// What was done can be taken back, for ten seconds, by a button in what tells of it. One thing at a
// time: the next one ends the offer before it. A reload leaves an offer that says how it is kept, and an answer
// that does not come leaves any.

import { Unreachable } from './device.js';
import { $, home, make, toast } from './ui.js';
import { t } from './words.js';

const shown = 10_000; // ms
const slot = 'ledpost.undo'; // of the window: the offer that a reload leaves

let offered; // ends the offer that stands, and gives when what waited for its end is done
let settling = Promise.resolve(); // when that of all offers that have ended is done

// undoable tells what was done, and calls back if that is to be taken back. What cannot be taken back
// waits in done, which is called once the offer has ended. kept is a kind of [resume] and its data, for a reload.
export function undoable(text, back, { done = () => {}, kept, until = Date.now() + shown } = {}) {
  settle();
  if (kept) sessionStorage.setItem(slot, JSON.stringify({ text, until, ...kept }));
  const button = make('button', { type: 'button', textContent: t('undo.back') });
  const note = make('p', { className: 'toast undo' }, make('span', { textContent: text }), button);
  const end = () => {
    clearTimeout(timer);
    if (kept) sessionStorage.removeItem(slot);
    note.remove();
    offered = null;
  };
  const timer = setTimeout(() => settle(), Math.max(0, until - Date.now()));
  offered = () => {
    end();
    return done();
  };
  button.onclick = async () => {
    end();
    try {
      await back();
      toast(t('undo.done'));
    } catch (e) {
      toast(e.message, true);
      if (e instanceof Unreachable) undoable(text, back, { done, kept }); // another press may reach the device
    }
  };
  home().append(note);
}

// resume offers again what the window has kept, after a reload, if nothing is offered yet. kinds has for each kind what
// takes its data back.
export function resume(kinds) {
  if (offered) return;
  const { text, until, kind, data } = JSON.parse(sessionStorage.getItem(slot)) ?? {};
  if (until > Date.now() && kinds[kind]) undoable(text, () => kinds[kind](data), { kept: { kind, data }, until });
  else sessionStorage.removeItem(slot);
}

// settle ends the offer that stands, and gives when what waited for its end is done, and for that of
// the offers before it.
export function settle() {
  if (offered) settling = Promise.allSettled([settling, offered()]);
  return settling;
}

// leave does what waits for the end of the offer; what a reload may find again stays.
function leave() {
  if (!sessionStorage.getItem(slot)) settle();
}

// A page that is left, or that nobody looks at any more, may not come back to it.
addEventListener('pagehide', leave);
document.addEventListener('visibilitychange', () => document.hidden && leave());
