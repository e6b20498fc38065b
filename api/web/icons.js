// SPDX-License-Identifier: Apache-2.0

// The icon picker: search, the gallery, upload, delete, and the editor.

import { call } from './device.js';
import { forget, picture, thumb } from './iconpictures.js';
import { load } from './load.js';
import { stays } from './places.js';
import { Thumbs } from './thumbs.js';
import { $, make, toast, write } from './ui.js';
import { t } from './words.js';

const maxName = 64;

// nameOf makes a name that the device takes of a file's: letters, digits, - and
// _, a letter first, or a number of the gallery as 123, i123 or a123.
export function nameOf(file) {
  const name = file.replace(/\.[a-z0-9]{2,5}$/i, '').toLowerCase()
    .normalize('NFKD').replace(/\p{M}/gu, '') // é is e
    .replace(/[^\x00-\x7f]/gu, (c) => 'u' + c.codePointAt(0).toString(16)) // other scripts stay apart
    .replace(/[^a-z0-9_-]+/g, '-').replace(/^[-_]+|-+$/g, '') || 'icon';
  const number = /^[ia]?(\d+)$/.exec(name);
  const ok = /^[a-z]/.test(name) || (number && Number(number[1]) < 2 ** 31);
  return (ok ? name : 'icon-' + name).slice(0, maxName);
}

// matches tells whether each word of text is part of an icon's name, begins a word that
// people look for it by, or is its number, with or without i or a: "rain weather" finds
// weather-rain, "laundry" home-washer, "i2867" the icon of that number.
export function matches(icon, text) {
  const name = icon.name.toLowerCase(), number = String(icon.number || '');
  const words = text.toLowerCase().split(/\s+/).filter((w) => w);
  return words.every((w) => name.includes(w) || icon.words?.some((x) => x.startsWith(w)) || w.replace(/^[ia](?=\d)/, '') === number);
}

// asked gives the number of the gallery that a text is, '' if it is none.
const asked = (text) => (/^[ia]?\d{1,9}$/i.test(text.trim()) ? text.trim().toLowerCase() : '');

const groups = ['user', 'built-in', 'gallery'];
const page = 180; // icons that are made at once; more when one comes near their end
const pause = 500; // ms after typing until a number is fetched

let one; // of the page
const picker = () => (one ??= new Picker());

// pickIcon lets an icon be chosen, also from files that it adds first, and calls chosen
// with it, or with null for none.
export const pickIcon = (chosen, files) => picker().open(chosen, files);

// drawIcon opens the editor with an icon or the file of a picture, and calls chosen with the icon that it stores.
export const drawIcon = (ref, chosen) => picker().draw(ref, chosen);

class Picker {
  constructor() {
    this.all = []; // as the device lists them
    this.thumbs = new Thumbs();
    this.text = ''; // the same as JSON
    this.rest = []; // what is not made yet
    this.end = make('div', { className: 'end' });
    this.near = new IntersectionObserver((seen) => seen.some((s) => s.isIntersecting) && this.more(), { root: $('icons'), rootMargin: '600px' });
    const dialog = $('picker');
    $('search').oninput = () => this.list();
    $('picker-close').onclick = () => dialog.close();
    $('upload-button').onclick = () => $('upload').click();
    $('upload').onchange = (e) => this.add(e.target.files);
    $('icon-new').onclick = () => this.draw();
    $('icons').onkeydown = (e) => this.move(e);
    dialog.onpaste = (e) => e.clipboardData.files.length && this.add(e.clipboardData.files);
    dialog.ondragover = (e) => { e.preventDefault(); dialog.classList.add('drop'); };
    dialog.ondragleave = () => dialog.classList.remove('drop');
    dialog.ondrop = (e) => {
      e.preventDefault();
      dialog.classList.remove('drop');
      this.add(e.dataTransfer.files);
    };
  }

  // open shows the icons, and adds files to them.
  async open(chosen, files = []) {
    this.chosen = chosen;
    $('picker').showModal();
    $('search').select();
    await this.load();
    this.thumbs.again();
    if (files.length) await this.add(files);
  }

