// SPDX-License-Identifier: Apache-2.0

// The device's name and time zone, which are keys of its configuration. Both hold at once,
// but for the system's zone.

import { changed, read } from './configtext.js';
import { call } from './device.js';
import { attempt, confirm, state } from './trial.js';
import { make, toast, write } from './ui.js';
import { t } from './words.js';
import { zones } from './zones.js';

export class Place {
  // done is called when the device has another name or zone.
  constructor(done) {
    this.done = done;
    this.name = make('input', { name: 'device-name', maxLength: 64, autocomplete: 'off' });
    this.zone = make('select', { name: 'device-zone' });
    this.note = make('p', { className: 'note', id: 'place-note' });
    this.note.setAttribute('role', 'alert');
    this.button = make('button', { textContent: t('place.save') });
    for (const c of [this.name, this.zone]) c.setAttribute('aria-describedby', this.note.id);
    const label = (text, control) => make('label', {}, make('span', { textContent: text }), control);
    this.form = make('form', { className: 'place', hidden: true, noValidate: true },
      make('div', { className: 'pair' }, label(t('fact.name'), this.name), label(t('fact.zone'), this.zone)), this.note, this.button);
    this.form.onsubmit = (e) => { e.preventDefault(); this.save(); };
    this.form.oninput = () => { this.edited = true; };
  }

  // load shows what is in force, unless it is being changed. Only a key of scope all
  // may read the configuration.
  async load(name) {
    if (this.edited || this.busy) return;
    const all = await Promise.all([call('GET', '/live/config').then((b) => b.text()), state()]).catch(() => null);
    this.form.hidden = !all;
    if (!all || this.edited || this.busy) return; // a person was faster than the answer
    const [text, { locked }] = all;
    this.locked = locked;
    this.name.value = this.named = name;
    this.fill(read(locked.zone ? 'zone = ' + locked.zone : text, 'zone') || '');
    for (const key of ['name', 'zone']) this[key].disabled = key in locked;
    this.button.disabled = this.name.disabled && this.zone.disabled;
    write(this.note, this.name.disabled || this.zone.disabled ? t('setup.locked-field') : '');
  }

  // fill lists the zones, with that of the system first.
  fill(zone) {
    this.zone.replaceChildren(new Option(t('place.system'), ''), ...zones(zone));
    this.zone.value = this.was = zone;
  }

  async save() {
    this.busy = this.button.disabled = true;
    const name = this.name.value.trim(), zone = this.zone.value;
    const renames = !this.name.disabled && name !== this.named, moves = !this.zone.disabled && zone !== this.was;
    try {
      if (renames) await call('PUT', '/live/name', { name });
      this.named = name;
      if (moves) await this.move(zone);
      this.was = zone;
      this.edited = false;
      write(this.note, '');
      toast(t(moves ? 'place.saved' : renames ? 'place.renamed' : 'place.same'));
    } catch (e) {
      write(this.note, e.message, true);
    }
    this.busy = this.button.disabled = false;
    if (!this.edited) this.done();
  }

  // move keeps another zone. That of the system is the one that no configuration names, which the
  // device learns as it starts.
  async move(zone) {
    if (zone) return call('PUT', '/live/zone', { zone });
    write(this.note, t('setup.wait'));
    const text = await call('GET', '/live/config').then((b) => b.text()); // as it is now
    await attempt(changed(text, { zone }));
    await confirm();
  }
}
