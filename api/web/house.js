// SPDX-License-Identifier: Apache-2.0

// The other displays of the house. The device finds them; this page asks them itself, each with the key that somebody
// has entered for it. A key stays in this browser, and goes to no display but that one at that address (docs/adr/0037).

import { ask, call, once } from './device.js';
import { here } from './places.js';
import { refusal } from './refusals.js';
import { $, enlist, make, toast, write } from './ui.js';
import { locale, t } from './words.js';

const slot = 'ledpost.house';
const year = 31_536_000; // s
const searching = 8000; // ms for the answer of a device that searches
const between = 60_000; // ms between two searches, as the device has it
const pace = 1000, slow = 5000; // ms between two pictures; of a display that does not answer
const patience = 4000; // ms for an answer of a display
const largest = 1 << 18, longest = 1024; // bytes of an answer, and pixels of a side of a picture
const most = 32; // displays
const statusEvery = 5; // pictures
const kinds = { lametric: 'LaMetric', awtrix: 'AWTRIX' };
const secure = location.protocol === 'https:'; // whence a browser lets no page ask others over HTTP

// An entry is {id, name, address, key, seen}: a display whose key somebody has entered for that address. What a page
// may ask stands in its policy, which the device makes of the cookie.
const read = () => { try { return JSON.parse(localStorage.getItem(slot)) ?? []; } catch { return []; } };
const entries = read();
const allowed = new Set(entries.map((k) => k.address));
const byName = (list) => list.toSorted((a, b) => a.name.localeCompare(b.name, locale));
const known = (d) => entries.some((k) => k.id === d.id);

// store changes what this browser keeps, to which another tab may have added.
function store(change) {
  const all = read();
  change(all);
  if (all.length) localStorage.setItem(slot, JSON.stringify(all));
  else localStorage.removeItem(slot);
  document.cookie = `ledpost.house=${all.map((k) => k.address).join('_')}; max-age=${all.length ? year : 0}; samesite=lax; path=/`;
}

// enter keeps a key, for a display at an address. A new address is in the policy of the next page only.
function enter({ id, name }, address, key) {
  const entry = { id, name: name || address, address, key };
  store((all) => all.splice(all.findIndex((k) => k.id === id) >>> 0, 1, entry));
  if (!allowed.has(address)) {
    location.hash = '#/now';
    return location.reload();
  }
  if (known(entry)) Object.assign(entries.find((k) => k.id === id), entry, { wrong: false, doubts: 0, whole: undefined });
  else entries.push(entry);
  drawn();
}

function leave(id) {
  store((all) => all.splice(all.findIndex((k) => k.id === id) >>> 0, 1));
  entries.splice(entries.findIndex((k) => k.id === id), 1);
  drawn();
}

// forgetHouse ends it with this browser's own key.
export function forgetHouse() {
  store((all) => { all.length = 0; });
  entries.length = 0;
  drawn();
}

addEventListener('storage', (e) => { if (e.key === slot && e.newValue === null) forgetHouse(); });

let found = []; // displays, as the device has found them last
let searched = 0, heard = false; // when it was asked, in ms, and whether it has answered
let drawn = () => {}; // draws what has changed

// find asks the device for the displays, once a minute at most, and tells each entry whether its display is at its
// address: nothing but that lets its key out.
async function find() {
  if (Date.now() - searched < between) return;
  searched = Date.now();
  const { displays } = await ask('GET', '/live/house', undefined, { wait: searching }).catch((e) => {
    searched = 0;
    if (e.status === 404) return { displays: [] }; // it is not to be found itself
    throw e;
  });
  [found, heard] = [displays, true];
  for (const k of entries) {
    const display = found.find((d) => d.id === k.id);
    k.name = display?.name || k.name;
    k.there = !!display?.addresses.includes(k.address) && !found.some((d) => d !== display && d.addresses.includes(k.address));
    k.moved = display && !k.there ? display.addresses[0] : '';
  }
}

// tell asks a display, and gives its answer. Answers come from whoever is there.
async function tell(k, method, path, body) {
  if (!k.there || k.wrong) throw new Error(t('fault.silent'));
  const answer = await fetch(`http://${k.address}${path}`, {
    ...plain, method, body,
    headers: { Authorization: globalThis.authorization(k.key), ...(body && { 'Content-Type': 'application/json', 'Idempotency-Key': once() }) },
    signal: AbortSignal.timeout(patience),
  }).catch(() => doubt(k));
  k.doubts = 0;
  const said = await wholeOf(answer).catch(() => { throw new Error(t('fault.broken')); });
  if (answer.ok) return said;
  const { errors } = await said.text().then(JSON.parse).catch(() => {}) ?? {};
  throw Object.assign(new Error(errors?.length ? refusal(String(errors[0].message)) : t('fault.status', { status: String(answer.status) })), { status: answer.status });
}

