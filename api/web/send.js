// The form that makes a notification.

import { call, Fault, Refused } from './device.js';
import { Picker } from './icons.js';
import { builtIn, playHere } from './sound.js';
import { $, explain, make, toast } from './ui.js';
import { t } from './words.js';

const words = (text) => text.split(/[\s,;]+/).filter(Boolean);

export class Sender {
  // sent is called after a notification is queued, refused when the key is wrong.
  constructor(form, { sent, refused }) {
    this.form = form;
    this.icon = null;
    this.picker = new Picker((icon) => this.choose(icon));
    const f = form.elements;
    for (const [category, ids] of Object.entries(builtIn)) {
      f.sound.append(make('optgroup', { label: category }, ...ids.map((id) => new Option(id, `${category}/${id}`))));
    }
    explain(form);
    for (const kind of f.kind) kind.onchange = () => this.turn();
    f.sound.onchange = () => { $('preview-sound').disabled = !f.sound.value; };
    f.stays.onchange = () => { f.cycles.disabled = f.stays.checked; };
    $('icon').onclick = () => this.picker.open();
    $('preview-sound').onclick = () => this.hear();
    form.onsubmit = async (e) => {
      e.preventDefault();
      try {
        if (await this.send()) sent();
      } catch (err) {
        if (err instanceof Refused) refused(err);
        else toast(err.message, true);
      }
    };
  }

  // turn shows the fields of the kind that is chosen.
  turn() {
    for (const e of this.form.querySelectorAll('.kind')) e.hidden = e.dataset.kind !== this.form.elements.kind.value;
    explain(this.form);
  }

  choose(icon) {
    this.icon = icon;
    $('icon').replaceChildren(icon ? make('img', { src: icon.thumb, alt: '' }) : make('span', { textContent: t('icon.none') }));
    $('icon').setAttribute('aria-label', icon ? t('icon.chosen', icon) : t('icon.chosen-none'));
    $('icon').focus();
  }

  // frame is what the fields say, in their own words: the device knows best what
  // is wrong with them.
  frame() {
    const f = this.form.elements, frame = this.icon ? { icon: this.icon.name } : {};
    switch (f.kind.value) {
      case 'goal':
        frame.goalData = { start: f.start.value.trim(), current: f.current.value.trim(), end: f.end.value.trim(), unit: f.unit.value };
        break;
      case 'chart':
        frame.chartData = words(f.chart.value);
        break;
      default:
        if (f.text.value) frame.text = f.text.value;
    }
    return frame;
  }

  async send() {
    const f = this.form.elements, frame = this.frame();
    if (!Object.keys(frame).length) return this.wrong(['model.frames[0]: ' + t('send.empty')]);
    const model = { frames: [frame], cycles: f.stays.checked ? 0 : f.cycles.value.trim() };
    const [category, id] = f.sound.value.split('/');
    if (id) model.sound = { category, id, repeat: f.stays.checked && category === 'alarms' ? 0 : 1 };
    try {
      await call('POST', '/api/v2/device/notifications', { priority: f.priority.value, icon_type: f.icon_type.value, model });
    } catch (e) {
      if (!(e instanceof Fault)) throw e;
      return this.wrong(e.messages);
    }
    explain(this.form);
    toast(t('send.sent'));
    return true;
  }

  wrong(messages) {
    explain(this.form, messages);
    [...this.form.querySelectorAll('[aria-invalid=true]')].find((e) => !e.closest('[hidden]'))?.focus();
    return false;
  }

  async hear() {
    const [category, id] = this.form.elements.sound.value.split('/');
    try {
      await playHere(category, id);
    } catch (e) {
      toast(e.message, true);
    }
  }
}
