// SPDX-License-Identifier: Apache-2.0

// What was done can be taken back, for ten seconds, by a button in what tells of it. One thing at a
// time: the next one ends the offer before it.

import { $, home, make, toast } from './ui.js';
import { t } from './words.js';

const shown = 10_000; // ms

let offered; // ends the offer that stands, and gives when what waited for its end is done
let settling = Promise.resolve(); // when that of all offers that have ended is done

// undoable tells what was done, and calls back if that is to be taken back. What cannot be taken back
// waits in done, which is called once the offer has ended.
export function undoable(text, back, done = () => {}) {
  settle();
  const button = make('button', { type: 'button', textContent: t('undo.back') });
  const note = make('p', { className: 'toast undo' }, make('span', { textContent: text }), button);
  const end = () => {
    clearTimeout(timer);
    note.remove();
    offered = null;
  };
  const timer = setTimeout(() => settle(), shown);
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
    }
  };
  home().append(note);
}

// settle ends the offer that stands, and gives when what waited for its end is done, and for that of
// the offers before it.
export function settle() {
  if (offered) settling = Promise.allSettled([settling, offered()]);
  return settling;
}

// A page that is left, or that nobody looks at any more, may not come back to it.
addEventListener('pagehide', settle);
document.addEventListener('visibilitychange', () => document.hidden && settle());
