// SPDX-License-Identifier: Apache-2.0

// The form that makes a notification.

import { call, Fault, once, Refused } from './device.js';
import { blank, draft, isEmpty, said, takesColors, wire } from './draft.js';
import { tidy } from './durations.js';
import { Frames } from './frames.js';
import { thumb } from './iconpictures.js';
import { load } from './load.js';
import { stays } from './places.js';
import { Sketch } from './sketch.js';
import { builtIn, playHere, soundName } from './sound.js';
import { affected, carried, colorIn, effectIn, isColor, recolored, runs } from './spans.js';
import { effectName } from './spoken.js';
import { offerChosen, offerColour, offerSwatch } from './tryout.js';
import { $, explain, make, toast, write } from './ui.js';
import { number, t } from './words.js';

const palette = ['#FFFFFF', '#FF0000', '#FF8000', '#FFE000', '#00C800', '#00E0E0', '#2060FF', '#C000FF'];
const few = 5; // messages that one can go back to
const maxColors = 6; // that fit in the form; the device takes more
const maxText = 1024; // characters of a frame that the device shows

const ofFrame = ['text', 'start', 'current', 'end', 'unit', 'chart', 'effect', 'overlay', 'progress', 'seconds'];
const ofAll = ['sound', 'cycles', 'lifetime'];
const lasting = { seconds: [1, 60], lifetime: [] }; // durations, and the range that the device gives them; a plain number is of seconds

export class Composer {
  // sent is called with a notification after it was queued, refused when the key is wrong; queue has what is alive.
  constructor(form, { sent, refused, queue }) {
    Object.assign(this, { form, sent, refused, queue, draft: draft(), at: 0, messages: [], former: [] });
    this.sketch = new Sketch($('sketch'), (messages) => this.drawnWith(messages));
    this.frames = new Frames({ chosen: (i) => this.edit(i), changed: (f) => this.reframe(f) });
    this.sounds();
    this.swatches();
    for (const event of ['input', 'change']) form.addEventListener(event, (e) => this.typed(e), true); // also those that do not bubble
    form.addEventListener('paste', (e) => this.paste(e));
    $('icon').onclick = () => this.pick();
    $('icon-edit').onclick = () => this.icons(({ drawIcon }) => drawIcon(this.frame.icon, (icon) => this.choose(icon)));
    $('copy-open').onclick = () => this.copies((c) => c.open());
    $('share-link').onclick = () => this.copies((c) => c.link());
    $('preview-sound').onclick = () => this.hear();
    $('history-open').onclick = () => this.history((h, still) => still() && h.open());
    $('like').onclick = () => this.ready() && this.history((h) => h.like(wire(this.draft)));
    $('afresh').onclick = () => this.take(draft());
    $('former').onclick = () => this.back();
    form.onsubmit = (e) => {
      e.preventDefault();
      this.submit();
    };
    this.write();
  }

  get frame() { return this.draft.frames[this.at]; }

  sounds() {
    for (const [category, ids] of Object.entries(builtIn)) {
      this.form.elements.sound.append(make('optgroup', { label: t('sounds.' + category) }, ...ids.map((id) => new Option(soundName(id), `${category}/${id}`))));
    }
  }

  // load fills the lists of what this device can draw, once, and learns which it is.
  async load() {
    if (this.loaded) return;
    const asked = ['/live/effects', '/api/v2/device?fields=serial_number'].map((path) => call('GET', path));
    const [e, device] = await Promise.all(asked).catch(() => []), f = this.form.elements;
    if (!device || this.loaded) return; // it is asked again with the next connection
    this.loaded = true;
    this.serial = device.serial_number;
    for (const list of [f.effect, $('part-effect')]) list.append(...e.text.map((name) => new Option(effectName(name), name)));
    f.overlay.append(...e.overlays.map((name) => new Option(effectName(name), name)));
    f.background.append(...e.backgrounds.map((name) => new Option(effectName(name), name)));
    this.write();
  }