  // load lists the icons anew and shows what went wrong before.
  async load(faults = []) {
    try {
      const all = await call('GET', '/live/icons?thumbs=false'), text = JSON.stringify(all);
      if (text !== this.text) { // else nothing moves under the finger
        Object.assign(this, { all, text });
        this.list();
      }
    } catch (e) {
      faults = [...faults, e.message];
    }
    write($('picker-fault'), faults.join(' · '), true);
  }

  list() {
    const text = $('search').value, found = this.all.filter((i) => matches(i, text)), number = asked(text);
    const lists = [{ make: () => this.none() }];
    for (const source of groups) {
      const own = found.filter((i) => i.source === source);
      if (own.length) lists.push({ head: t('source.' + source, { count: own.length }) }, ...own.map((icon) => ({ make: () => this.entry(icon) })));
    }
    const wanted = number && !found.some((i) => String(i.number) === number.replace(/^[ia]/, ''));
    if (wanted) this.fetch(number);
    $('icons').replaceChildren(...(wanted || found.length ? [] : [make('p', { className: 'note', textContent: t('icon.unknown') })]), this.end);
    this.rest = lists;
    this.thumbs.forget();
    this.into = null;
    this.more();
    this.stop(this.picks()[0]);
  }

  // more makes the next icons, as long as the end of those there are is near.
  more() {
    const room = document.createDocumentFragment();
    if (!this.into) room.append(this.into = make('ul'));
    for (const { head, make: entry } of this.rest.splice(0, page)) {
      if (head) room.append(make('h3', { textContent: head }), this.into = make('ul'));
      else this.into.append(make('li', {}, ...[entry()].flat()));
    }
    this.end.before(room);
    for (const p of $('icons').querySelectorAll('.pick:not([tabindex])')) p.tabIndex = -1;
    this.near.unobserve(this.end);
    if (this.rest.length) this.near.observe(this.end); // tells again when it is still near
  }

  none() {
    return make('button', { className: 'pick', textContent: t('icon.none'), onclick: () => this.choose(null) });
  }

  entry(icon) {
    const img = make('img', { alt: '', decoding: 'async' });
    const pick = make('button', { className: 'pick', onclick: () => this.choose(icon) }, img, make('span', { textContent: icon.name }));
    this.thumbs.show(img, icon);
    pick.title = icon.name + (icon.number ? ` (${icon.number})` : '');
    return icon.source === 'user' ? [pick, this.remover(icon), this.opener(icon)] : [pick];
  }

  opener(icon) {
    const b = make('button', { className: 'draw', textContent: '✎', title: t('icon.edit'), onclick: () => this.draw(icon.name) });
    b.setAttribute('aria-label', t('icon.edit-name', icon));
    return b;
  }

  // remover deletes when it is pressed twice.
  remover(icon) {
    const x = make('button', { className: 'remove', textContent: '×', title: t('icon.delete') });
    const name = (sure) => {
      x.textContent = sure ? t('icon.sure') : '×';
      x.setAttribute('aria-label', sure ? t('icon.sure-name', icon) : t('icon.delete-name', icon));
    };
    name(false);
    x.onblur = () => name(false);
    x.onclick = async () => {
      if (x.textContent === '×') return name(true);
      const still = stays();
      await this.load(await faultsOf('', () => call('DELETE', '/live/icons/' + encodeURIComponent(icon.name))));
      if (still()) $('search').focus();
    };
    return x;
  }

  // fetch has the device fetch a number of the gallery, and offers it.
  fetch(number) {
    clearTimeout(this.waiting);
    const note = make('p', { className: 'note', role: 'status', textContent: t('icon.fetching', { number }) });
    $('icons').before(note);
    this.asking?.remove();
    this.asking = note;
    const wanted = () => asked($('search').value) === number && $('picker').open;
    const gone = (text) => (text ? write(note, text) : note.remove());
    this.waiting = setTimeout(async () => {
      if (!wanted()) return gone();
      const src = await thumb(number);
      if (!wanted()) return gone();
      if (!src) return gone(t('icon.no-number', { number }));
      gone();
      await this.load();
      if (!this.all.some((i) => String(i.number) === number.replace(/^[ia]/, ''))) return;
      this.list();
    }, pause);
  }

