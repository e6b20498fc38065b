// SPDX-License-Identifier: Apache-2.0

// The welcome: name and place, the panel if it is not known, a face, and when one gets up.
// It stands beside the panel, which plays each step, and every step can be skipped.

import { clockApp } from './alarms.js';
import { begun, changed, chosen, write as writeConfig } from './configtext.js';
import { call } from './device.js';
import { field } from './form.js';
import { dismiss } from './invite.js';
import { loadPictures } from './pictures.js';
import { go, stays } from './places.js';
import { controls, ofBrowser, putRegion, regionOf } from './region.js';
import { spoken } from './spoken.js';
import { country, towns } from './towns.js';
import { attempt, confirm, state } from './trial.js';
import { $, make, write } from './ui.js';
import { t } from './words.js';

const played = 6; // s that a face is tried

const config = () => call('GET', '/live/config').then((b) => b.text());
const apps = () => call('GET', '/live/apps');
const put = (widget, settings, more = {}) => apps().then((list) => call('PUT', '/live/apps', list.map((w) => (w.widget === widget ? { widget, settings: { ...w.settings, ...settings }, ...more } : { widget: w.widget }))));

// say plays a message on the panel, which is no part of the step's success.
const say = (icon, text) => call('POST', '/api/v2/device/notifications', { model: { frames: [{ icon, text }] } }).catch(() => {});

export class Welcome {
  // setUp opens the set-up of the panel, and gives whether it was ended; changed is
  // called when the device may have another name, place or face.
  constructor({ setUp, changed, offset }) {
    Object.assign(this, { setUp, changed, offset });
    $('welcome-skip').onclick = () => this.next();
    $('welcome-close').onclick = () => this.close();
    $('welcome-form').onsubmit = (e) => { e.preventDefault(); this.done(); };
  }

  // open shows the first step; it takes the focus if they who asked for it are still there.
  async open(still) {
    const [text, { locked }, list, kinds] = await Promise.all([config(), state(), apps(), call('GET', '/live/apps/catalogue')]);
    Object.assign(this, { locked, list, kinds });
    this.clock = list.find((w) => w.package === clockApp);
    const known = Object.keys(locked).some((k) => k.startsWith('panel')) || chosen(text)?.panel || /^\s*\[panel\]/m.test(text);
    this.steps = [this.named, !known && this.panel, this.clock && this.face, this.clock && this.wakes].filter(Boolean);
    this.at = -1;
    $('welcome').hidden = false;
    this.next(still());
    return true;
  }

  close() {
    dismiss();
    $('welcome').hidden = true;
    this.changed();
  }

  // next shows the step after this one, or the end; focus tells whether it takes that.
  next(focus = true) {
    this.at++;
    write($('welcome-note'), '');
    const last = this.at >= this.steps.length, all = this.steps.length;
    $('welcome-dots').replaceChildren(...this.steps.map((_, i) => make('i', { className: i <= this.at ? 'lit' : '' })));
    write($('welcome-step'), last ? '' : t('welcome.step', { n: this.at + 1, all }));
    $('welcome-skip').hidden = last;
    write($('welcome-close'), t(last ? 'welcome.look' : 'welcome.later'));
    if (last) this.end();
    else this.steps[this.at].call(this);
    if (focus) $('welcome-title').focus({ preventScroll: true });
  }

  // show fills the card; keep is what its button does.
  show(title, lead, body, keep, button = t('welcome.next')) {
    write($('welcome-title'), title);
    write($('welcome-lead'), lead);
    $('welcome-body').replaceChildren(...body);
    this.keep = keep;
    write($('welcome-next'), button);
  }

  // done keeps what was said and goes on; what stands against it is told.
  async done() {
    const at = this.at, still = stays();
    $('welcome-next').disabled = $('welcome-skip').disabled = true;
    write($('welcome-note'), '');
    try {
      if (await this.keep() !== false && at === this.at) this.next(still());
    } catch (e) {
      write($('welcome-note'), e.message, true);
    }
    $('welcome-next').disabled = $('welcome-skip').disabled = false;
  }