  // swatches offers the colours for what is selected of the text, or all of it.
  swatches() {
    const swatch = (c) => {
      const b = make('button', { type: 'button', className: 'swatch', title: c, onclick: () => this.paint(c) });
      b.style.setProperty('--own', c);
      b.setAttribute('aria-label', t('compose.color-name', { color: c }));
      offerSwatch(b, c);
      return b;
    };
    $('swatches').prepend(...palette.map(swatch));
    offerColour($('any-color'));
    $('any-color').onchange = (e) => this.paint(e.target.value.toUpperCase());
    $('no-color').onclick = () => this.paint('');
    $('part-effect').onchange = (e) => {
      this.affect(e.target.value === 'none' ? '' : e.target.value);
      e.target.value = '';
    };
  }

  // paint gives a colour to the part of the text that is selected, else to the frame.
  paint(color) {
    offerChosen($('swatches'), color);
    const f = this.frame, [from, to] = this.selected();
    if (from < to) return this.mark(from, to, (m) => recolored(m, color));
    Object.assign(f, { color, marks: color ? f.marks : f.marks.map((m) => recolored(m, '')) });
    this.write();
  }

  // affect gives an effect to the part of the text that is selected, else to all of it.
  affect(effect) {
    const [from, to] = this.selected();
    this.mark(...(from < to ? [from, to] : [0, this.frame.text.length]), (m) => affected(m, effect));
  }

  // selected is from where to where the text is selected.
  selected() {
    const { selectionStart, selectionEnd } = this.form.elements.text;
    return this.frame.kind === 'text' ? [selectionStart, selectionEnd] : [0, 0];
  }

  // mark changes what a part of the text has of its own, and leaves it selected.
  mark(from, to, change) {
    this.frame.marks = this.frame.marks.map((m, i) => (i >= from && i < to ? change(m) : m));
    this.write();
    this.form.elements.text.setSelectionRange(from, to);
  }

  // typed takes over what the fields hold.
  typed(e) {
    if (e?.type === 'change' && lasting[e.target.name]) e.target.value = tidy(e.target.value, 1, ...lasting[e.target.name]);
    const f = this.form.elements, frame = this.frame, before = frame.text;
    for (const name of ofFrame) frame[name] = f[name].value;
    for (const name of ofAll) this.draft[name] = f[name].value;
    frame.marks = carried(before, frame.marks, frame.text);
    frame.kind = f.kind.value;
    frame.background = f.background.value === 'color' ? f.backcolor.value.toUpperCase() : f.background.value;
    frame.colors = [...$('colors').querySelectorAll('input')].map((i) => i.value.toUpperCase());
    Object.assign(this.draft, { priority: f.priority.value, icon_type: f.icon_type.value, stays: f.stays.checked });
    this.show();
  }

  // write puts the draft into the fields.
  write() {
    const f = this.form.elements, frame = this.frame;
    for (const name of ofFrame) put(f[name], frame[name]);
    for (const name of [...ofAll, 'priority', 'icon_type']) put(f[name], this.draft[name]);
    f.stays.checked = this.draft.stays;
    f.kind.value = frame.kind;
    f.background.value = isColor(frame.background) ? 'color' : frame.background;
    if (isColor(frame.background)) f.backcolor.value = frame.background.toLowerCase();
    this.writeColors();
    this.writeIcon();
    this.show();
    this.tell(this.messages);
  }

  // writeColors shows the colours of a gradient or a palette.
  writeColors() {
    const colors = this.frame.colors;
    const inputs = colors.map((value, i) => make('input', { type: 'color', value: value.toLowerCase(), ariaLabel: t('compose.color-n', { n: i + 1 }) }));
    $('colors').replaceChildren(...inputs);
    const change = (list) => { this.frame.colors = list; this.write(); };
    $('color-more').onclick = () => change([...colors, colors[0]]);
    $('color-less').onclick = () => change(colors.slice(0, -1));
    $('color-more').disabled = colors.length >= maxColors;
    $('color-less').disabled = colors.length <= 2;
  }