// wholeOf reads an answer that is no longer than a picture can be.
async function wholeOf(answer) {
  const parts = [], reader = answer.body?.getReader();
  if (!reader) return new Blob();
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts);
    if ((size += value.length) > largest) {
      reader.cancel();
      throw new RangeError('too long');
    }
    parts.push(value);
  }
}

const plain = { credentials: 'omit', cache: 'no-store', redirect: 'error', referrerPolicy: 'no-referrer' };

// doubt says why there is no answer. A device lets pages of others read no refusal of a key: one that answers without
// a key, twice, does not know it. It takes few wrong ones, so that nothing more is asked until another is entered.
async function doubt(k) {
  const there = await fetch(`http://${k.address}/healthz`, { ...plain, mode: 'no-cors', redirect: 'follow', signal: AbortSignal.timeout(patience) }).then(() => true, () => false);
  k.doubts = there ? (k.doubts ?? 0) + 1 : 0;
  k.wrong = k.doubts > 1;
  throw new Error(t(k.wrong ? 'house.refused' : 'fault.silent'));
}

// pictureOf gives what a display shows, if it is a picture of a size that a panel can have.
async function pictureOf(k) {
  const picture = await tell(k, 'GET', '/live/frame.png');
  const head = new DataView(await picture.slice(0, 24).arrayBuffer());
  if (head.byteLength < 24 || head.getUint32(12) !== 0x49484452 || Math.max(head.getUint32(16), head.getUint32(20)) > longest) throw new Error(t('fault.broken'));
  return { picture: new Blob([picture], { type: 'image/png' }), columns: head.getUint32(16), rows: head.getUint32(20) };
}

const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }), calendar = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' });
const since = (at) => (new Date(at).toDateString() === new Date().toDateString() ? clock : calendar).format(at);
const listed = (names) => new Intl.ListFormat(locale).format(names);

// walls gives the displays in groups: those that show one stream are one wall.
function walls() {
  const groups = new Map();
  for (const k of byName(entries)) {
    const group = k.there && k.stream ? k.stream : k.id;
    groups.set(group, [...(groups.get(group) ?? []), k]);
  }
  return [...groups.values()];
}

// chosen are the displays whose chip is on, in one of the places that offer them.
const chosen = (holder) => {
  const ids = [...holder.querySelectorAll(':checked')].flatMap((i) => i.value.split(' '));
  return byName(entries.filter((k) => ids.includes(k.id)));
};

// offer puts a chip for each display that can be asked into a fieldset; those that are on stay so.
function offer(holder, on = []) {
  const were = new Set([...chosen(holder).map((k) => k.id), ...on]);
  const groups = walls().filter((group) => group.every((k) => k.there && !k.wrong));
  holder.hidden = secure || !groups.length;
  const text = JSON.stringify(groups.map((group) => group.map((k) => [k.id, k.name])));
  if (holder.dataset.has === text && !on.length || holder.matches(':active')) return; // a press would be lost
  holder.dataset.has = text;
  holder.replaceChildren(make('legend', { textContent: t('house.also') }), make('div', { className: 'chips' }, ...groups.map((group) => {
    const box = make('input', { type: 'checkbox', value: group.map((k) => k.id).join(' '), checked: group.every((k) => were.has(k.id)) });
    return make('label', { className: 'chip' }, box, make('span', { textContent: listed(group.map((k) => k.name)) }));
  })));
}

// each asks the displays, and says of which that came to something and of which it did not.
async function each(displays, word, act) {
  const done = await Promise.all(displays.map((k) => act(k).then(() => '', (e) => e.message)));
  const well = displays.filter((_, i) => !done[i]), lines = well.length ? [t(word, { names: listed(well.map((k) => k.name)) })] : [];
  for (const [i, k] of displays.entries()) if (done[i]) lines.push(t('house.failed', { name: k.name, why: done[i] }));
  toast(lines.join(' '), well.length < displays.length);
}

// House is the row of the displays at the top of Now, and the chips of Send.
export class House {
  constructor() {
    this.faces = new Map(); // by id
    drawn = () => this.draw();
    store(() => {}); // the cookie's year begins again
    setInterval(() => this.look(), between);
    this.look();
  }