  named() {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const name = make('input', { name: 'welcome-name', maxLength: 64, autocomplete: 'off', value: $('name').textContent, disabled: 'name' in this.locked });
    const took = make('p', { className: 'lead' });
    let place;
    const full = (p) => [p.name, p.region || country(p)].filter(Boolean).join(', ');
    const take = (p) => {
      place = p;
      f.input.value = p.name;
      f.found.replaceChildren();
      write(f.said, '');
      write(took, t('welcome.chosen', { place: full(p) }));
    };
    const f = towns(t('weather.where'), '', take);
    f.input.setAttribute('aria-label', t('weather.where'));
    const writes = controls(ofBrowser(), ['hours', 'first_day', 'temperature', 'date']);
    const pairs = [0, 2].map((i) => make('div', { className: 'pair' }, writes[i].element, writes[i + 1].element));
    this.show(t('welcome.name-title'), t('welcome.name-lead'),
      [make('label', {}, make('span', { textContent: t('welcome.name') }), name), f.element, took, ...pairs, make('p', { className: 'note', textContent: t('welcome.zone', { zone }) })],
      async () => {
        const weather = this.list.find((w) => w.package === 'com.lametric.weather');
        if (place && weather) await put(weather.widget, { place: full(place), latitude: place.latitude, longitude: place.longitude }, { visible: true });
        await putRegion({ ...ofBrowser(), ...regionOf(writes) });
        await this.configure(name.value.trim(), zone);
        say('face-smile', t('welcome.hello', { name: name.value.trim() || $('name').textContent }));
      });
  }

  // configure keeps what differs: the name, at once; time zone, and that news are looked for,
  // with a start of the device.
  async configure(name, zone) {
    if (name && name !== $('name').textContent && !('name' in this.locked)) await call('PUT', '/live/name', { name });
    const text = await config(), keys = {};
    const day = 864e5, away = (this.offset() + new Date().getTimezoneOffset() * 60_000) % day; // the device's zone from this one
    if (away !== 0 && !('zone' in this.locked)) keys.zone = zone;
    const own = begun(text);
    if (own && own.updates === undefined && !Object.keys(this.locked).some((k) => k.startsWith('update'))) keys.updates = true;
    if (!Object.keys(keys).length) return this.changed();
    write($('welcome-note'), t('setup.wait'));
    await attempt(own ? writeConfig({ ...own, ...keys }) : changed(text, keys));
    await confirm();
    write($('welcome-note'), '');
    this.changed();
  }

  panel() {
    this.show(t('welcome.panel-title'), t('welcome.panel-lead'), [], () => this.setUp(), t('welcome.panel-choose'));
  }

  face() {
    const schema = spoken(this.kinds.find((k) => k.package === clockApp).settings, clockApp).properties.face;
    let face = this.clock.settings.face || schema.default;
    const tiles = schema.enum.map((name) => {
      const tile = make('button', { type: 'button', className: 'pick', value: name }, make('img', { alt: '' }), make('span', { textContent: schema.oneOf.find((c) => c.const === name)?.title || name }));
      tile.dataset.path = `/live/apps/catalogue/${clockApp}/face/${name}.gif`;
      tile.onclick = () => {
        face = name;
        press();
        call('POST', '/live/try', { face: name, seconds: played }).catch(() => {});
      };
      return tile;
    });
    const press = () => { for (const tile of tiles) tile.setAttribute('aria-pressed', tile.value === face); };
    press();
    this.show(t('welcome.face-title'), t('welcome.face-lead'), [make('ul', { className: 'picks' }, ...tiles.map((tile) => make('li', {}, tile)))],
      async () => {
        await put(this.clock.widget, { face });
        call('POST', '/live/try', { seconds: 0 }).catch(() => {});
        this.changed();
      });
    loadPictures(tiles);
  }

  wakes() {
    const time = make('input', { type: 'time', name: 'welcome-time', value: '07:00', required: true });
    const days = field('days', { title: t('welcome.wake-days'), type: 'array', items: { type: 'string', enum: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] } }, ['mon', 'tue', 'wed', 'thu', 'fri'], 'days');
    this.show(t('welcome.wake-title'), t('welcome.wake-lead'), [make('label', { className: 'time' }, make('span', { textContent: t('welcome.wake-time') }), time), days.element],
      async () => {
        if (!time.value) return false;
        const alarms = (await apps()).find((w) => w.widget === this.clock.widget)?.settings.alarms || [];
        await put(this.clock.widget, { alarms: [...alarms, { time: time.value, days: days.value() }] });
        say('status-alarm-clock', time.value);
        this.changed();
      });
  }

  end() {
    dismiss();
    this.show(t('welcome.done-title'), t('welcome.done-lead'), [],
      () => {
        this.close();
        addEventListener('hashchange', () => $('text').focus(), { once: true }); // by then it is in sight
        go('send');
        return false;
      }, t('welcome.send'));
    say('status-ok-drawn', t('welcome.done-title'));
  }
}
