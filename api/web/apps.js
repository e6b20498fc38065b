// What the device shows in turn: the list of widgets, their settings and actions.

import { withAid } from './aids.js';
import { clockApp } from './alarms.js';
import { first, ordered, result, timerApp } from './byhand.js';
import { call, Fault } from './device.js';
import { fieldsOf, valueOf } from './form.js';
import { pictured } from './pictures.js';
import { rove } from './rove.js';
import { spoken } from './spoken.js';
import { $, explain, make, pass, toast, write } from './ui.js';
import { inSeconds, t, told } from './words.js';

const byHand = new Set([timerApp + '/countdown.configure', clockApp + '/clock.alarm']); // actions that the settings do better
const every = 4000; // ms between two looks at what a widget shows
const gear = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M6.8 1h2.4l.4 1.8 1.2.5 1.6-1 1.7 1.7-1 1.6.5 1.2 1.8.4v2.4l-1.8.4-.5 1.2 1 1.6-1.7 1.7-1.6-1-1.2.5-.4 1.8H6.8l-.4-1.8-1.2-.5-1.6 1-1.7-1.7 1-1.6-.5-1.2-1.8-.4V7.2l1.8-.4.5-1.2-1-1.6 1.7-1.7 1.6 1 1.2-.5zM8 5.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8z"/></svg>';
const arrow = { '-1': 'm8 3 6 9H2z', 1: 'M2 4h12l-6 9z' };

export class Apps {
  constructor() {
    this.list = []; // as the device has it
    this.kinds = []; // the catalogue
    this.rows = new Map(); // widget → its row
    this.text = '';
    this.offset = 0; // ms from UTC, of the device
    this.near = 0; // screens, whose pictures are still to be shown
    this.stops = rove($('apps'));
    $('app-add').onclick = () => this.add();
    $('app-form').onsubmit = (e) => { e.preventDefault(); this.save(); };
    $('app-close').onclick = () => $('app').close();
    $('app-remove').onclick = (e) => this.remove(e.currentTarget);
    setInterval(() => this.looking || this.look(), every);
  }

  // load lists the widgets anew; showing is the id of the one that is seen.
  async load(showing = this.showing) {
    this.showing = showing;
    if (!this.kinds.length) await this.loadKinds();
    const list = await call('GET', '/live/apps'), text = JSON.stringify(list);
    if (text !== this.text && !this.dragged) {
      Object.assign(this, { list, text });
      this.draw();
    }
    for (const [id, row] of this.rows) row.toggleAttribute('data-seen', id === this.showing);
  }

  async loadKinds() {
    const [kinds, apps] = await Promise.all([call('GET', '/live/apps/catalogue'), call('GET', '/api/v2/device/apps')]);
    this.kinds = kinds.map((k) => ({
      ...k, declared: k.title, title: told('app.' + k.package, k.title),
      settings: spoken(k.settings, k.package), actions: apps[k.package]?.actions || {},
    }));
    $('app-kind').replaceChildren(...this.kinds.map((k) => make('option', { value: k.package, textContent: k.title })));
  }

  kind(pkg) { return this.kinds.find((k) => k.package === pkg) || { title: pkg, settings: {}, actions: {} }; }

  // title is the name that the user has given, else that of the app.
  title(w) {
    const kind = this.kind(w.package);
    return w.title && w.title !== kind.declared ? w.title : kind.title;
  }


  draw() {
    this.rows = new Map(this.list.map((w, i) => [w.widget, this.row(w, i)]));
    $('apps').replaceChildren(...this.rows.values());
    this.stops();
    this.look(3);
  }

