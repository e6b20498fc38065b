// SPDX-License-Identifier: Apache-2.0

// Apps by others: the community's catalogue is searched, and one of its apps is tried, added,
// updated or removed.

import { appFields, asker, schemaOf } from './appfields.js';
import { sentences } from './consent.js';
import { ask, call } from './device.js';
import { status } from './finder.js';
import { patiently } from './load.js';
import { still } from './still.js';
import { $, make, toast, write } from './ui.js';
import { locale, t, told } from './words.js';

const wait = 45000; // ms: the device fetches files
const typing = 400; // ms after the last key until what was typed is searched
const day = (iso) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(iso));
const path = (a, more = '') => `/live/gallery/${a.id}${more}`;
const wanted = { q: '', category: '', installed: false };
const kept = new Map(); // id → URL of its picture
let apps, turn = 0, timer;

const button = (key, onclick, props = {}) => make('button', { type: 'button', textContent: t(key), onclick, ...props });

// openCommunity shows the catalogue; list is the list of widgets.
export function openCommunity(list) {
  apps = list;
  $('community-close').onclick = () => $('community').close();
  $('community').showModal();
  catalogue();
}

// does has a button do what takes time: once, and a fault is told.
async function does(b, act) {
  b.disabled = true;
  try {
    await act();
  } catch (e) {
    toast(e.message, true);
  }
  b.disabled = false;
}

// catalogue is the list with its search.
function catalogue() {
  const search = make('input', { type: 'search', ariaLabel: t('community.search'), placeholder: t('community.search'), value: wanted.q, maxLength: 100 });
  const category = make('select', { ariaLabel: t('community.category') }), mine = make('input', { type: 'checkbox', checked: wanted.installed });
  const list = make('ul', { className: 'offers' }), said = status(), more = make('div', { className: 'ends' }), foot = make('p', { className: 'note' });
  mine.setAttribute('role', 'switch');
  const find = make('div', { hidden: true }, make('div', { className: 'pair' }, search, category), make('label', { className: 'switch' }, mine, ' ' + t('community.installed')));
  const show = (page = 0) => fill({ list, said, more, foot, category, find, show }, page);
  search.oninput = () => { wanted.q = search.value; clearTimeout(timer); timer = setTimeout(show, typing); };
  category.onchange = () => { wanted.category = category.value; show(); };
  mine.onchange = () => { wanted.installed = mine.checked; show(); };
  const renew = button('community.renew', () => does(renew, async () => {
    let now;
    try {
      now = (await ask('POST', '/live/gallery', {}, { wait })).success.data;
    } catch (e) {
      return write(said, t('community.unfetched', { why: e.message }), true);
    }
    toast(now.newer.length ? t('community.newer', { count: now.newer.length }) : t('community.renewed', { date: day(now.date) }));
    await show();
  }), { className: 'quiet' });
  $('community-body').replaceChildren(find, said, list, more, make('div', { className: 'ends' }, foot, renew));
  show();
}

// fill asks for a page of the list.
async function fill(parts, page) {
  const mine = ++turn, { list, said, more, foot, category, find } = parts;
  const query = new URLSearchParams({ q: wanted.q.trim(), category: wanted.category, page, installed: wanted.installed });
  try {
    const got = await call('GET', '/live/gallery?' + query);
    if (mine !== turn) return;
    const tiles = got.apps.map(tile);
    if (page === 0) list.replaceChildren();
    find.hidden = !got.catalogue && !wanted.installed && !got.found;
    list.append(...tiles.map(([, , li]) => li));
    write(said, got.catalogue ? t('aids.results', { count: got.found }) : t('community.none'));
    write(foot, got.catalogue ? t('community.of', { date: day(got.catalogue.date) }) : '');
    const all = Object.values(got.categories).reduce((a, b) => a + b, 0);
    category.replaceChildren(new Option(t('community.all', { count: all }), ''), ...Object.keys(got.categories).map((c) => [told('category.' + c, c), c]).sort()
      .map(([title, c]) => new Option(`${title} (${got.categories[c]})`, c)));
    category.value = wanted.category;
    const next = button('community.more', () => parts.show(page + 1), { className: 'quiet' });
    more.replaceChildren(...(list.children.length < got.found ? [next] : []));
    await draw(tiles, () => mine === turn);
  } catch (e) {
    if (mine === turn) write(said, e.message, true);
  }
}

