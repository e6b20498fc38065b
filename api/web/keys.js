// SPDX-License-Identifier: Apache-2.0

// Named keys: made with a scope, told once, taken back one by one (/live/keys).

import { call, Fault } from './device.js';
import { stays } from './places.js';
import { enlist, explain, fold, make, toast } from './ui.js';
import { t } from './words.js';

// plain makes of a name one that a key can have: home-assistant of Home Assistant.
function plain(name) {
  if (/^[\w.-]*$/.test(name)) return name;
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return letters.replace(/[^a-z0-9._-]+/g, '-').replace(/^[.-]+|-+$/g, '').slice(0, 32) || name;
}

const scopes = ['send', 'read', 'control', 'all'];

export class View {
  constructor(body) {
    this.list = make('ul', { className: 'rows', ariaLabel: t('view.keys') });
    this.secret = make('div', { className: 'secret', hidden: true });
    this.secret.setAttribute('role', 'status');
    this.form = this.maker();
    body.append(make('p', { className: 'note', textContent: t('keys.about') }), this.list, this.form, this.secret);
  }

  maker() {
    const name = make('input', { name: 'key-name', maxLength: 32, autocomplete: 'off', spellcheck: false });
    const scope = make('select', { name: 'scope' }, ...scopes.map((value) => make('option', { value, textContent: t('scope.' + value) })));
    const note = make('p', { className: 'note', id: 'key-name-note' });
    Object.assign(note.dataset, { field: 'name scope', hint: t('keys.hint') });
    name.setAttribute('aria-describedby', note.id);
    const form = make('form', { noValidate: true },
      make('div', { className: 'pair' }, make('div', {}, make('label', {}, t('keys.name'), name), note), make('label', {}, t('keys.scope'), scope)),
      make('p', { className: 'note rest' }), make('button', { textContent: t('keys.make') }));
    explain(form);
    form.onsubmit = async (e) => {
      e.preventDefault();
      const still = stays();
      try {
        const made = await call('POST', '/live/keys', { name: plain(name.value), scope: scope.value });
        name.value = '';
        explain(form);
        this.show(made, still());
        await this.load();
      } catch (fault) {
        explain(form, fault instanceof Fault ? fault.messages : [fault.message]);
      }
    };
    return form;
  }

  // show says the secret, which nobody can ask for again.
  show({ name, key }, still) {
    const field = make('input', { readOnly: true, value: key, spellcheck: false, onfocus: () => field.select() });
    const hide = () => { this.secret.hidden = true; this.secret.replaceChildren(); };
    const button = (text, onclick) => make('button', { type: 'button', className: 'quiet', textContent: text, onclick });
    this.secret.replaceChildren(make('label', {}, t('keys.secret', { name }), field),
      button(t('keys.hide'), hide), ' ', button(t('copy.copy'), () => this.copy(field)));
    this.secret.hidden = false;
    if (still) field.focus();
  }

  // copy works over plain HTTP, too, where there is no navigator.clipboard.
  copy(field) {
    field.select();
    const done = document.execCommand('copy');
    toast(t(done ? 'copy.copied' : 'copy.by-hand'), !done);
  }

  async load() {
    const keys = await call('GET', '/live/keys');
    enlist(this.list, keys.length ? keys : [null], (k) => (k ? this.row(k) : make('li', { className: 'note', textContent: t('keys.none') })));
    fold(this.list);
  }

  row({ name, scope }) {
    const back = make('button', { type: 'button', className: 'quiet', textContent: t('keys.back'), ariaLabel: t('keys.back-name', { name }) });
    back.onblur = () => { back.textContent = t('keys.back'); delete back.dataset.sure; };
    back.onclick = async () => {
      if (!back.dataset.sure) {
        back.dataset.sure = 1;
        back.textContent = t('keys.sure');
        return;
      }
      await call('DELETE', '/live/keys/' + encodeURIComponent(name)).then(() => toast(t('keys.gone', { name })), (e) => toast(e.message, true));
      await this.load().catch(() => {}); // the next look tells
    };
    return make('li', {}, make('span', { className: 'what' }, name), make('span', { className: 'badge', textContent: t('scope.' + scope) }), back);
  }
}