  // look finds the displays and shows them, where they are seen.
  async look() {
    this.draw();
    if ($('main').hidden || document.hidden || secure || !entries.length) return;
    await find().catch(() => {}); // the next look tries again
    this.draw();
  }

  // show sends a message to the displays whose chips are on.
  async show(body) {
    const to = chosen($('also'));
    if (!to.length) return;
    const text = JSON.stringify(await withIcons(body));
    await each(to, 'house.sent', (k) => tell(k, 'POST', '/api/v2/device/notifications', text));
  }

  draw() {
    const others = found.filter((d) => !known(d));
    $('house').hidden = !entries.length;
    $('scene-others').hidden = secure || !entries.some((k) => k.there && !k.wrong);
    offer($('also'));
    enlist($('house-tiles'), walls().map((group) => group.map((k) => k.id)), (ids) => this.group(ids.map((id) => entries.find((k) => k.id === id))));
    enlist($('house-others'), others, other);
    for (const k of entries) this.face(k).tell();
    for (const id of this.faces.keys()) if (!entries.some((k) => k.id === id)) this.faces.delete(id);
    write($('house-note'), secure ? t('house.https') : '');
  }

  group(group) {
    const faces = group.map((k) => this.face(k).element);
    if (faces.length === 1) return make('li', {}, ...faces);
    return make('li', { className: 'wall' }, make('div', {}, ...faces), make('p', { className: 'note', textContent: t('house.wall', { address: group[0].stream }) }));
  }

  face(k) {
    if (!this.faces.has(k.id)) this.faces.set(k.id, new Face(k));
    return this.faces.get(k.id);
  }
}

// Face is a display with its living picture.
class Face {
  constructor(entry) {
    this.entry = entry;
    this.image = make('img', { alt: '' });
    this.name = make('b');
    this.link = make('a', { className: 'face', onclick: (e) => this.go(e) }, make('span', { className: 'screen' }, this.image), this.name);
    this.note = make('p', { className: 'note' });
    this.element = make('div', {}, this.link, this.note);
    this.turn();
  }