  row(w, i) {
    const title = this.title(w), kind = this.kind(w.package).title;
    const shown = make('input', { type: 'checkbox', checked: w.visible, ariaLabel: t('apps.takes', { title }) });
    shown.setAttribute('role', 'switch');
    shown.onchange = () => this.change(w, { visible: shown.checked });
    const grip = make('span', { className: 'grip', title: t('apps.drag'), innerHTML: '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M5 2h2v2H5zm4 0h2v2H9zM5 7h2v2H5zm4 0h2v2H9zM5 12h2v2H5zm4 0h2v2H9z"/></svg>' });
    const li = make('li', {}, grip,
      make('button', { className: 'thumb', title: t('apps.show'), ariaLabel: t('apps.show-name', { title }), onclick: () => this.show(w) }, this.thumb(w)),
      make('div', { className: 'what' }, make('p', { textContent: title }),
        make('small', { textContent: [result(w, this.offset), kind !== title && kind, inSeconds(w.seconds)].filter(Boolean).join(' · ') })),
      make('span', { className: 'order' }, this.mover(w, i, -1), this.mover(w, i, 1)),
      make('label', { className: 'switch', title: t('apps.turn') }, shown),
      make('button', { className: 'quiet', title: t('apps.settings'), ariaLabel: t('apps.settings-name', { title }), innerHTML: gear, onclick: () => this.open(w) }));
    grip.onpointerdown = (e) => this.drag(e, grip, li);
    return li;
  }

  // picture is the one that the row before had, until there is a newer one.
  thumb(w) {
    const img = make('img', { alt: '' }), src = this.rows.get(w.widget)?.querySelector('img').src;
    if (src) img.src = src;
    return img;
  }

  mover(w, i, step) {
    const name = step < 0 ? 'earlier' : 'later';
    const b = make('button', { className: 'quiet', title: t('order.' + name), ariaLabel: t('order-name.' + name, { title: this.title(w) }), disabled: !this.list[i + step], innerHTML: `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${arrow[step]}"/></svg>` });
    b.onclick = async () => {
      const order = this.list.map((x) => x.widget);
      [order[i], order[i + step]] = [order[i + step], order[i]];
      await this.reorder(order);
      const again = this.rows.get(w.widget)?.querySelectorAll('.order button')[step < 0 ? 0 : 1];
      (again?.disabled ? this.rows.get(w.widget).querySelector('.order button:enabled') : again)?.focus();
    };
    return b;
  }

  // drag moves a row with the finger or the mouse.
  drag(e, grip, row) {
    e.preventDefault();
    this.dragged = row;
    row.classList.add('dragged');
    grip.setPointerCapture(e.pointerId);
    grip.onpointermove = (m) => {
      pass(row, m);
    };
    grip.onpointerup = grip.onpointercancel = () => {
      grip.onpointermove = grip.onpointerup = grip.onpointercancel = null;
      row.classList.remove('dragged');
      this.dragged = null;
      const ids = new Map([...this.rows].map(([id, r]) => [r, id]));
      this.reorder([...$('apps').children].map((r) => ids.get(r)));
    };
  }

  reorder(ids) { return this.put(ids.map((widget) => ({ widget }))); }

  change(w, patch) { return this.put(this.list.map((x) => ({ widget: x.widget, ...(x === w ? patch : {}) }))); }

  // put sends the list; what is absent in it stays.
  async put(list) {
    try {
      await call('PUT', '/live/apps', list);
    } catch (e) {
      toast(e.message, true);
    }
    this.text = ''; // so that what was refused goes back
    await this.load().catch(() => {}); // the next refresh tells
  }

  async show(w) {
    try {
      await call('PUT', `/api/v2/device/apps/${w.package}/widgets/${w.widget}/activate`);
    } catch (e) {
      toast(e.message, true);
    }
  }

  async add() {
    try {
      const w = await call('POST', '/live/apps', { package: $('app-kind').value });
      await this.load();
      this.open(this.list.find((x) => x.widget === w.widget));
    } catch (e) {
      toast(e.message, true);
    }
  }

  // look shows what the widgets show, those that are in sight; at first also those
  // that nearly are.
  async look(near = 1) {
    this.near = Math.max(this.near, near); // of a look that cannot be had now, too
    if (document.hidden || $('main').hidden || this.looking) return;
    this.looking = true;
    while (this.near) {
      const end = this.near * innerHeight;
      this.near = 0;
      await this.fetch(end);
    }
    this.looking = false;
  }

