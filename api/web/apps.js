// SPDX-License-Identifier: Apache-2.0

// What the device shows in turn: the list of widgets, as tiles (shelf.js), whose settings
// appform.js edits and to which gallery.js adds.

import { clockApp } from './alarms.js';
import { call } from './device.js';
import { emblem, why } from './lacks.js';
import { load } from './load.js';
import { stays } from './places.js';
import { rove } from './rove.js';
import { tile } from './shelf.js';
import { spoken } from './spoken.js';
import { $, arrange, released, toast } from './ui.js';
import { settle, undoable } from './undo.js';
import { t, told } from './words.js';

const others = 'com.ledpost.others';
const every = 4000; // ms between two looks at what a widget shows
const coarse = 64; // columns of a panel up to which the LEDs of a tile can be told apart

export class Apps {
  constructor() {
    this.list = []; // as the device has it
    this.kinds = []; // the catalogue
    this.rows = new Map(); // widget → its tile
    this.gone = new Set(); // widgets that are removed, which may be taken back
    this.text = '';
    this.panel = []; // columns and rows, once they are known
    this.near = 0; // screens, whose pictures are still to be shown
    this.stops = rove($('apps'));
    $('app-add').onclick = () => this.gallery();
    $('app-write').onclick = () => this.write();
    setInterval(() => this.looking || this.look(), every);
  }

  // size is that of the panel, in LEDs; it tells whether that is new.
  size(width, height) {
    if (this.panel[0] === width && this.panel[1] === height) return false;
    const { style, classList } = document.documentElement;
    style.setProperty('--columns', width);
    style.setProperty('--rows', height);
    classList.toggle('dots', width <= coarse);
    this.panel = [width, height];
    return true;
  }

  // load lists the widgets anew; showing is the id of the one that is seen.
  async load(showing = this.showing) {
    this.showing = showing;
    [this.list] = await Promise.all([call('GET', '/live/apps'), this.kinds.length || this.loadKinds()]);
    released($('apps')).then(() => this.renew()); // a tile that is held down keeps nothing else waiting
  }

