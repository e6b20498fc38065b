// SPDX-License-Identifier: Apache-2.0

// The conversation with the panel: what was sent from this browser, and what came of it; and what one likes to
// send again. Both are kept in this browser, bounded, and whatever else may be found in their place is left out.

import { call, once } from './device.js';
import { read, said, wire } from './draft.js';
import { Portraits, remember } from './portraits.js';
import { lacking, path, stateOf } from './queue.js';
import { $, arrange, fold, make, toast, write } from './ui.js';
import { undoable } from './undo.js';
import { locale, t } from './words.js';

const slot = 'ledpost.sent';
const most = { sent: 20, liked: 50 };
const few = 3; // messages that are seen at first
const maxBytes = 16 << 10; // of a favourite: a picture as a data URI may be larger
const maxAll = 400 << 10;
const day = 864e5; // ms
const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const date = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' });

let unsaved; // all, where the browser keeps nothing

// past gives { sent, liked }, each a list of bodies, the newest first.
export function past() {
  if (unsaved) return unsaved;
  let found;
  try {
    found = JSON.parse(localStorage.getItem(slot) || '{}');
  } catch {
    found = {};
  }
  const good = (list) => (Array.isArray(list) ? list : []).filter((b) => said(read(b)) !== '').map(clean);
  return { sent: good(found?.sent).slice(0, most.sent), liked: good(found?.liked).slice(0, most.liked) };
}

// clean leaves out what cannot be known of a message.
function clean(m) {
  for (const name of ['id', 'key', 'outcome', 'reason']) if (typeof m[name] !== 'string') delete m[name];
  if (!Number.isFinite(m.at)) delete m.at;
  return m;
}

// save drops the oldest of what was sent while it is too much, and says whether the
// rest is kept.
function save(all) {
  while (JSON.stringify(all).length > maxAll && all.sent.length > 1) all.sent.pop();
  try {
    localStorage.setItem(slot, JSON.stringify(all));
    unsaved = null;
    return true;
  } catch {
    unsaved = all; // the browser has no room, or keeps nothing
    return false;
  }
}

// bodyOf is a message without what is known of it: its id of the device, its key by which it is sent once, when that
// was, its outcome, and the reason for that.
const bodyOf = ({ id, key, at, outcome, reason, ...body }) => body;
const same = (a) => (b) => JSON.stringify(bodyOf(a)) === JSON.stringify(bodyOf(b));
const nameOf = (m) => m.key ?? JSON.stringify([m.id, bodyOf(m)]);

export class History {
  // chosen is called with a draft that is to be edited, sent after one was sent again; queue has what is alive.
  constructor({ chosen, sent, queue }) {
    Object.assign(this, { chosen, sent, queue, list: $('talk'), rows: new Map(), tiles: [], portraits: new Portraits($('talk')) });
    $('history-close').onclick = () => $('history').close();
    $('talk-more').onclick = () => {
      this.all = true;
      this.show();
      this.list.querySelector('button')?.focus();
    };
  }

  // add tells what was sent: it has an id once the device has taken it. picture is the URL of its picture, if that is there.
  async add(message, picture) {
    if (picture) await remember(bodyOf(message), picture);
    const all = past();
    all.sent = [message, ...all.sent.filter((m) => nameOf(m) !== nameOf(message))].slice(0, most.sent);
    save(all);
    this.show();
  }

  // change gives what was sent what was learnt of it.
  change(name, more) {
    const all = past();
    all.sent = all.sent.map((m) => (nameOf(m) === name ? { ...m, ...more } : m));
    save(all);
  }

  // moved follows a message that was taken back, and has another id.
  moved(from, to) {
    for (const m of past().sent) if (m.id === from) this.change(nameOf(m), { id: to, outcome: undefined, reason: undefined });
  }

  // show draws the conversation, the newest message at its end, and asks for the outcome of what has ended.
  show() {
    const { sent } = past(), shown = (this.all ? sent : sent.slice(0, few)).toReversed();
    const names = shown.map(nameOf), rows = names.map((name, i) => this.rows.get(name) ?? this.row(name, shown[i]));
    if (rows.some((row, i) => row !== this.list.children[i]) || rows.length !== this.list.children.length) {
      this.rows = new Map(names.map((name, i) => [name, rows[i]]));
      arrange(this.list, rows);
      this.tiles = shown.map((body, i) => ({ body: bodyOf(body), img: rows[i].querySelector('img') })).toReversed(); // the newest first
    }
    shown.forEach((m, i) => this.tell(rows[i], m));
    if (this.newest !== names.at(-1)) rows.at(-1)?.scrollIntoView({ block: 'nearest' }); // above the place where one writes
    this.newest = names.at(-1);
    $('talk-more').hidden = shown.length === sent.length;
    write($('talk-more'), t('talk.earlier', { count: sent.length - shown.length }));
    $('talk-none').hidden = sent.length > 0;
    this.portraits.show(this.tiles);
    this.learn(sent).catch(() => {}); // the next time tells
  }

  // alive is a message as the device has it while it waits or is seen.
  alive(m) { return m.id && this.queue.items.find((item) => item.id === m.id); }

