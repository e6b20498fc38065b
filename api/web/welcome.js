// SPDX-License-Identifier: Apache-2.0

// The welcome: name and place, the panel if it is not known, a face, when one gets up, and a first
// message. Each answer is seen on the panel while it is given, in place of the one before; every step
// can be skipped. The device keeps the step, so that another browser, or this one after a reload, goes
// on there.

import { clockApp } from './alarms.js';
import { chosen } from './configtext.js';
import { call } from './device.js';
import { field } from './form.js';
import { dismiss } from './invite.js';
import { loadPictures, pick } from './pictures.js';
import { stays } from './places.js';
import { controls, ofBrowser, putRegion, regionOf } from './region.js';
import { spoken } from './spoken.js';
import { country, towns } from './towns.js';
import { state } from './trial.js';
import { $, make, toast, write } from './ui.js';
import { t } from './words.js';

const longest = 10; // s that the panel shows an answer
const weatherApp = 'com.lametric.weather';
const off = { seconds: 0 }; // ends what is played

const config = () => call('GET', '/live/config').then((b) => b.text());
const apps = () => call('GET', '/live/apps');
const put = (widget, settings, more = {}) => apps().then((list) => call('PUT', '/live/apps', list.map((w) => (w.widget === widget ? { widget, settings: { ...w.settings, ...settings }, ...more } : { widget: w.widget }))));

const showing = (icon, text, seconds = longest) => ({ model: { frames: [{ icon, text }] }, seconds });

let next, playing = false;

// play shows something on the panel for a while, in place of what it played before. What comes while
// the device is asked waits, and the last of it counts; it is no part of a step's success.
async function play(body) {
  next = body;
  if (playing) return;
  playing = true;
  while (next) {
    const now = next;
    next = null;
    await call('POST', '/live/try', now).catch(() => {});
  }
  playing = false;
}

export class Welcome {
  // setUp opens the set-up of the panel, and gives whether it was ended; changed is
  // called when the device may have another name, place or face.
  constructor({ setUp, changed, offset }) {
    Object.assign(this, { setUp, changed, offset });
    $('welcome-skip').onclick = () => { play(off); this.next(); };
    $('welcome-close').onclick = () => this.close();
    $('welcome-form').onsubmit = (e) => { e.preventDefault(); this.done(); };
  }

  // open shows the step at which the welcome was left; it takes the focus if they who asked for it
  // are still there.
  async open(still) {
    const [text, { locked }, list, kinds, { step }] = await Promise.all([config(), state(), apps(), call('GET', '/live/apps/catalogue'), call('GET', '/live/welcome')]);
    Object.assign(this, { locked, list, kinds });
    this.clock = list.find((w) => w.package === clockApp);
    const known = Object.keys(locked).some((k) => k.startsWith('panel')) || chosen(text)?.panel || /^\s*\[panel\]/m.test(text);
    const all = { name: true, panel: !known, face: this.clock, wake: this.clock, message: true };
    this.steps = Object.keys(all).filter((name) => all[name]);
    const left = Object.keys(all).indexOf(step); // it may be one that is not shown any more
    this.at = this.steps.findIndex((name) => Object.keys(all).indexOf(name) >= left) - 1;
    this.answered = this.at >= 0;
    $('welcome').hidden = false;
    this.next(still());
    return true;
  }

  close() {
    play(off);
    dismiss();
    $('welcome').hidden = true;
    this.changed();
  }

  // keep has the device know the step that comes next.
  keep(step) { return call('PUT', '/live/welcome', { step }).catch(() => {}); }

  // next shows the step after this one; focus tells whether it takes that.
  next(focus = true) {
    this.at++;
    const step = this.steps[this.at], last = step === 'message';
    this.keep(step);
    write($('welcome-note'), '');
    $('welcome-dots').replaceChildren(...this.steps.map((_, i) => make('i', { className: i <= this.at ? 'lit' : '' })));
    write($('welcome-step'), t('welcome.step', { n: this.at + 1, all: this.steps.length }));
    $('welcome-skip').hidden = last;
    write($('welcome-close'), t(last ? 'welcome.look' : 'welcome.later'));
    this[step]();
    if (focus) $('welcome-title').focus({ preventScroll: true });
  }

  // show fills the card; take is what its button does.
  show(title, lead, body, take, button = t('welcome.next')) {
    write($('welcome-title'), title);
    write($('welcome-lead'), lead);
    $('welcome-body').replaceChildren(...body);
    this.take = take;
    write($('welcome-next'), button);
  }

  // done takes what was said and goes on; what stands against it is told.
  async done() {
    const at = this.at, still = stays();
    $('welcome-next').disabled = $('welcome-skip').disabled = true;
    write($('welcome-note'), '');
    try {
      const taken = await this.take() !== false;
      this.answered ||= taken;
      if (taken && at === this.at) this.next(still());
    } catch (e) {
      write($('welcome-note'), e.message, true);
    }
    $('welcome-next').disabled = $('welcome-skip').disabled = false;
  }

