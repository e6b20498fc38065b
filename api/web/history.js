// SPDX-License-Identifier: Apache-2.0

// What was sent, and what one likes to send again. Both are kept in this browser, bounded,
// and whatever else may be found in their place is left out.

import { read, said, wire } from './draft.js';
import { call } from './device.js';
import { ofIcon, path } from './queue.js';
import { $, fold, make, toast } from './ui.js';
import { t } from './words.js';

const slot = 'ledpost.sent';
const most = { sent: 20, liked: 50 };
const maxBytes = 16 << 10; // of one: a picture as a data URI may be larger
const maxAll = 400 << 10;

// past gives { sent, liked }, each a list of bodies, the newest first.
export function past() {
  let found;
  try {
    found = JSON.parse(localStorage.getItem(slot) || '{}');
  } catch {
    found = {};
  }
  const good = (list) => (Array.isArray(list) ? list : []).filter((b) => said(read(b)) !== '');
  return { sent: good(found?.sent).slice(0, most.sent), liked: good(found?.liked).slice(0, most.liked) };
}

// save drops the oldest of what was sent while it is too much, and says whether the
// rest is kept.
function save(all) {
  while (JSON.stringify(all).length > maxAll && all.sent.length) all.sent.pop();
  try {
    localStorage.setItem(slot, JSON.stringify(all));
    return true;
  } catch {
    return false; // the browser has no room, or keeps nothing
  }
}

// What was sent has the id that the device gave it.
const without = ({ id, ...body }) => JSON.stringify(body);
const same = (a) => (b) => without(a) === without(b);
const first = (body, list) => [body, ...list.filter((b) => !same(body)(b))];

export class History {
  // chosen is called with a draft that is to be edited, sent after one was sent again.
  constructor({ chosen, sent }) {
    Object.assign(this, { chosen, sent });
    $('history-close').onclick = () => $('history').close();
  }

  // add remembers what was sent, with its id.
  add(body, id) {
    if (JSON.stringify(body).length > maxBytes) return;
    const all = past();
    all.sent = first({ ...body, id }, all.sent).slice(0, most.sent);
    save(all);
  }

  // like keeps a notification until it is removed.
  like(body) {
    const all = past();
    if (JSON.stringify(body).length > maxBytes) return toast(t('history.large'), true);
    if (all.liked.length >= most.liked && !all.liked.some(same(body))) return toast(t('history.full', { count: most.liked }), true);
    all.liked = first(body, all.liked);
    toast(save(all) ? t('history.liked') : t('history.no-room'), false);
  }

  open() {
    for (const which of ['liked', 'sent']) delete $(`history-${which}`).dataset.all;
    this.draw();
    $('history').showModal();
  }

  draw() {
    const all = past();
    for (const which of ['liked', 'sent']) {
      $(`history-${which}`).replaceChildren(...all[which].map((body) => this.row(which, body)));
      fold($(`history-${which}`));
      $(`history-no-${which}`).hidden = all[which].length > 0;
    }
  }

  row(which, body) {
    const name = said(read(body)), small = (key, act) => {
      const b = make('button', { className: 'quiet', textContent: t('history.' + key), onclick: act });
      b.setAttribute('aria-label', t('history.' + key + '-name', { name }));
      return b;
    };
    const like = which === 'sent' ? [small('like', () => { this.like(body); this.draw(); })] : [];
    const text = make('p', { textContent: name });
    if (which === 'sent' && body.id) this.tell(text, name, body.id);
    return make('li', {}, text,
      small('edit', () => { $('history').close(); this.chosen(read(body)); }),
      small('again', () => this.again(body)), ...like, small('remove', () => this.remove(which, body)));
  }

  // tell adds why a sign stood in place of an icon, as long as the device knows of the message.
  async tell(text, name, id) {
    const icon = ofIcon(await call('GET', `${path}/${encodeURIComponent(id)}`).catch(() => ({})));
    if (icon) text.textContent = t('queue.lacks', { state: name, reason: icon });
  }

  remove(which, body) {
    const all = past();
    all[which] = all[which].filter((b) => !same(body)(b));
    save(all);
    this.draw();
    $('history-close').focus();
  }

  async again(body) {
    try {
      await call('POST', path, wire(read(body)));
      toast(t('send.sent'));
      this.sent();
    } catch (e) {
      toast(e.message, true);
    }
  }
}
