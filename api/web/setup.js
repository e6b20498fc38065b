// SPDX-License-Identifier: Apache-2.0

// The set-up: the panel by pictures and test patterns, then the rest. What is chosen
// is tried, and kept when it was confirmed.

import { begun, write as writeConfig } from './configtext.js';
import { call } from './device.js';
import { failing } from './health.js';
import { load } from './load.js';
import { corners, kinds, next, reorder, turn } from './panels.js';
import { controls, getRegion, putRegion } from './region.js';
import { airs, lights } from './sensors.js';
import { attempt, confirm, state } from './trial.js';
import { $, make, toast, write } from './ui.js';
import { t, told } from './words.js';
import { here, zones } from './zones.js';

const colours = { R: '#ff0000', G: '#00c000', B: '#2040ff' };
const patternTime = 120; // seconds that a pattern shows
const enough = 40; // seconds of a trial that a question needs

// Closed ends the set-up when its dialog is closed.
class Closed extends Error {}

// messageOf gives what is wrong, unless the dialog was closed.
const messageOf = (e) => {
  if (e instanceof Closed) throw e;
  return e.message;
};

export class Setup {
  constructor(changed) {
    this.changed = changed; // is called when the device may be another one
    $('setup-close').onclick = () => $('setup').close();
    $('setup').onclose = () => this.leave();
  }

  // open begins the set-up, of the panel alone or of all, and gives whether it was ended.
  async open(still, panelAlone = false) {
    const [text, { locked }] = await Promise.all([call('GET', '/live/config').then((b) => b.text()), state()]);
    if (!still()) return false;
    const found = begun(text);
    this.locked = locked;
    this.foreign = text.trim() !== '' && !found;
    this.choice = found || {};
    this.choice.panel ??= { driver: 'none' };
    $('setup').showModal();
    try {
      await this.choosePanels();
      if (!panelAlone) await this.details();
      $('setup').close();
      return true;
    } catch (e) {
      if (!(e instanceof Closed)) this.fault(e);
      return false;
    }
  }

  // leave ends the question that waits, and the pattern.
  leave() {
    this.reject?.(new Closed());
    this.reject = null;
    call('POST', '/live/test', { pattern: 'corners', seconds: 0 }).catch(() => {});
    this.changed();
  }

  fault(e) {
    write($('setup-fault'), e.message, true);
  }

  isLocked(table) {
    return Object.keys(this.locked).some((k) => k === table || k.startsWith(table + '.'));
  }

  // step shows a question and returns the answer, which a child gives by calling
  // done(answer); fault is what was wrong with the one before.
  step(title, lead, build, fault = '') {
    if (!$('setup').open) throw new Closed(); // while the device was asked
    write($('setup-title'), title);
    write($('setup-lead'), lead);
    write($('setup-fault'), fault, fault !== '');
    return new Promise((done, reject) => {
      this.reject = reject;
      this.fill(build(done));
      ($('setup-body').querySelector('canvas[tabindex], input, select, button') || $('setup-close')).focus();
    });
  }

  // fill shows the parts of a question; those aside stand in the last row, before Cancel. A question that ends in its
  // own way brings a button that is last in place of Cancel.
  fill(parts) {
    const aside = (e) => e.classList.contains('aside'), close = $('setup-close');
    close.hidden = parts.some((e) => e.classList.contains('last'));
    for (const e of [...close.parentElement.children].filter(aside)) e.remove();
    $('setup-body').replaceChildren(...parts.filter((e) => !aside(e)));
    close.before(...parts.filter(aside));
  }

  // choosePanels asks until a panel shows what it should.
  async choosePanels() {
    if (this.isLocked('panel')) {
      delete this.choice.panel;
      for (let fault = '', way; (way = await this.lockedPanel(fault)) !== 'next'; ) {
        try {
          if (way === 'selftest') await this.selfTest();
          else if (await this.seek()) break;
          fault = '';
        } catch (e) {
          if (e instanceof Closed) throw e;
          fault = e.message;
        }
      }
    } else {
      for (let fault = ''; ; ) {
        const unknown = await this.choosePanel(fault);
        try {
          if (!unknown) await this.tryPanel();
          if (!unknown || await this.seek()) break;
          fault = '';
        } catch (e) {
          if (e instanceof Closed) throw e;
          fault = e.message;
        }
      }
    }
  }

