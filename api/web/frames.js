// SPDX-License-Identifier: Apache-2.0

// The frames of a notification, in the order in which they are shown: dragged, or moved
// with the arrow keys or the buttons.

import { maxFrames } from './draft.js';
import { $, make, pass } from './ui.js';
import { t } from './words.js';

export class Frames {
  // chosen is called with the index of the frame to edit, changed with a function from
  // the list of frames to the new one and the index to edit then.
  constructor({ chosen, changed }) {
    Object.assign(this, { list: $('frames'), chosen, changed });
    $('frame-add').onclick = () => this.add(false);
    $('frame-copy').onclick = () => this.add(true);
    $('frame-remove').onclick = () => this.remove();
    for (const [id, step] of [['frame-earlier', -1], ['frame-later', 1]]) $(id).onclick = () => this.move(this.at, this.at + step);
    this.list.onkeydown = (e) => this.key(e);
  }

  // draw shows the frames, given in words, of which the one at is edited. What stays the
  // same is not made anew: it may be under a finger.
  draw(words, at) {
    const now = JSON.stringify([words, at]);
    if (now === this.drawn) return;
    this.drawn = now;
    const focused = this.list.contains(document.activeElement);
    this.at = at;
    this.count = words.length;
    this.list.replaceChildren(...words.map((text, i) => this.entry(text, i)));
    this.list.hidden = words.length < 2;
    for (const id of ['frame-remove', 'frame-earlier', 'frame-later']) $(id).hidden = words.length < 2;
    $('frame-earlier').disabled = at === 0;
    $('frame-later').disabled = at === words.length - 1;
    $('frame-add').disabled = $('frame-copy').disabled = words.length >= maxFrames;
    if (focused) this.list.children[at].firstChild.focus();
  }

  entry(text, i) {
    const button = make('button', { type: 'button', className: 'quiet', textContent: `${i + 1}. ${text || '…'}`, onclick: () => this.choose(i) });
    button.setAttribute('aria-current', i === this.at);
    button.setAttribute('aria-describedby', 'frames-keys');
    button.tabIndex = i === this.at ? 0 : -1;
    const li = make('li', {}, button);
    button.onpointerdown = (e) => this.drag(e, button, li);
    return li;
  }

  choose(i) {
    if (!this.moved) this.chosen(i);
    this.list.children[this.at].firstChild.focus();
  }

  key(e) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[e.key], to = this.at + step;
    if (!step) return;
    e.preventDefault();
    if (to < 0 || to >= this.count) return;
    if (e.altKey || e.ctrlKey || e.shiftKey) this.move(this.at, to);
    else this.choose(to);
  }

  move(from, to) {
    this.changed((frames) => {
      const all = [...frames];
      all.splice(to, 0, ...all.splice(from, 1));
      return [all, to];
    });
  }

  add(copy) {
    this.changed((frames, blank) => [frames.toSpliced(this.at + 1, 0, copy ? structuredClone(frames[this.at]) : blank()), this.at + 1]);
  }

  remove() {
    this.changed((frames) => [frames.toSpliced(this.at, 1), Math.max(0, this.at - 1)]);
  }

  // drag moves an entry with the finger or the mouse once it has gone some way.
  drag(e, button, row) {
    const from = [...this.list.children].indexOf(row), start = { x: e.clientX, y: e.clientY };
    this.moved = false;
    button.setPointerCapture(e.pointerId); // or a quick move is not heard
    const end = (keep) => {
      button.onpointermove = button.onpointerup = button.onpointercancel = null;
      row.classList.remove('dragged');
      if (!this.moved) return;
      const to = [...this.list.children].indexOf(row);
      this.drawn = '';
      if (keep) this.move(from, to);
      else this.chosen(this.at);
      setTimeout(() => { this.moved = false; }); // after the click that follows
    };
    button.onpointermove = (m) => {
      if (!this.moved && Math.hypot(m.clientX - start.x, m.clientY - start.y) < 8) return;
      this.moved = true;
      row.classList.add('dragged');
      pass(row, m);
    };
    button.onpointerup = () => end(true);
    button.onpointercancel = () => end(false);
  }
}