  // renew draws the list as it is now, if it is another than the one that is seen.
  renew() {
    const text = JSON.stringify(this.list);
    if (text !== this.text && !this.dragged) {
      this.text = text;
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
  }

  // there are the widgets of the list that are not removed.
  there() { return this.list.filter((w) => !this.gone.has(w.widget)); }

  kind(pkg) { return this.kinds.find((k) => k.package === pkg) || { title: pkg, settings: {}, actions: {} }; }

  // offered is the id of the community's app that a widget shows, '' for all others.
  offered(w) { return /^gallery\/(.+)/.exec(w.settings?.app)?.[1] ?? ''; }

  // named is the name of a widget's app.
  named(w) { return this.offered(w) ? t('apps.community') : this.kind(w.package).title; }

  // title is the name that the user has given, else that of the app: of one by others its own.
  title(w) {
    if (w.title && w.title !== this.kind(w.package).declared) return w.title;
    return w.package === others && (this.offered(w) || w.settings?.app) || this.named(w);
  }

  // draw leaves the tiles that need not change where they are, with the finger that is on them, and
  // keeps the focus, which others take with them.
  draw() {
    const controls = (li) => [...(li?.querySelectorAll('button, input') ?? [])], had = document.activeElement;
    const [widget, at] = [...this.rows].map(([id, li]) => [id, controls(li).indexOf(had)]).find(([, i]) => i >= 0) ?? [];
    this.rows = new Map(this.there().map((w) => [w.widget, tile(this, w)]));
    arrange($('apps'), [...this.rows.values()]);
    this.stops();
    controls(this.rows.get(widget))[at]?.focus({ preventScroll: true });
    this.look(3);
  }

  reorder(ids) { return this.put(ids.map((widget) => ({ widget }))); }

  // move brings a widget that many places further; moved is called when it is there.
  async move(w, by, moved) {
    const order = this.there().map((x) => x.widget), at = order.indexOf(w.widget), to = at + by;
    if (to < 0 || to >= order.length) return;
    order.splice(to, 0, ...order.splice(at, 1));
    await this.reorder(order);
    moved();
  }

  change(w, patch) { return this.put(this.there().map((x) => ({ widget: x.widget, ...(x.widget === w.widget ? patch : {}) }))); }

  // put sends the list; what is absent in a widget stays.
  async put(list) {
    await settle();
    try {
      await call('PUT', '/live/apps', list);
    } catch (e) {
      toast(e.message, true);
      this.text = ''; // so that what was refused goes back
    }
    await this.load().catch(() => {}); // the next refresh tells
  }

  async show(w) {
    try {
      await call('PUT', `/api/v2/device/apps/${w.package}/widgets/${w.widget}/activate`);
    } catch (e) {
      toast(e.message, true);
    }
  }

  // remove takes a widget off the list, and from the device once it can no longer be taken back.
  remove(w) {
    const hides = (yes) => {
      this.gone[yes ? 'add' : 'delete'](w.widget);
      if (!this.dragged) this.draw();
    };
    undoable(t('apps.removed', { app: this.title(w) }), () => hides(false), { done: async () => {
      try {
        await call('DELETE', '/live/apps/' + w.widget);
        Object.assign(this, { list: this.list.filter((x) => x.widget !== w.widget), text: '' });
      } catch (e) {
        toast(e.message, true);
      }
      await this.load().catch(() => {}); // the next refresh tells
      hides(false); // the same widget may come back, from a backup
    } });
    hides(true);
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
      const img = row.querySelector('img'), w = this.list.find((x) => x.widget === id); // undefined if the widget is gone and its tile not yet
      if (!w || box.bottom < 0 || box.top > end || !row.isConnected || !row.checkVisibility()) continue;
      const lacks = this.lacks(w);
      const src = await (lacks ? emblem(w, ...this.panel) : call('GET', `/live/apps/${id}.png`).then(URL.createObjectURL)).catch(() => '');
      if (!src || src === img.src || this.rows.get(id) !== row) continue; // another tile has its picture meanwhile
      URL.revokeObjectURL(img.src);
      img.src = src;
    }
  }

  // lacks is the word that tells why a widget has nothing to show, '' for most.
  lacks(w) { return why(w, ...this.panel); }

  // settings gives the form of all widgets.
  async settings() { return this.form ??= new (await load('appform')).AppForm(this); }

  // back makes a widget what it was.
  async back(w) { await (await this.settings()).back(w); }

  // open shows the settings of a widget, as they are now.
  async open(w) {
    const still = stays();
    try {
      const form = await this.settings();
      if (still()) form.open(this.list.find((x) => x.widget === w.widget) ?? w);
    } catch (e) {
      toast(e.message, true);
    }
  }

  // gallery shows all apps, to add one.
  async gallery() {
    const still = stays();
    try {
      const { openGallery } = await load('gallery');
      if (still()) openGallery(this);
    } catch (e) {
      toast(e.message, true);
    }
  }

  // write opens the editor of own apps; code is an app of a link, own the name of one of the device.
  async write(code, own) {
    const still = stays();
    try {
      this.writer ??= new (await load('write')).Writer(this);
      if (still()) await this.writer.open(code, own);
    } catch (e) {
      toast(e.message, true);
    }
  }

  // add appends a widget of a package and shows its settings.
  async add(pkg) {
    const still = stays();
    try {
      const w = await call('POST', '/live/apps', { package: pkg });
      await this.load();
      if (still()) await this.open(this.list.find((x) => x.widget === w.widget));
    } catch (e) {
      toast(e.message, true);
    }
  }

  // alarms opens the settings of the first clock, which begin with its alarms.
  async alarms() {
    const still = stays();
    try {
      if (!this.list.length) await this.load();
    } catch (e) {
      toast(e.message, true);
    }
    const w = this.there().find((x) => x.package === clockApp);
    if (w && still()) this.open(w);
  }
}