  // lockedPanel tells that the administrator's file sets the panel. Of what it leaves open, the
  // search for a HUB75 panel finds the rest.
  lockedPanel(fault) {
    const driver = this.locked['panel.driver'];
    return this.step(t('setup.panel'), t('setup.locked', { what: driver || 'panel' }), (done) => [
      this.button(t('setup.next'), () => done('next'), { className: 'wide', value: 'next' }),
      ...(driver === '"hub75"' ? [this.button(t('seek.title'), () => done('find'), { className: 'quiet wide seek-open' })] : []),
      ...this.tests(done),
    ], fault);
  }

  button(text, click, props = {}) {
    return make('button', { type: 'button', textContent: text, onclick: () => click(), ...props });
  }

  // ready has the device run with the driver and the wiring that are chosen.
  async ready() {
    const sorted = (keys = {}) => JSON.stringify(Object.entries(keys).sort());
    const now = begun(await call('GET', '/live/config').then((b) => b.text()));
    if (!this.isLocked('panel') && sorted(now?.panel) !== sorted(this.choice.panel)) await this.apply();
  }

  // seek finds out by questions which panel is connected, and gives whether it was kept.
  async seek() {
    const { Seek } = await load('seek');
    const found = await new Seek(this).run();
    if (found) this.choice.panel = found;
    return !!found;
  }

  // selfTest tests the device as it runs now, with the person before it.
  async selfTest() {
    const { SelfTest } = await load('selftest');
    await new SelfTest(this).run();
  }

  // tests is the way to the self-test.
  tests(done) {
    return [this.button(t('selftest.open'), () => done('selftest'), { className: 'quiet wide test-open', value: 'selftest' }), make('p', { className: 'note', textContent: t('selftest.about') })];
  }

  // choosePanel asks for the kind of the panel, then for its sizes, and gives whether these are to be found out.
  // After a fault it begins with the sizes, which may be all that is to be corrected, and leads back to the kinds.
  async choosePanel(fault) {
    if (!fault || !kinds[this.choice.panel.driver].fields.length) {
      await this.chooseKind(fault);
      fault = '';
    }
    const { fields, unknown } = kinds[this.choice.panel.driver];
    if (fields.length === 0) return false;
    const labels = fields.map((f) => this.field(f, this.choice.panel[f.key] ?? f.value));
    const { find, back, ...answers } = await this.form(t('panels.' + this.choice.panel.driver), t('setup.sizes'), labels, t('setup.try'), fault, unknown, fault !== '');
    if (back) return this.choosePanel('');
    Object.assign(this.choice.panel, answers);
    return !!find;
  }

  async chooseKind(fault) {
    const lead = this.foreign ? t('setup.foreign') : t('setup.which');
    const driver = await this.step(t('setup.panel'), lead, (done) => [make('div', { className: 'kinds' }, ...Object.entries(kinds).map(([name, kind]) => {
      const b = this.button('', () => done(name), { className: 'quiet kind-of', value: name });
      b.append(kind.picture(), make('b', { textContent: t('panels.' + name) }), make('small', { textContent: t('panels.' + name + '-about') }));
      b.setAttribute('aria-pressed', name === this.choice.panel.driver);
      return b;
    })), ...this.tests(done)], fault);
    if (driver === 'selftest') return this.chooseKind(await this.selfTest().then(() => '', messageOf));
    if (driver !== this.choice.panel.driver) this.choice.panel = { driver };
  }

  field(f, value) {
    const input = f.options
      ? make('select', { name: f.key }, ...f.options.map((o) => new Option(f.key === 'wiring' ? told('wiring.' + o, o) : o, o)))
      : typeof f.value === 'number'
        ? make('input', { name: f.key, type: 'number', min: f.min, max: f.max, required: true })
        : make('input', { name: f.key, type: 'text', pattern: f.pattern || '.*', autocapitalize: 'off', spellcheck: false, required: true });
    input.value = value;
    input.dataset.list = Array.isArray(f.value) ? 'yes' : '';
    input.dataset.number = typeof f.value === 'number' ? 'yes' : '';
    return make('label', {}, make('span', { textContent: t('field.' + f.key) }), input);
  }