// tile is an app in the list.
function tile(a) {
  const img = make('img', { alt: '' }), open = make('button', { type: 'button', value: a.id, onclick: () => card(a.id) },
    make('span', { className: 'shot' }, img), make('b', { textContent: a.name }), make('small', { textContent: a.summary }));
  if (a.installed) open.append(make('small', { className: 'has', textContent: t(a.newer ? 'community.has-newer' : 'community.has') }));
  return [a, img, make('li', {}, open)];
}

// draw gets the pictures one after the other, while somebody looks.
async function draw(tiles, looks) {
  for (const [a, img] of tiles) {
    if (!a.picture || !looks() || !$('community').open) continue;
    if (!kept.has(a.id)) kept.set(a.id, await patiently(() => ask('GET', path(a, '/picture'), undefined, { wait, cache: 'default' })).then((b) => still(URL.createObjectURL(b))).catch(() => ''));
    if (kept.get(a.id)) img.src = kept.get(a.id);
  }
}

// allowed are the places that an app may ask, or will once it is added.
async function allowed(a) {
  const said = a.installed && await call('GET', '/live/consent/gallery%2F' + a.id).catch(() => null);
  return said ? said.allowed : a.hosts.map((host) => ({ host }));
}

// card shows one app: who made it, whom it asks, its settings, and what can be done with it.
async function card(id) {
  const mine = ++turn, body = $('community-body'), back = button('community.back', catalogue, { className: 'quiet' });
  let a;
  try {
    a = await call('GET', path({ id }));
  } catch (e) {
    return toast(e.message, true);
  }
  const may = sentences(await allowed(a));
  if (mine !== turn) return;
  const img = make('img', { alt: '' }), said = status(), place = make('div', {}, said);
  let form;
  const settings = async () => {
    await form?.ready;
    return { settings: form?.plain() ?? {} };
  };
  const tryIt = button('community.try', () => does(tryIt, async () => {
    await ask('POST', path(a, '/try'), await settings(), { wait });
    toast(t('community.tried'));
  }), { className: 'quiet' });
  const add = button('community.add', () => does(add, async () => {
    await ask('POST', path(a), await settings(), { wait });
    $('community').close();
    toast(t('community.added', { app: a.name }));
    await apps.load();
  }));
  const update = button('community.update', () => does(update, async () => {
    await ask('POST', path(a, '/update'), undefined, { wait });
    toast(t('community.updated', { app: a.name }));
    card(id);
  }), { className: 'quiet' });
  const remove = button('community.remove', () => does(remove, async () => {
    await call('DELETE', path(a));
    toast(t('apps.removed', { app: a.name }));
    await apps.load();
    catalogue();
  }), { className: 'quiet' });
  body.replaceChildren(back, make('div', { className: 'offer' }, make('span', { className: 'shot' }, img), make('h3', { tabIndex: -1, textContent: a.name }),
    make('p', { className: 'note', textContent: [a.author, a.license].filter(Boolean).join(' · ') }), make('p', { textContent: a.about || a.summary })), place,
  make('section', { className: 'may' }, make('h3', { textContent: t('consent.title') }), make('div', { className: 'note' }, ...may)),
  make('div', { className: 'ends' }, ...(a.installed ? [remove] : []), ...(a.newer ? [update] : []), tryIt, add));
  body.querySelector('h3').focus();
  draw([[a, img]], () => mine === turn);
  write(said, t('aids.asks'));
  const of = { app: 'gallery/' + id };
  try {
    const schema = await schemaOf(of);
    form = appFields(schema, {}, asker(of));
    if (mine === turn) place.replaceChildren(form.element);
  } catch (e) {
    if (e.status === 501) place.replaceChildren(make('p', { textContent: t('write.lacks') }), make('pre', {}, make('code', { textContent: 'sudo apt install ledpost-apps' })));
    else write(said, e.message, true);
  }
}
