// The icon picker: search, upload, delete.

import { call } from './device.js';

const $ = (id) => document.getElementById(id);

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

export class Picker {
  constructor(chosen) {
    this.chosen = chosen;
    this.all = [];
    const dialog = $('picker');
    $('search').oninput = () => this.list();
    $('picker-close').onclick = () => dialog.close();
    $('upload').onchange = (e) => this.add(e.target.files);
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
    $('search').focus();
    await this.load();
  }

  // load lists the icons anew and shows what went wrong before.
  async load(faults = []) {
    try {
      this.all = await call('GET', '/live/icons');
    } catch (e) {
      faults = [...faults, e.message];
    }
    $('picker-fault').textContent = faults.join(' · ');
    this.list();
  }

  list() {
    const wanted = $('search').value.trim().toLowerCase();
    const found = this.all.filter((i) => i.name.toLowerCase().includes(wanted) || String(i.number || '') === wanted);
    $('icons').replaceChildren(this.none(), ...found.map((i) => this.entry(i)));
  }

  none() {
    const div = document.createElement('div');
    div.className = 'pick';
    const b = document.createElement('button');
    b.textContent = 'no icon';
    b.onclick = () => this.choose(null);
    div.append(b);
    return div;
  }

  entry(icon) {
    const div = document.createElement('div');
    div.className = 'pick';
    const b = document.createElement('button');
    b.setAttribute('role', 'option');
    b.title = icon.name + (icon.number ? ` (${icon.number})` : '') + ` · ${icon.source}`;
    const img = Object.assign(document.createElement('img'), { src: icon.thumb, alt: '', loading: 'lazy' });
    const name = Object.assign(document.createElement('span'), { textContent: icon.name });
    b.append(img, name);
    b.onclick = () => this.choose(icon);
    div.append(b);
    if (icon.source === 'user') div.append(this.remover(icon));
    return div;
  }

  remover(icon) {
    const x = Object.assign(document.createElement('button'), { className: 'remove', textContent: '×', title: 'Delete' });
    x.setAttribute('aria-label', 'Delete ' + icon.name);
    x.onclick = async () => {
      if (!confirm(`Delete the icon ${icon.name}?`)) return;
      await this.load(await faultsOf('', () => call('DELETE', '/live/icons/' + encodeURIComponent(icon.name))));
    };
    return x;
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