  // form asks for fields, and returns their values by name. With unknown, somebody may not
  // know some, and has find as well; back leads to the question before.
  form(title, lead, labels, button = t('setup.try'), fault = '', unknown = false, back = false) {
    return this.step(title, lead, (done) => {
      const form = make('form', {}, make('div', { className: 'pair' }, ...labels), make('button', { className: 'wide', textContent: button }),
        ...(unknown ? [make('button', { className: 'quiet wide seek-open', name: 'find', textContent: t('seek.title') }), make('p', { className: 'note', textContent: t('seek.about') })] : []));
      const leave = this.button(t('seek.back'), () => done({ back }), { className: 'quiet aside', value: 'back' });
      form.onsubmit = (e) => {
        e.preventDefault();
        done(Object.fromEntries([...form.elements].filter((i) => i.name && (i.type !== 'submit' || i === e.submitter)).map((i) => {
          const value = i.type === 'checkbox' ? i.checked : i.type === 'submit' ? true : i.dataset.number ? Number(i.value)
            : i.dataset.list ? i.value.split(',').map((v) => v.trim()).filter(Boolean) : i.value;
          return [i.name, value];
        })));
      };
      return back ? [form, leave] : [form];
    }, fault);
  }

  // apply tries what is chosen now.
  async apply() {
    this.waits();
    await attempt(writeConfig(this.choice));
    this.changed();
  }

  // waits tells that the device starts anew.
  waits() {
    write($('setup-lead'), t('setup.wait'));
    this.fill([]);
  }

  // pattern shows a test pattern, on a trial that lasts long enough for an answer. It throws why the panel shows none.
  async pattern(name) {
    const { trial, left } = await state();
    if (!trial || left < enough) await this.apply();
    await call('POST', '/live/test', { pattern: name, seconds: patternTime });
    for (let n = 0; n < 20 && $('stage').hasAttribute('data-away'); n++) await new Promise((done) => setTimeout(done, 250)); // until the page hears it again
    const fault = await failing('panel');
    if (fault) throw new Error(fault);
  }

  // tryPanel shows the patterns, and corrects the configuration until they are right.
  async tryPanel() {
    const { panel } = this.choice;
    const kind = kinds[panel.driver];
    await this.apply();
    if (panel.driver !== 'none') {
      await this.tryCorners(kind, panel);
      if (kind.order) await this.tryColours(kind, panel);
      await this.tryRows();
    }
    await call('POST', '/live/test', { pattern: 'corners', seconds: 0 });
    await confirm();
  }

  async tryCorners(kind, panel) {
    for (;;) {
      const red = await this.corner('corners', t('setup.red'));
      const green = red < 0 ? -1 : await this.corner('corners', t('setup.green'));
      const right = green < 0 ? null : turn(kind, panel, red, green);
      if (right && right.rotate === (panel.rotate || 0) && right.mirror === (panel.mirror || '')) return;
      Object.assign(panel, right || next(kind, panel) || this.hopeless());
      await this.apply();
    }
  }

  hopeless() {
    throw new Error(t('setup.hopeless'));
  }

  // corner asks where something is: 0 to 3, clockwise from the top left, -1 = nowhere.
  async corner(pattern, question) {
    await this.pattern(pattern);
    return this.step(t('setup.check'), question, (done) => [
      make('div', { className: 'corners' }, ...[0, 1, 3, 2].map((c) => this.button(t('corner.' + corners[c]), () => done(c), { className: 'quiet', value: corners[c] }))),
      this.button(t('setup.nothing'), () => done(-1), { className: 'quiet aside', value: 'nothing' }),
    ]);
  }

  async tryColours(kind, panel) {
    for (;;) {
      await this.pattern('colours');
      const seen = await this.step(t('setup.check'), t('setup.colours'), (done) => [
        make('div', { className: 'orders' }, ...['RGB', 'RBG', 'GRB', 'GBR', 'BRG', 'BGR'].map((order) => {
          const b = this.button('', () => done(order), { className: 'quiet', value: order });
          for (const c of order) b.append(make('span', { className: 'swatch' }, t('colour.' + c)));
          [...b.children].forEach((e, i) => e.style.setProperty('--swatch', colours[order[i]]));
          return b;
        })),
      ]);
      if (seen === 'RGB') return;
      panel.order = reorder(panel.order || kind.order, seen);
      await this.apply();
    }
  }

  async tryRows() {
    await this.pattern('rows');
    const { height } = await call('GET', '/api/v2/device/display');
    const { rows } = await this.form(t('setup.check'), t('setup.rows'), [this.field({ key: 'rows', value: height, min: 0, max: 1024 }, height)], t('setup.next'));
    if (rows !== height) throw new Error(t('setup.counted', { rows, height }));
  }

