// SPDX-License-Identifier: Apache-2.0

// The settings of an app, and what can be done with it.

import { clockApp } from './alarms.js';
import { first, timerApp } from './byhand.js';
import { call, Fault } from './device.js';
import { seconds, tidy, written } from './durations.js';
import { arranged } from './everyday.js';
import { fieldsOf, valueOf } from './form.js';
import { pictured } from './pictures.js';
import { $, closer, explain, make, toast, write } from './ui.js';
import { settle, undoable } from './undo.js';
import { t, told } from './words.js';

const byHand = new Set([timerApp + '/countdown.configure', clockApp + '/clock.alarm', clockApp + '/clock.clockface',
  ...['play', 'stop', 'next', 'prev', 'play.at', 'state'].map((a) => 'com.lametric.radio/radio.' + a)]); // actions that the form above does better

export class AppForm {
  // apps is the list of widgets.
  constructor(apps) {
    this.apps = apps;
    $('app-form').onsubmit = (e) => { e.preventDefault(); this.save(); };
    $('app-close').onclick = () => $('app').close();
    $('app-remove').onclick = (e) => this.remove(e.currentTarget);
    $('app-form').elements.seconds.onchange = (e) => { e.target.value = tidy(e.target.value, 1); };
    for (const [id, by] of [['app-earlier', -1], ['app-later', 1]]) $(id).onclick = () => this.apps.move(this.edited, by, () => this.places());
  }

  open(w) {
    const { apps } = this, kind = apps.kind(w.package);
    this.edited = w;
    this.fields = fieldsOf(kind.settings, w.settings, 'settings');
    this.value = () => valueOf(this.fields);
    this.ready = () => {};
    write($('app-title'), apps.title(w));
    $('app-about').textContent = apps.offered(w) ? t('apps.from-community') : told('about.' + w.package, '');
    $('app-credit').textContent = kind.settings.description || '';
    const f = $('app-form').elements;
    Object.assign(f.title, { value: w.title === kind.declared ? '' : w.title, placeholder: apps.named(w) });
    f.seconds.value = written(w.seconds);
    $('app-fields').replaceChildren(...first(w, () => $('app').close()), ...arranged(this, w, this.fields));
    this.picture(w.package, kind.settings.properties || {});
    const names = Object.keys(kind.actions).filter((id) => !byHand.has(w.package + '/' + id)), plain = (id) => !Object.keys(kind.actions[id]).length;
    $('app-actions').replaceChildren(...names.filter((id) => !plain(id)).map((id) => this.action(w, id, kind.actions[id])),
      make('div', { className: 'action' }, ...names.filter(plain).map((id) => this.doer(w, id, []))));
    $('app-doings').hidden = !names.length;
    this.ask($('app-remove'), false);
    $('app-remove').hidden = apps.there().length < 2;
    this.places();
    explain($('app-form'));
    $('app').showModal();
  }

  // places says which ways through the order are open.
  places() {
    const at = this.apps.there().findIndex((x) => x.widget === this.edited.widget);
    $('app-earlier').disabled = at <= 0;
    $('app-later').disabled = at === this.apps.there().length - 1;
  }

  // picture lets the settings that have pictures be chosen by them.
  picture(pkg, properties) {
    for (const f of this.fields) {
      const schema = properties[f.name];
      if (schema?.format === 'pictured') pictured(f.control, (v) => `/live/apps/catalogue/${pkg}/${f.name}/${v || schema.default}.gif`);
    }
  }

  // action is a row of what can be done: a field a parameter, and the button.
  action(w, id, params) {
    const inputs = Object.values(params).map((p) => {
      const name = told(`act.${w.package}/${id}/${p.name}`, words(p.name));
      const control = make('input', p.data_type === 'bool' ? { type: 'checkbox' } : { autocomplete: 'off', inputMode: p.data_type === 'int' ? 'numeric' : 'text' });
      const read = () => (p.data_type === 'bool' ? control.checked : control.value === '' ? undefined : p.data_type === 'int' && isFinite(control.value) ? +control.value : control.value);
      return { name: p.name, read, element: make('label', { className: p.data_type === 'bool' ? 'switch' : '' }, ...(p.data_type === 'bool' ? [control, ' ' + name] : [name, control])) };
    });
    return make('div', { className: 'action' }, ...inputs.map((i) => i.element), this.doer(w, id, inputs));
  }

  // doer is the button of an action.
  doer(w, id, inputs) {
    const button = make('button', { type: 'button', className: 'quiet', textContent: told(`act.${w.package}/${id}`, words(id.slice(id.indexOf('.') + 1))) });
    button.onclick = async () => {
      const params = Object.fromEntries(inputs.map((i) => [i.name, i.read()]).filter(([, v]) => v !== undefined));
      try {
        await this.act(id, params);
        toast(t('apps.done', { what: button.textContent }));
        await this.apps.load();
      } catch (e) {
        toast(e.message, true);
      }
    };
    return button;
  }

  // act does an action of the widget that is edited.
  act(id, params = {}) {
    const { package: pkg, widget } = this.edited;
    return call('POST', `/api/v2/device/apps/${pkg}/widgets/${widget}/actions`, { id, params });
  }

  // put changes the widget that is edited: settings, and more of it; the form stays open.
  async put(settings, more = {}) {
    const { apps, edited } = this;
    await settle();
    await call('PUT', '/live/apps', apps.there().map((x) => ({ widget: x.widget, ...(x.widget === edited.widget ? { settings, ...more } : {}) })));
    apps.text = '';
    await apps.load().catch(() => {}); // the next refresh tells
    if (this.edited === edited) this.edited = apps.list.find((x) => x.widget === edited.widget) || edited;
  }

  // save sends the settings; faults show beside their fields.
  async save() {
    const f = $('app-form').elements, read = seconds(f.seconds.value, 1), { edited } = this, close = closer($('app'));
    await this.ready();
    if (this.edited !== edited) return; // another card is open
    try {
      await this.put(this.value(), { title: f.title.value, seconds: isNaN(read) ? f.seconds.value : read });
    } catch (e) {
      return this.fault(e, edited);
    }
    close();
    undoable(t('apps.saved'), () => this.back(edited), { kept: { kind: 'widget', data: edited } });
  }

  // back makes a widget again what it was. A secret is as it was saved last: the device tells none.
  async back({ widget, title, seconds, visible, settings }) {
    await settle();
    await call('PUT', '/live/apps', this.apps.there().map((x) => ({ widget: x.widget, ...(x.widget === widget ? { title, seconds, visible, settings } : {}) })));
    await this.apps.load();
  }

  // fault tells what is wrong with the settings of a widget, beside their fields while they show.
  fault(e, edited) {
    if (!$('app').open || this.edited.widget !== edited.widget) return toast(e.message, true);
    const at = this.apps.there().findIndex((x) => x.widget === this.edited.widget);
    explain($('app-form'), e instanceof Fault ? e.messages.map((m) => m.replace(`[${at}].`, '')) : [e.message]);
    for (const n of $('app-form').querySelectorAll('details .note.fault')) n.closest('details').open = true;
  }

  ask(button, sure) {
    button.textContent = sure ? t('apps.sure') : t('apps.remove');
    button.dataset.sure = sure ? 1 : '';
  }

  // remove takes the widget away when it is pressed twice.
  remove(button) {
    if (!button.dataset.sure) return this.ask(button, true);
    $('app').close();
    this.apps.remove(this.edited);
  }
}

const words = (name) => name.replace(/[_.]/g, ' ').replace(/^./, (c) => c.toUpperCase());
