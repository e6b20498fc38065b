// SPDX-License-Identifier: Apache-2.0

// The settings form: every control is sent when it changes, and shows what the
// device says.

import { call, Fault } from './device.js';
import { filled } from './pictures.js';
import { Preview } from './saver.js';
import { effectName } from './spoken.js';
import { $, enlist, explain, make, toast, write } from './ui.js';
import { percent, t } from './words.js';

const display = '/api/v2/device/display', audio = '/api/v2/device/audio', device = '/api/v2/device', look = '/live/look', quiet = '/live/quiet';
const day = 864e5; // ms
const biases = [-99, 900]; // percent, of the device

const ms = (time) => new Date(`1970-01-01T${time}Z`).getTime();
const clock = (t) => new Date((t + day) % day).toISOString().slice(11, 19);

// option is the choice of an effect, by its name.
const option = (value) => make('option', { value, textContent: effectName(value) });

export class Settings {
  constructor(form, badge) {
    this.form = form;
    this.badge = badge;
    this.busy = false;
    this.turn = 0; // of what was sent: an answer from before it is old
    this.preview = new Preview($('saver-preview'));
    explain(form); // shows the hints
    this.next = new Map(); // path → what is still to be sent
    const f = form.elements;
    this.on('change', f.on, display, (on) => ({ on }));
    this.on('input', f.brightness, display, (level) => (f.auto.checked ? { brightness_bias: this.bias(level) } : { brightness: level }));
    this.on('change', f.auto, display, (auto) => ({ brightness_mode: auto ? 'auto' : 'manual' }));
    this.on('input', f.volume, audio, (volume) => ({ volume }));
    this.on('change', f.quiet, quiet, (enabled) => ({ enabled }));
    this.on('input', f['quiet-volume'], quiet, (volume) => ({ volume }));
    for (const end of ['start', 'end']) this.on('change', f['quiet-' + end], quiet, (time) => ({ [end]: time }));
    this.on('change', f.mode, device, (mode) => ({ mode }));
    this.on('input', f.text_color, look, (text_color) => ({ text_color }));
    for (const name of ['text_effect', 'background', 'overlay', 'transition']) this.on('change', f[name], look, (chosen) => ({ [name]: chosen }));
    this.on('input', f.scroll_speed, look, (scroll_speed) => ({ scroll_speed }));
    this.on('change', f.smooth, look, (smooth) => ({ smooth }));
    this.on('change', f.saver, display, (enabled) => ({ screensaver: { enabled } }));
    for (const radio of f['saver-mode']) {
      this.on('change', radio, display, () => ({ screensaver: { enabled: f.saver.checked, mode: radio.value, mode_params: { enabled: true } } }));
    }
    this.on('input', f['saver-brightness'], display, (brightness) => ({ screensaver: { brightness } }));
    f['saver-brightness'].addEventListener('input', (e) => this.preview.dim(+e.target.value));
    this.on('change', f['saver-widget'], display, (widget) => ({ screensaver: { widget } }));
    for (const end of ['start', 'end']) {
      this.on('change', f[end], display, (local) => ({
        screensaver: { mode: 'time_based', mode_params: { [end + '_time']: clock(ms(local + ':00') - this.offset) } },
      }));
    }
  }

  // on sends the patch of a control's value; what is not filled in is no value.
  on(event, control, path, patch) {
    control.addEventListener(event, () => {
      const { type, checked, value } = control;
      if (value !== '') this.put(path, patch(type === 'checkbox' ? checked : type === 'range' ? +value : value));
    });
  }

  // put sends body; while one request is under way what comes waits, later values
  // over earlier ones.
  async put(path, body) {
    this.turn++;
    this.next.set(path, { ...this.next.get(path), ...body });
    if (this.busy) return;
    this.busy = true;
    const faults = [];
    while (this.next.size) {
      const [to, patch] = this.next.entries().next().value;
      this.next.delete(to);
      try {
        await call('PUT', to, patch);
      } catch (e) {
        if (e instanceof Fault) faults.push(...e.messages);
        else toast(e.message, true);
      }
    }
    this.busy = false;
    explain(this.form, faults);
    await this.load().catch(() => {}); // the next refresh tells
  }

  // bias is by how many percent the curve of the light must be shifted for a level now.
  bias(level) { return Math.min(Math.max(Math.round(100 * level / this.curve) - 100, biases[0]), biases[1]); }

