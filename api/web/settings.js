// The settings form: every control is sent when it changes, and shows what the
// device says.

import { call } from './device.js';

const display = '/api/v2/device/display';

export class Settings {
  constructor(form, fault, badge) {
    this.form = form;
    this.fault = fault;
    this.badge = badge;
    this.busy = 0;
    this.next = new Map(); // path → what is still to be sent
    const f = form.elements;
    const saver = (extra) => ({
      screensaver: {
        enabled: f.saver.checked, mode: this.form.querySelector('[name=saver-mode]:checked').value,
        mode_params: { enabled: true, ...extra },
      },
    });
    const gmt = (local) => new Date(`1970-01-01T${local}:00Z`).getTime() - this.offset;
    const clock = (ms) => new Date((ms + 864e5) % 864e5).toISOString().slice(11, 19);
    f.on.onchange = () => this.put(display, { on: f.on.checked });
    f.brightness.oninput = () => this.put(display, { brightness: +f.brightness.value, brightness_mode: 'manual' });
    f.auto.onchange = () => this.put(display, { brightness_mode: f.auto.checked ? 'auto' : 'manual' });
    f.volume.oninput = () => this.put('/api/v2/device/audio', { volume: +f.volume.value });
    f.mode.onchange = () => this.put('/api/v2/device', { mode: f.mode.value });
    f.saver.onchange = () => this.put(display, { screensaver: { enabled: f.saver.checked } });
    for (const radio of f['saver-mode']) radio.onchange = () => this.put(display, saver());
    f.start.onchange = () => this.put(display, this.times({ start_time: clock(gmt(f.start.value)) }));
    f.end.onchange = () => this.put(display, this.times({ end_time: clock(gmt(f.end.value)) }));
  }

  times(params) { return { screensaver: { mode: 'time_based', mode_params: params } }; }

  // put sends body; while one request is under way what comes waits, later values
  // over earlier ones.
  async put(path, body) {
    this.next.set(path, { ...this.next.get(path), ...body });
    if (this.busy) return;
    while (this.next.size) {
      const [path, body] = this.next.entries().next().value;
      this.next.delete(path);
      this.busy = 1;
      try {
        await call('PUT', path, body);
        this.fault.textContent = '';
      } catch (e) {
        this.fault.textContent = e.message;
      }
      this.busy = 0;
    }
    await this.load();
  }

  async load() {
    if (this.busy) return;
    const d = await call('GET', '/api/v2/device?fields=display,audio,mode,name,firmware');
    if (!this.busy) this.show(d);
    return d;
  }

  show(d) {
    const f = this.form.elements, s = d.display.screensaver, t = s.modes.time_based;
    f.on.checked = d.display.on;
    this.slide(f.brightness, f['brightness-now'], d.display.brightness, d.display.brightness_range, d.display.brightness_limit);
    f.auto.checked = d.display.brightness_mode === 'auto';
    this.slide(f.volume, f['volume-now'], d.audio.volume, d.audio.volume_limit, d.audio.volume_limit);
    f.mode.value = d.mode;
    f.saver.checked = s.enabled;
    for (const radio of f['saver-mode']) radio.checked = s.modes[radio.value].enabled;
    if (document.activeElement !== f.start) f.start.value = t.local_start_time.slice(0, 5);
    if (document.activeElement !== f.end) f.end.value = t.local_end_time.slice(0, 5);
    this.offset = this.ms(t.local_start_time) - this.ms(t.start_time); // of the device's zone
    this.badge.hidden = !s.active;
  }

  slide(input, output, value, low, high) {
    input.min = low.min;
    input.max = high.max;
    if (!input.matches(':active')) input.value = value; // not under the finger that moves it
    output.value = value + ' %';
  }

  ms(time) { return new Date(`1970-01-01T${time}Z`).getTime(); }
}