  writeIcon() {
    const { icon } = this.frame, button = $('icon');
    button.setAttribute('aria-label', icon ? t('icon.chosen', { name: icon.startsWith('data:') ? t('icon.own') : icon }) : t('icon.chosen-none'));
    $('icon-edit').hidden = !icon;
    if (button.dataset.icon === icon) return;
    button.dataset.icon = icon;
    button.title = icon && !icon.startsWith('data:') ? icon : t(icon ? 'icon.own' : 'icon.none');
    button.querySelector('img')?.remove();
    if (icon) thumb(icon).then((src) => src && button.dataset.icon === icon && button.append(make('img', { src, alt: '' })));
  }

  // drawnWith takes what is wrong with what was drawn, whose frames begin with the one
  // that is edited.
  drawnWith(messages) {
    if (!messages.length && this.refusedAs === this.drawn) return; // a preview forgives more than sending does
    const place = (n) => (+n + this.at) % this.draft.frames.length;
    this.tell(messages.map((m) => m.replace(/^model\.frames\[(\d+)\]/, (_, n) => `model.frames[${place(n)}]`)));
  }

  // show draws what follows from the draft. The small panel begins with the frame that
  // is edited.
  show() {
    const f = this.form.elements, { kind, text, marks, background, color } = this.frame;
    for (const e of this.form.querySelectorAll('.kind')) e.hidden = e.dataset.kind !== kind;
    f.cycles.disabled = f.stays.checked;
    $('preview-sound').hidden = !f.sound.value;
    f.sound.parentElement.toggleAttribute('data-chosen', Boolean(f.sound.value));
    $('effect-colors').hidden = !takesColors(this.frame);
    $('backcolor').hidden = !isColor(background);
    const note = $('text-note');
    note.dataset.hint = [...text].length > maxText ? t('send.long', { most: number(maxText) }) : t('send.scrolls');
    if (!note.classList.contains('fault')) write(note, note.dataset.hint);
    $('echo').hidden = kind !== 'text' || !marks.some(Boolean);
    $('echo').replaceChildren(...runs(text, marks).map(([part, mark]) => {
      const span = make('span', { textContent: part, className: effectIn(mark) && 'moving' });
      span.style.color = colorIn(mark) || color || '#FFFFFF';
      return span;
    }));
    this.frames.draw(this.draft.frames.map((frame) => said({ frames: [frame] })), this.at);
    const { frames } = this.draft, body = wire({ ...this.draft, frames: [...frames.slice(this.at), ...frames.slice(0, this.at)] });
    const now = JSON.stringify([body, this.at]);
    if (now === this.drawn) return;
    this.drawn = now;
    const empty = isEmpty({ frames: [this.frame] }); // no fault yet: it was just added
    if (empty) this.tell([]);
    this.sketch.show(empty ? null : body, said(this.draft));
  }

  edit(i) {
    this.at = i;
    this.write();
  }

  // reframe changes the list of frames.
  reframe(change) {
    [this.draft.frames, this.at] = change(this.draft.frames, blank);
    this.write();
  }

  // take edits another notification. Those that were written stay at hand, the last few.
  take(d) {
    this.store();
    this.open(d, JSON.stringify(d));
  }

  store() { this.former = [...this.former, ...this.mine()].slice(-few); }

  // back edits the last of them again; further presses go through all.
  back() {
    const d = this.former.pop();
    this.former.unshift(...this.mine());
    this.open(d, '');
  }

  // mine is the message in the editor, if somebody has written it.
  mine() { return isEmpty(this.draft) || JSON.stringify(this.draft) === this.taken ? [] : [this.draft]; }

  open(d, taken) {
    this.put(d, taken);
    this.form.elements.text.focus();
  }

  put(d, taken) {
    $('former').hidden = !this.former.length;
    Object.assign(this, { draft: d, taken, at: 0, messages: [] });
    this.write();
  }

  // pick lets an icon be chosen, also from files.
  pick(files) { return this.icons(({ pickIcon }) => pickIcon((icon) => this.choose(icon), files)); }

  // draws opens the editor of icons with the file of a picture.
  draws(file) { return this.icons(({ drawIcon }) => drawIcon(file, (icon) => this.choose(icon))); }

  // icons gives the module of that name to act.
  icons(act) { return this.part(async (still) => { const icons = await load('icons'); if (still()) await act(icons); }); }