  // fetch shows what the widgets show that are no further down than end, in pixels.
  async fetch(end) {
    for (const [id, row] of this.rows) {
      const box = row.getBoundingClientRect();
      if (box.bottom < 0 || box.top > end || !row.isConnected || !row.checkVisibility()) continue;
      const img = row.querySelector('img');
      const picture = await call('GET', `/live/apps/${id}.png`).catch(() => null);
      if (!picture) continue;
      URL.revokeObjectURL(img.src);
      img.src = URL.createObjectURL(picture);
    }
  }

  // open shows the settings of a widget, and what can be done with it.
  open(w) {
    const kind = this.kind(w.package);
    this.edited = w;
    this.fields = ordered(w, fieldsOf(kind.settings, w.settings, 'settings'));
    write($('app-title'), this.title(w));
    $('app-about').textContent = kind.settings.description || '';
    const f = $('app-form').elements;
    Object.assign(f.title, { value: w.title === kind.declared ? '' : w.title, placeholder: kind.title });
    f.seconds.value = w.seconds;
    $('app-fields').replaceChildren(...first(w, this.offset, () => $('app').close()), ...withAid(w, this.fields));
    this.picture(w.package, kind.settings.properties || {});
    const names = Object.keys(kind.actions).filter((id) => !byHand.has(w.package + '/' + id)), plain = (id) => !Object.keys(kind.actions[id]).length;
    $('app-actions').replaceChildren(...names.filter((id) => !plain(id)).map((id) => this.action(w, id, kind.actions[id])),
      make('div', { className: 'action' }, ...names.filter(plain).map((id) => this.doer(w, id, []))));
    $('app-doings').hidden = !names.length;
    this.ask($('app-remove'), false);
    $('app-remove').hidden = this.list.length < 2;
    explain($('app-form'));
    $('app').showModal();
  }

  // picture lets the settings that have pictures be chosen by them.
  picture(pkg, properties) {
    for (const f of this.fields) {
      const schema = properties[f.name];
      if (schema.format === 'pictured') pictured(f.control, (v) => `/live/apps/catalogue/${pkg}/${f.name}/${v || schema.default}.gif`);
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
        await call('POST', `/api/v2/device/apps/${w.package}/widgets/${w.widget}/actions`, { id, params });
        toast(t('apps.done', { what: button.textContent }));
        await this.load();
      } catch (e) {
        toast(e.message, true);
      }
    };
    return button;
  }

  // save sends the settings; faults show beside their fields.
  async save() {
    const f = $('app-form').elements, w = this.edited, at = this.list.findIndex((x) => x.widget === w.widget);
    const seconds = isFinite(f.seconds.value) && f.seconds.value ? +f.seconds.value : f.seconds.value;
    const patch = { title: f.title.value, seconds, settings: valueOf(this.fields) };
    try {
      await call('PUT', '/live/apps', this.list.map((x) => ({ widget: x.widget, ...(x.widget === w.widget ? patch : {}) })));
    } catch (e) {
      const messages = e instanceof Fault ? e.messages.map((m) => m.replace(`[${at}].`, '')) : [e.message];
      explain($('app-form'), messages);
      for (const n of $('app-fields').querySelectorAll('details .note.fault')) n.closest('details').open = true;
      return;
    }
    $('app').close();
    toast(t('apps.saved'));
    await this.load().catch(() => {});
  }

  // alarms opens the settings of the first clock, which begin with its alarms.
  alarms() {
    const w = this.list.find((x) => x.package === clockApp);
    if (w) this.open(w);
  }

  ask(button, sure) {
    button.textContent = sure ? t('apps.sure') : t('apps.remove');
    button.dataset.sure = sure ? 1 : '';
  }

  // remove takes the widget away when it is pressed twice.
  async remove(button) {
    if (!button.dataset.sure) return this.ask(button, true);
    this.rows.delete(this.edited.widget); // no picture of it is asked for any more
    this.text = '';
    try {
      await call('DELETE', '/live/apps/' + this.edited.widget);
      $('app').close();
      await this.load();
    } catch (e) {
      toast(e.message, true);
    }
  }
}

const words = (name) => name.replace(/[_.]/g, ' ').replace(/^./, (c) => c.toUpperCase());