  // details asks for all but the panel, tries it, and keeps it when it is confirmed.
  async details() {
    await this.everyday();
    await this.hardware();
    await this.step(t('setup.keep'), t('setup.question'), (done) => [this.button(t('setup.yes'), done, { className: 'wide', value: 'keep' })]);
    await confirm();
    toast(t('trial.kept'));
  }

  // label is a named control of the keys of a table in the configuration; '' = of none.
  label(name, control, table = name) {
    control.name = name;
    control.disabled = table !== '' && this.isLocked(table);
    const note = control.disabled ? t('setup.locked-field') : '';
    const said = make('span', { textContent: t('setup.' + name) }), why = make('small', { className: 'note', textContent: note });
    if (control.type !== 'checkbox') return make('label', {}, said, control, why);
    control.setAttribute('role', 'switch');
    return make('label', { className: 'switch whole' }, control, said, why);
  }

  text(value = '') {
    return make('input', { value, autocomplete: 'off' });
  }

  choose(value, ...options) {
    const s = make('select', {}, ...options.map((o) => (o instanceof Element ? o : new Option(...(Array.isArray(o) ? o : [o, o])))));
    s.value = value ?? '';
    return s;
  }

  // keep is a value that may be set, undefined where the administrator has set it.
  keep(table, value) {
    return this.isLocked(table) ? undefined : value;
  }

  // everyday asks for name, place, language, time zone and updates.
  async everyday() {
    const c = this.choice;
    const list = await call('GET', '/live/apps'), region = await getRegion();
    const weather = list.find((w) => w.package === 'com.lametric.weather');
    for (let fault = ''; ; ) {
      const labels = [
        this.label('name', this.text(c.name ?? $('name').textContent)),
        ...(weather ? [this.label('place', this.text(weather.settings.place), '')] : []),
        this.label('language', controls(region, ['language'])[0].control, ''),
        this.label('zone', this.choose(c.zone || here, ...zones(c.zone))),
      ];
      labels.push(this.label('updates', make('input', { type: 'checkbox', checked: c.updates ?? false }), 'update'));
      const a = await this.form(t('setup.device'), t('setup.everyday'), labels, t('setup.next'), fault);
      Object.assign(c, { name: this.keep('name', a.name), zone: this.keep('zone', a.zone), updates: this.keep('update', a.updates) });
      try {
        return await this.settle({ place: a.place, language: a.language }, weather?.widget);
      } catch (e) {
        fault = e.message;
      }
    }
  }

  // settle sets the language of the region, which all apps follow, and the place of a widget.
  async settle({ place, language }, widget) {
    await putRegion({ language });
    const list = await call('GET', '/live/apps');
    const changed = list.map((w) => (w.widget === widget && place ? { ...w, settings: { ...w.settings, place } } : w));
    if (JSON.stringify(changed) !== JSON.stringify(list)) await call('PUT', '/live/apps', changed);
  }

  // hardware asks for what is connected besides the panel, and tries all of it.
  async hardware() {
    const c = this.choice;
    for (let fault = ''; ; ) {
      const labels = [
        this.label('light', this.choose(c.light?.source, [t('setup.none'), ''], ...lights())),
        this.label('air', this.choose(c.sense?.source, [t('setup.none'), ''], ...airs()), 'sense'),
        this.label('output', this.choose(c.output, [t('setup.auto'), ''], 'alsa', 'pulse', [t('setup.none'), 'null']), 'audio.output'),
        ...[['left', 5], ['action', 6], ['right', 13]].map(([b, line]) => this.label(b, make('input', { value: c.buttons?.[b] || '', placeholder: 'GPIO' + line, autocomplete: 'off' }), 'input')),
        this.label('keys', make('input', { type: 'checkbox', checked: !!c.keys }), 'input'),
      ];
      const a = await this.form(t('setup.rest'), t('setup.details'), labels, t('setup.try'), fault);
      Object.assign(c, {
        light: this.keep('light', { source: a.light }), sense: this.keep('sense', { source: a.air }), output: this.keep('audio.output', a.output),
        keys: this.keep('input', a.keys), buttons: this.keep('input', { left: a.left, action: a.action, right: a.right }),
      });
      try {
        return await this.apply();
      } catch (e) {
        if (e instanceof Closed) throw e;
        fault = e.message;
      }
    }
  }
}