  // copies gives the dialog that copies the message to act.
  copies(act) {
    return this.part(async (still) => {
      this.copyAs ??= new (await load('copyas')).CopyAs(() => wire(this.draft));
      this.copyAs.serial = this.serial;
      if (still()) act(this.copyAs);
    });
  }

  // history gives the messages that were sent before to act, and what tells whether they who
  // asked are still there.
  history(act) {
    return this.part(async (still) => act(await this.conversation(), still));
  }

  // part runs act, which loads a part of the page that few open, and says why it cannot.
  async part(act) {
    try {
      await act(stays());
    } catch (e) {
      toast(e.message, true);
    }
  }

  choose(icon) {
    this.frame.icon = icon ? icon.name : '';
    delete $('icon').dataset.icon; // its picture may be another one now
    this.write();
    $('icon').focus();
  }

  // paste takes a picture from the clipboard as an icon.
  paste(e) {
    if (!e.clipboardData.files.length) return;
    e.preventDefault();
    this.pick([...e.clipboardData.files]); // the list is empty once the event is over
  }

  // ready says whether there is something to send, and what lacks.
  ready() {
    if (!isEmpty(this.draft)) return true;
    this.wrong(['model.frames[0]: ' + t('send.empty')]);
    return false;
  }

  async submit() {
    this.typed(); // browsers that fill in fields do not always say so
    if (!this.ready()) return;
    const still = stays();
    const body = wire(this.draft), text = JSON.stringify(body);
    if (this.unheard?.text !== text) this.unheard = { text, key: once() }; // else it is the one that had no answer
    const sending = this.unheard, { key } = sending;
    let answer;
    try {
      answer = await call('POST', '/api/v2/device/notifications', body, undefined, { 'Idempotency-Key': key });
    } catch (e) {
      if (e instanceof Refused) return this.refused(e);
      if (e instanceof Fault) return this.wrong(e.messages, still());
      toast(t('send.unheard'), true);
      return this.history((h) => h.add({ ...body, key, at: Date.now() }));
    }
    if (this.unheard === sending) this.unheard = null;
    this.tell([]);
    const picture = this.sketch.give(text);
    await this.history((h) => h.add({ ...body, id: answer.success.id, key, at: Date.now() }, picture)); // before it is told: the page may be left then
    toast(t('send.sent'));
    if (JSON.stringify(wire(this.draft)) === text) this.clear();
    this.sent(body);
  }

  // clear makes room for the next message; the last one stays at hand. The focus stays where it is: a telephone shows
  // its keyboard for a field that gets it.
  clear() {
    this.store();
    const d = draft();
    this.put(d, JSON.stringify(d));
  }

  // talk shows the conversation as it is now.
  talk() { return this.conversation().then((h) => h.show()).catch(() => {}); } // the next change tries again

  // moved follows a message that was taken back.
  moved(from, to) { return this.conversation().then((h) => h.moved(from, to)).catch(() => {}); }

  conversation() {
    return this.before ??= load('history').then(({ History }) => new History({ chosen: (d) => this.take(d), sent: this.sent, queue: this.queue }))
      .catch((e) => { this.before = null; throw e; });
  }

  // tell puts what is wrong beside the fields. Those show one frame: its faults are
  // those of the first one to them.
  tell(messages) {
    this.messages = messages;
    explain(this.form, messages.map((m) => m.replace(/^model\.frames\[(\d+)\](: |\.)?/, (all, n, sep = '') => {
      if (+n === this.at) return 'model.frames[0]' + sep;
      return t('frame.name', { n: +n + 1 }) + (sep === '.' ? ', ' : sep);
    })));
  }

  // wrong tells what is refused; who still is where they sent it gets the focus on that.
  wrong(messages, still = true) {
    this.refusedAs = this.drawn;
    this.tell(messages);
    for (const e of this.form.querySelectorAll('details [aria-invalid=true]')) e.closest('details').open = true;
    if (still) [...this.form.querySelectorAll('[aria-invalid=true]')].find((e) => !e.closest('[hidden]'))?.focus();
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

// put changes a field only if it differs, so that the cursor stays.
function put(field, value) {
  if (field.value !== value) field.value = value;
}