  picks() { return [...$('icons').querySelectorAll('.pick')]; }

  // stop makes pick the one of all icons that Tab stops at.
  stop(pick) {
    for (const p of this.picks()) p.tabIndex = p === pick ? 0 : -1;
  }

  // move takes the focus through the icons with the arrow keys, Home and End.
  move(e) {
    const all = this.picks(), at = all.indexOf(e.target);
    if (at < 0) return;
    const row = (i, step) => { // the nearest column of the next row
      const { top, left } = all[i].getBoundingClientRect();
      const rest = step > 0 ? all.slice(i + 1) : all.slice(0, i).reverse();
      const next = rest.find((p) => p.getBoundingClientRect().top !== top)?.getBoundingClientRect().top;
      return rest.filter((p) => p.getBoundingClientRect().top === next)
        .sort((a, b) => Math.abs(a.getBoundingClientRect().left - left) - Math.abs(b.getBoundingClientRect().left - left))[0];
    };
    const to = {
      ArrowRight: () => all[at + 1], ArrowLeft: () => all[at - 1], Home: () => all[0], End: () => all.at(-1),
      ArrowDown: () => row(at, 1), ArrowUp: () => row(at, -1),
    }[e.key]?.();
    if (!to) return;
    e.preventDefault();
    this.stop(to);
    to.focus();
  }

  choose(icon) {
    $('picker').close();
    this.chosen(icon);
  }

  // draw opens the editor with an icon, or with a new one.
  async draw(ref, chosen = this.chosen) {
    const still = stays();
    this.chosen = chosen;
    if (!this.all.length) await this.load();
    const mine = this.all.some((i) => i.name === ref && i.source === 'user');
    const others = this.all.filter((i) => i.source === 'user').map((i) => i.name);
    let file, name = '';
    if (ref instanceof File) {
      file = ref;
      name = nameOf(ref.name);
    } else if (ref?.startsWith('data:')) {
      file = dataFile(ref);
    } else if (ref) {
      name = mine ? ref : nameOf('my-' + ref);
      file = await picture(ref).catch(() => null);
    }
    await this.edit({ name, picture: file, others }, still);
  }

  // edit opens the editor, which is loaded when it is first wanted.
  async edit(what, still = stays()) {
    try {
      this.editor ??= new (await load('iconeditor')).IconEditor((name, here) => this.drawn(name, here));
    } catch (e) {
      return toast(e.message, true);
    }
    if (still()) this.editor.open(what);
  }

  // drawn takes what the editor has stored; here tells that this closed it.
  drawn(name, here) {
    forget(name);
    this.text = ''; // its picture is another
    if (here) this.choose({ name });
    this.load();
  }

  // add stores files under their own names, and tells of all that were refused. What is
  // no PNG or GIF goes to the editor.
  async add(files) {
    const faults = [], all = [...files];
    const drawn = all.length === 1 && !['image/png', 'image/gif'].includes(all[0].type) && all[0].type.startsWith('image/');
    $('upload').value = '';
    if (drawn) return this.edit({ name: nameOf(all[0].name), picture: all[0], others: this.all.filter((i) => i.source === 'user').map((i) => i.name) });
    for (const file of all) {
      const name = nameOf(file.name);
      forget(name);
      faults.push(...await faultsOf(file.name + ': ', () => call('POST', '/live/icons/' + encodeURIComponent(name), file)));
    }
    await this.load(faults);
  }
}

// dataFile gives the picture of a data URI: fetch may not, by the page's own policy.
function dataFile(uri) {
  const [head, body] = uri.split(','), type = head.slice(5).split(';')[0];
  return new Blob([Uint8Array.from(atob(body), (c) => c.charCodeAt(0))], { type });
}

// faultsOf gives what went wrong in act, if anything.
async function faultsOf(prefix, act) {
  try {
    await act();
    return [];
  } catch (e) {
    return [prefix + e.message];
  }
}