  // tell says what came of a message.
  tell(row, m) {
    const item = this.alive(m), ended = m.outcome && lacking(m, t('outcome.' + m.outcome));
    const state = item ? stateOf(item, this.queue.visible) : ended || (m.id ? '' : t('talk.unheard'));
    row.dataset.state = item ? 'alive' : m.outcome ?? (m.id ? '' : 'unheard');
    write(row.querySelector('.state'), [state, m.at && (Date.now() - m.at < day ? time : date).format(m.at)].filter(Boolean).join(' · '));
    row.querySelector('.dismiss').hidden = !item;
  }

  // learn asks once what came of each message that has ended.
  async learn(sent) {
    if (this.learning) return;
    this.learning = true;
    try {
      for (const m of sent.filter((x) => x.id && !x.outcome && !this.alive(x))) {
        const answer = await call('GET', `${path}/${encodeURIComponent(m.id)}`).catch(forgotten);
        if (!answer.outcome) continue; // it has come meanwhile
        const known = { outcome: answer.outcome, reason: answer.reason };
        this.change(nameOf(m), known);
        if (this.rows.has(nameOf(m))) this.tell(this.rows.get(nameOf(m)), { ...m, ...known });
      }
    } finally {
      this.learning = false;
    }
  }

  // row is a message: a press on it shows what one may do with it.
  row(name, m) {
    const text = said(read(m)), now = () => past().sent.find((x) => nameOf(x) === name) ?? m;
    const small = (key, act) => button(key, text, () => act(now()));
    const bubble = make('button', { type: 'button', className: 'bubble', ariaExpanded: 'false' }, make('span', { className: 'screen' }, make('img', { alt: '' })),
      make('span', { className: 'said', textContent: text }), make('small', { className: 'state' }));
    const dismiss = make('button', { type: 'button', className: 'quiet dismiss', textContent: t('queue.dismiss'), hidden: true });
    dismiss.ariaLabel = t('queue.dismiss-name', { name: text });
    dismiss.onclick = () => { bubble.focus(); this.queue.dismiss(now().id); };
    const acts = make('div', { className: 'buttons', hidden: true }, dismiss, small('again', (x) => this.again(x)), small('edit', (x) => this.chosen(read(x))),
      small('like', (x) => this.like(bodyOf(x))), small('remove', () => this.remove(name)));
    bubble.onclick = () => {
      acts.hidden = !acts.hidden;
      bubble.ariaExpanded = String(!acts.hidden);
    };
    return make('li', {}, bubble, acts);
  }

  // remove takes a message out of the conversation.
  remove(name) {
    const before = past();
    save({ ...before, sent: before.sent.filter((m) => nameOf(m) !== name) });
    this.show();
    (this.list.lastElementChild?.querySelector('button') ?? $('text')).focus();
    undoable(t('talk.removed'), () => {
      const at = before.sent.findIndex((m) => nameOf(m) === name), all = past();
      all.sent = all.sent.toSpliced(at, 0, before.sent[at]);
      save(all);
      this.show();
    });
  }

  // again sends a message once more; one that had no answer is still the same.
  async again(m) {
    const body = wire(read(m)), key = !m.id && m.key || once();
    try {
      const { success } = await call('POST', path, body, undefined, { 'Idempotency-Key': key });
      await this.add({ ...body, id: success.id, key, at: Date.now() });
      toast(t('send.sent'));
      this.sent();
    } catch (e) {
      toast(e.message, true);
    }
  }

  // like keeps a notification until it is removed.
  like(body) {
    const all = past();
    if (JSON.stringify(body).length > maxBytes) return toast(t('history.large'), true);
    if (all.liked.length >= most.liked && !all.liked.some(same(body))) return toast(t('history.full', { count: most.liked }), true);
    all.liked = [body, ...all.liked.filter((b) => !same(body)(b))];
    toast(save(all) ? t('history.liked') : t('history.no-room'), false);
  }

  // open shows the favourites.
  open() {
    delete $('history-liked').dataset.all;
    this.draw();
    $('history').showModal();
  }

  draw() {
    const { liked } = past();
    $('history-liked').replaceChildren(...liked.map((body) => this.favourite(body)));
    fold($('history-liked'));
    $('history-no-liked').hidden = liked.length > 0;
  }

  favourite(body) {
    const name = said(read(body));
    return make('li', {}, make('p', { textContent: name }),
      button('edit', name, () => { $('history').close(); this.chosen(read(body)); }),
      button('again', name, () => this.again(body)),
      button('remove', name, () => this.forget(body)));
  }

  forget(body) {
    const all = past();
    all.liked = all.liked.filter((b) => !same(body)(b));
    save(all);
    this.draw();
    $('history-close').focus();
  }
}

// forgotten is the answer for a message of which the device knows nothing any more.
function forgotten(e) {
  if (e.status === 404) return { outcome: 'unknown' };
  throw e;
}

// button is one that does something with the message of a name.
function button(key, name, onclick) {
  const ariaLabel = t('history.' + key + '-name', { name });
  return make('button', { type: 'button', className: 'quiet', textContent: t('history.' + key), ariaLabel, onclick });
}