  // effects fills the lists of what this device can draw, once.
  async effects() {
    if (this.form.elements.overlay.length) return;
    const e = await call('GET', '/live/effects');
    const lists = { text_effect: e.text, background: ['none', ...e.backgrounds], overlay: ['none', ...e.overlays] };
    for (const [name, list] of Object.entries(lists)) this.form.elements[name].replaceChildren(...list.map(option));
  }

  // load shows what the device says, unless something has been sent meanwhile.
  async load() {
    const turn = this.turn;
    const fields = device + '?fields=display,audio,mode,name,firmware';
    const [d, l, q] = await Promise.all([...[fields, look, quiet].map((path) => call('GET', path)), this.effects()]);
    if (!this.busy && turn === this.turn) {
      this.show(d, l);
      this.showQuiet(q);
    }
    return d;
  }

  show(d, l) {
    const f = this.form.elements, s = d.display.screensaver, times = s.modes.time_based;
    f.on.checked = d.display.on;
    const { brightness_now: now, brightness_range: range, brightness_limit: limit } = d.display;
    const most = Math.min(range.max, limit.max), auto = f.auto.checked = d.display.brightness_mode === 'auto';
    this.curve = Math.max(1, d.display.brightness_auto);
    const curved = Math.round(this.curve * (100 + d.display.brightness_bias) / 100);
    const level = auto ? Math.min(Math.max(curved, limit.min), limit.max) : d.display.brightness;
    const said = Math.abs(now - level) <= auto ? percent(level) : t('settings.now', { set: percent(level), now: percent(now) });
    this.slide('brightness', level, said, auto ? limit.min : range.min, most);
    const { volume, volume_range: loud, volume_limit: allowed } = d.audio;
    this.slide('volume', volume, percent(volume), Math.max(loud.min, allowed.min), Math.min(loud.max, allowed.max));
    f.mode.value = d.mode;
    this.fill(f.text_color, l.text_color.toLowerCase());
    for (const name of ['text_effect', 'background', 'overlay', 'transition']) this.choose(f[name], l[name]);
    this.slide('scroll_speed', l.scroll_speed, t('look.pixels', { speed: l.scroll_speed }), Math.min(5, l.scroll_speed), Math.max(100, l.scroll_speed));
    f.smooth.checked = l.smooth;
    f.saver.checked = s.enabled;
    for (const radio of f['saver-mode']) radio.checked = s.modes[radio.value].enabled;
    this.fill(f.start, times.local_start_time.slice(0, 5));
    this.fill(f.end, times.local_end_time.slice(0, 5));
    this.preview.show(s.widget, s.brightness);
    this.slide('saver-brightness', s.brightness, percent(s.brightness), range.min, most);
    this.saver = s.widget;
    this.fill(f['saver-widget'], s.widget);
    this.offset = ms(times.local_start_time) - ms(times.start_time); // of the device's zone
    this.badge.hidden = !s.active;
  }

  showQuiet(q) {
    const f = this.form.elements;
    f.quiet.checked = q.enabled;
    this.fill(f['quiet-start'], q.start.slice(0, 5));
    this.fill(f['quiet-end'], q.end.slice(0, 5));
    this.slide('quiet-volume', q.volume, percent(q.volume), 0, 100);
    $('quiet-now').hidden = !q.active;
  }

  // widgets are what the screensaver can show: [[id, title], …].
  widgets(list) {
    const control = this.form.elements['saver-widget'], chosen = control.value;
    enlist(control, list, ([value, textContent]) => make('option', { value, textContent }));
    control.value = this.saver ?? chosen;
  }

  // choose is fill for a list, which gets what it lacks: a background may be a colour.
  choose(control, value) {
    if (![...control.options].some((o) => o.value === value)) control.append(option(value));
    this.fill(control, value);
  }

  // fill leaves alone what is being edited.
  fill(control, value) {
    if (document.activeElement !== control) control.value = value;
    control.dispatchEvent(new Event(filled));
  }

  // slide leaves alone a slider under the finger that moves it.
  slide(name, value, text, min, max) {
    const control = this.form.elements[name];
    Object.assign(control, { min, max });
    if (!control.matches(':active')) control.value = value;
    control.setAttribute('aria-valuetext', text);
    write(this.form.elements[name + '-now'], text);
  }
}
