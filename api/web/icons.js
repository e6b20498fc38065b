// The icon picker: search, upload, delete.

import { call } from './device.js';
import { $, make, write } from './ui.js';
import { t } from './words.js';

const maxName = 64;

// nameOf makes a name that the device takes of a file's: letters, digits, - and
// _, a letter first, or a number of the gallery as 123, i123 or a123.
export function nameOf(file) {
  const name = file.replace(/\.(png|gif)$/i, '').toLowerCase()
    .normalize('NFKD').replace(/\p{M}/gu, '') // é is e
    .replace(/[^\x00-\x7f]/gu, (c) => 'u' + c.codePointAt(0).toString(16)) // other scripts stay apart
    .replace(/[^a-z0-9_-]+/g, '-').replace(/^[-_]+|-+$/g, '') || 'icon';
  const number = /^[ia]?(\d+)$/.exec(name);
  const ok = /^[a-z]/.test(name) || (number && Number(number[1]) < 2 ** 31);
  return (ok ? name : 'icon-' + name).slice(0, maxName);
}

// thumb gives a URL of an icon's picture, '' if it has none. Pictures are kept.
const thumbs = new Map();
export function thumb(ref) {
  if (ref.startsWith('data:')) return Promise.resolve(ref);
  if (!thumbs.has(ref)) {
    thumbs.set(ref, call('GET', '/live/icons/' + encodeURIComponent(ref)).then(URL.createObjectURL).catch(() => {
      thumbs.delete(ref); // it may yet come from the gallery
      return '';
    }));
  }
  return thumbs.get(ref);
}

// matches tells whether each word of text is part of an icon's name or is its
// number, with or without i or a: "rain weather" finds weather-rain, "i2867" the
// icon of that number.
export function matches(icon, text) {
  const name = icon.name.toLowerCase(), number = String(icon.number || '');
  const words = text.toLowerCase().split(/\s+/).filter((w) => w);
  return words.every((w) => name.includes(w) || w.replace(/^[ia](?=\d)/, '') === number);
}

const groups = ['user', 'built-in', 'gallery'];

export class Picker {
  // chosen is called with the icon, or with null for none.
  constructor(chosen) {
    this.chosen = chosen;
    this.all = []; // as the device lists them
    this.text = ''; // the same as JSON
    const dialog = $('picker');
    $('search').oninput = () => this.list();
    $('picker-close').onclick = () => dialog.close();
    $('upload-button').onclick = () => $('upload').click();
    $('upload').onchange = (e) => this.add(e.target.files);
    $('icons').onkeydown = (e) => this.move(e);
    dialog.ondragover = (e) => { e.preventDefault(); dialog.classList.add('drop'); };
    dialog.ondragleave = () => dialog.classList.remove('drop');
    dialog.ondrop = (e) => {
      e.preventDefault();
      dialog.classList.remove('drop');
      this.add(e.dataTransfer.files);
    };
  }

  async open() {
    $('picker').showModal();
    $('search').select();
    await this.load();
  }

  // load lists the icons anew and shows what went wrong before.
  async load(faults = []) {
    try {
      const all = await call('GET', '/live/icons'), text = JSON.stringify(all);
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
    const found = this.all.filter((i) => matches(i, $('search').value));
    const lists = [make('ul', {}, make('li', {}, this.none()))];
    for (const source of groups) {
      const own = found.filter((i) => i.source === source);
      if (own.length) lists.push(make('h3', { textContent: t('source.' + source, { count: own.length }) }), make('ul', {}, ...own.map((i) => this.entry(i))));
    }
    if (!found.length) lists.push(make('p', { className: 'note', textContent: t('icon.unknown') }));
    $('icons').replaceChildren(...lists);
    this.stop(this.picks()[0]);
  }

  none() {
    return make('button', { className: 'pick', textContent: t('icon.none'), onclick: () => this.choose(null) });
  }

  entry(icon) {
    const pick = make('button', { className: 'pick', onclick: () => this.choose(icon) },
      make('img', { src: icon.thumb, alt: '', loading: 'lazy' }), make('span', { textContent: icon.name }));
    pick.title = icon.name + (icon.number ? ` (${icon.number})` : '');
    return make('li', {}, pick, ...(icon.source === 'user' ? [this.remover(icon)] : []));
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
      await this.load(await faultsOf('', () => call('DELETE', '/live/icons/' + encodeURIComponent(icon.name))));
      $('search').focus();
    };
    return x;
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

  // add stores files under their own names, and tells of all that were refused.
  async add(files) {
    const faults = [];
    for (const file of [...files]) {
      const path = '/live/icons/' + encodeURIComponent(nameOf(file.name));
      faults.push(...await faultsOf(file.name + ': ', () => call('POST', path, file)));
    }
    $('upload').value = '';
    await this.load(faults);
  }
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