  name() {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const name = make('input', { name: 'welcome-name', maxLength: 64, autocomplete: 'off', value: $('name').textContent, disabled: 'name' in this.locked });
    name.oninput = () => play(name.value.trim() ? showing('face-wink', name.value.trim()) : off);
    const took = make('p', { className: 'lead' });
    const full = (p) => [p.name, p.region || country(p)].filter(Boolean).join(', ');
    const take = (p) => {
      f.input.value = p.name;
      f.found.replaceChildren();
      write(f.said, '');
      write(took, t('welcome.chosen', { place: full(p) }));
      this.weather(full(p), p).catch((e) => write(took, e.message, true));
    };
    const f = towns(t('weather.where'), '', take);
    f.input.setAttribute('aria-label', t('weather.where'));
    const writes = controls(ofBrowser(), ['hours', 'first_day', 'temperature', 'date']);
    const pairs = [0, 2].map((i) => make('div', { className: 'pair slim' }, writes[i].element, writes[i + 1].element));
    this.show(t('welcome.name-title'), t('welcome.name-lead'),
      [make('label', {}, make('span', { textContent: t('welcome.name') }), name), f.element, took, ...pairs, make('p', { className: 'note', textContent: t('welcome.zone', { zone }) })],
      async () => {
        await putRegion({ ...ofBrowser(), ...regionOf(writes) });
        await this.settle(name.value.trim(), zone);
        play(showing('face-wink', t('welcome.hello', { name: name.value.trim() || $('name').textContent })));
      });
  }

  // weather shows the weather of a place on the panel, below its name.
  async weather(name, { latitude, longitude }) {
    const w = this.list.find((one) => one.package === weatherApp);
    if (!w) return;
    play(showing('weather-partly', name.split(',')[0], 3));
    await put(w.widget, { place: name, latitude, longitude }, { visible: true });
    await call('PUT', `/api/v2/device/apps/${w.package}/widgets/${w.widget}/activate`);
  }

  // settle keeps name and time zone if they differ; both hold at once.
  async settle(name, zone) {
    if (name && name !== $('name').textContent && !('name' in this.locked)) await call('PUT', '/live/name', { name });
    const day = 864e5, away = (this.offset() + new Date().getTimezoneOffset() * 60_000) % day; // the device's zone from this one
    if (away !== 0 && !('zone' in this.locked)) await call('PUT', '/live/zone', { zone });
    this.changed();
  }

  panel() {
    this.show(t('welcome.panel-title'), t('welcome.panel-lead'), [], () => this.setUp(), t('welcome.panel-choose'));
  }

  face() {
    const schema = spoken(this.kinds.find((k) => k.package === clockApp).settings, clockApp).properties.face;
    let face = this.clock.settings.face || schema.default;
    const tiles = schema.enum.map((name) => {
      const tile = pick(schema.oneOf.find((c) => c.const === name)?.title || name, `/live/apps/catalogue/${clockApp}/face/${name}.gif`);
      tile.value = name;
      const see = () => play({ face: name, seconds: longest });
      tile.onpointerdown = see; // under the finger, before it lets go
      tile.onclick = (e) => {
        face = name;
        press();
        if (e.detail === 0) see(); // pressed by a key
      };
      return tile;
    });
    const press = () => { for (const tile of tiles) tile.setAttribute('aria-pressed', tile.value === face); };
    press();
    this.show(t('welcome.face-title'), t('welcome.face-lead'), [make('ul', { className: 'picks' }, ...tiles.map((tile) => make('li', {}, tile)))],
      async () => {
        await put(this.clock.widget, { face });
        play(off);
        this.changed();
      });
    loadPictures(tiles);
  }

  wake() {
    const time = make('input', { type: 'time', name: 'welcome-time', value: '07:00', required: true });
    const days = field('days', { title: t('welcome.wake-days'), type: 'array', items: { type: 'string', enum: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] } }, ['mon', 'tue', 'wed', 'thu', 'fri'], 'days');
    const news = make('input', { type: 'checkbox', checked: true });
    news.setAttribute('role', 'switch');
    const rise = () => time.value && play({ sunrise: time.value, seconds: 8 });
    time.oninput = rise;
    news.onchange = () => (news.checked ? rise() : play(off));
    const free = !Object.keys(this.locked).some((k) => k.startsWith('update'));
    this.show(t('welcome.wake-title'), t('welcome.wake-lead'), [
      make('label', { className: 'time' }, make('span', { textContent: t('welcome.wake-time') }), time), days.element,
      ...(free ? [make('label', { className: 'switch' }, news, make('span', { textContent: t('welcome.news') }))] : [])],
    async () => {
      if (!time.value) return false;
      if (free) await call('PUT', '/live/update', { enabled: news.checked });
      const alarms = (await apps()).find((w) => w.widget === this.clock.widget)?.settings.alarms || [];
      await put(this.clock.widget, { alarms: [...alarms, { time: time.value, days: days.value(), sunrise: 10 }] });
      play(off);
      this.changed();
    });
    rise();
  }

  message() {
    const text = make('input', { name: 'welcome-text', maxLength: 200, autocomplete: 'off', enterKeyHint: 'send', value: t('welcome.first') });
    this.show(t(this.answered ? 'welcome.done-title' : 'welcome.skipped-title'), t('welcome.done-lead'), [make('label', {}, make('span', { textContent: t('send.what') }), text)],
      async () => {
        if (!text.value.trim()) return false;
        await play(off);
        await call('POST', '/api/v2/device/notifications', { model: { cycles: 2, frames: [{ icon: 'face-laugh', text: text.value.trim(), overlay: 'confetti' }] } });
        this.keep('done');
        this.close();
        toast(t('send.sent'));
        return false;
      }, t('send.show'));
  }
}