  // go opens the page of the display, and signs in there with a key that can do all: a smaller one must not take the
  // place of one that the browser has there already.
  go(e) {
    const { key, address, whole, there } = this.entry;
    if (!whole || !there || !/^[\w.~-]{8,256}$/.test(key) || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    location.assign(`http://${address}/#${key}`);
  }

  // turn asks for the next picture, while that is seen.
  async turn() {
    let wait = pace;
    if (this.element.isConnected && here() === 'now' && !document.hidden && !$('main').hidden && this.entry.there && !this.entry.wrong && !secure) {
      wait = await this.look().then(() => pace, () => slow);
    }
    if (entries.includes(this.entry)) setTimeout(() => this.turn(), wait);
  }

  async look() {
    const k = this.entry;
    try {
      if (k.whole === undefined) k.whole = await tell(k, 'GET', '/live/keys').then(() => true, (e) => { if (e.status === 403) return false; throw e; });
      const { picture, columns, rows } = await pictureOf(k);
      const before = this.image.src;
      this.image.src = URL.createObjectURL(picture);
      if (before) URL.revokeObjectURL(before);
      this.link.style.setProperty('--columns', columns);
      this.link.style.setProperty('--rows', rows);
      if ((this.pictures = (this.pictures ?? 0) + 1) % statusEvery === 1) await this.streams();
      k.silent = false;
      if (Date.now() - (k.seen ?? 0) > between) {
        k.seen = Date.now();
        store((all) => Object.assign(all.find((one) => one.id === k.id) ?? {}, { seen: k.seen, name: k.name }));
      }
      this.last = Date.now();
    } catch (e) {
      Object.assign(k, { silent: e.message, stream: '' });
      drawn();
      throw e;
    } finally {
      this.tell();
    }
  }

  // streams learns whose picture the display shows.
  async streams() {
    const { stream } = JSON.parse(await (await tell(this.entry, 'GET', '/live/status')).text());
    const from = stream ? String(stream.sender) : '';
    if (from === (this.entry.stream ?? '')) return;
    this.entry.stream = from;
    drawn();
  }

  // tell says how it stands, and offers what helps.
  tell() {
    const k = this.entry, seen = this.last ?? k.seen, gone = !k.there || k.silent;
    this.link.href = `http://${k.address}/`;
    write(this.name, k.name);
    this.element.toggleAttribute('data-gone', !!(gone || k.wrong) && !secure);
    const text = secure ? '' : k.wrong ? t('house.refused') : k.moved ? t('house.moved', { address: k.moved })
      : gone && heard ? (seen ? t('house.gone', { time: since(seen) }) : t('house.silent')) : '';
    if (this.note.dataset.text === text) return;
    this.note.dataset.text = text;
    this.note.replaceChildren(text);
    if (k.moved) this.note.append(' ', make('button', { type: 'button', className: 'quiet', textContent: t('house.there'), onclick: () => enter(k, k.moved, k.key) }));
    else if (k.wrong) this.note.append(' ', make('a', { href: '#/device', textContent: t('house.enter'), onclick: opens }));
  }
}

// opens opens the view in which keys are entered.
const opens = () => { document.querySelector('#views [data-view=house]').open = true; };

// other is a display that was found and is not seen: one without its key, or one of another maker.
function other(d) {
  const name = d.name || d.addresses[0];
  if (kinds[d.kind]) return make('li', {}, name, ' ', make('span', { className: 'badge', textContent: kinds[d.kind] }));
  return make('li', {}, make('a', { href: '#/device', textContent: t('house.add-name', { name }), onclick: opens }));
}

// withIcons gives a message in which the icons of this device's owner are pictures: others do not have them.
async function withIcons(body) {
  const names = [...new Set(body.model.frames.map((f) => f.icon).filter((icon) => icon && !icon.startsWith('data:')))];
  if (!names.length) return body;
  const own = (await call('GET', '/live/icons?' + names.map((n) => 'name=' + encodeURIComponent(n)).join('&')).catch(() => [])).filter((i) => i.source === 'user');
  const frame = (f) => ({ ...f, icon: own.find((i) => i.name === f.icon)?.thumb ?? f.icon });
  return { ...body, model: { ...body.model, frames: body.model.frames.map((f) => (f.icon ? frame(f) : f)) } };
}

// offerScene offers to put a scene on the other displays too, on all of them if that is wanted; sendScene does so.
export const offerScene = (holder, all) => offer(holder, all ? entries.map((k) => k.id) : []);
export const anyChosen = (holder) => chosen(holder).length > 0;
export const sendScene = (holder, text) => (chosen(holder).length ? each(chosen(holder), 'house.scene-sent', (k) => tell(k, 'POST', '/live/scene', text)) : undefined);

// View is where keys are entered and forgotten.
export class View {
  constructor(body) {
    this.list = make('ul', { className: 'rows' });
    this.note = make('p', { className: 'note', role: 'status' });
    body.append(make('p', { className: 'note', textContent: t('house.about') }), this.list, this.note);
  }

  async load() {
    if (secure) return write(this.note, t('house.https'));
    if (!heard) write(this.note, t('house.searching'));
    await find();
    const others = found.filter((d) => !known(d)); // two addresses of one id may be two displays, one of which lies
    const all = [...byName(entries), ...others.flatMap((d) => (kinds[d.kind] ? d.addresses.slice(0, 1) : d.addresses).map((address) => ({ ...d, address })))];
    write(this.note, all.length ? '' : t('house.none'));
    enlist(this.list, all.map(({ kind, id, name, address, key, wrong }) => ({ kind, id, name, address, key, wrong })), (d) => this.row(d));
    drawn();
  }

  row(d) {
    const name = d.name || d.address;
    if (kinds[d.kind]) return make('li', {}, make('span', { className: 'what', textContent: name }), make('span', { className: 'badge', textContent: kinds[d.kind] }));
    if (d.key && !d.wrong) {
      const gone = () => { leave(d.id); this.load().catch(() => {}); };
      return make('li', {}, make('span', { className: 'what' }, name, make('small', { textContent: d.address })),
        make('button', { type: 'button', className: 'quiet', textContent: t('house.remove'), ariaLabel: t('house.remove-name', { name }), onclick: gone }));
    }
    const key = make('input', { type: 'password', autocomplete: 'off', spellcheck: false, maxLength: 256, ariaLabel: t('house.key', { name }), placeholder: t('login.key') });
    const form = make('form', { className: 'joined', noValidate: true }, key, make('button', { textContent: t('house.add'), ariaLabel: t('house.add-name', { name }) }));
    form.onsubmit = (e) => {
      e.preventDefault();
      if (!key.value.trim() || entries.length >= most && !d.key) return;
      enter(d, d.address, key.value.trim());
      this.load().catch(() => {}); // the next look tells
    };
    return make('li', {}, make('span', { className: 'what' }, name, make('small', { textContent: d.address })), form);
  }
}
