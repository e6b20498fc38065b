// SPDX-License-Identifier: Apache-2.0

// Write an app: the program in an editor, its picture beside it, and its settings. The editor and the
// examples come from the program ledpost-apps, which may not be there.

import { appFields, asker, schemaOf } from './appfields.js';
import { ask, call, Fault } from './device.js';
import { $, make, shape, toast, write } from './ui.js';
import { undoable } from './undo.js';
import { t, told } from './words.js';

const others = 'com.ledpost.others';
const parts = '/live/studio/';
const pause = 500; // ms without a key before the app is drawn
const patience = 25_000; // ms for a drawing
const busy = 1500; // ms before a device that draws something else is asked again
const most = 8000; // letters of a link's program, packed
const sizes = ['37x8', '64x32', '128x64'];
const slot = 'ledpost.program'; // of the window: a program that is not saved, for a reload
const room = 262_144; // letters of it
const kinds = { text: 'send.text', number: 'write.number', choice: 'write.choice', switch: 'write.switch', color: 'look.colour' }; // of a new setting
const empty = 'def main(config):\n    return {"icon": "face-smile", "text": "Hi"}\n';

// coded and decoded turn a program into the end of an address, and back; '' if it is none.
const through = async (bytes, by) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(by)).arrayBuffer());
async function coded(text) {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  return btoa(String.fromCharCode(...packed)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
async function decoded(code) {
  if (code.length > most) return '';
  try {
    const packed = Uint8Array.from(atob(code.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(await through(packed, new DecompressionStream('deflate-raw')));
  } catch {
    return '';
  }
}

// plainly makes a name of an app of what somebody calls it: My Weekend becomes my-weekend.
const plainly = (name) => name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replace(/[^a-z0-9]+/g, '-').replace(/^-/, '').slice(0, 32).replace(/-$/, '');

export class Writer {
  // apps is the list of widgets.
  constructor(apps) {
    Object.assign(this, { apps, opened: '', schema: 'null', of: {}, settings: {}, allow: [], turn: 0, fault: '', known: '', faulty: '', base: '' });
    $('write').onclose = () => this.unsaved() && toast(t('write.draft'));
    $('write-form').elements.name.onchange = (e) => { e.target.value = plainly(e.target.value); this.keep(); };
    $('write-form').elements.name.onfocus = (e) => this.opened || e.target.select(); // a proposal gives way to what one types
    $('write-close').onclick = () => $('write').close();
    $('write-start').onchange = (e) => this.start(e.target.value);
    $('write-size').onchange = () => this.soon(0);
    $('write-form').onsubmit = (e) => { e.preventDefault(); this.doing(() => this.save().then(() => toast(t(this.fault ? 'write.saved-faulty' : 'write.saved')))); };
    $('write-add').onclick = () => $('write-form').reportValidity() && this.doing(() => this.add());
    $('write-new').onsubmit = (e) => { e.preventDefault(); this.declare(e.target); };
    $('write-new').elements.kind.replaceChildren(...Object.entries(kinds).map(([kind, word]) => new Option(t(word), kind)));
    $('write-link').onclick = () => this.doing(() => this.link());
    $('write-delete').onclick = (e) => this.remove(e.currentTarget);
    $('write-delete').onblur = () => this.sure(false);
    $('write-editor').onkeydown = (e) => { // Escape leaves the editor, and a second one the dialog
      if (e.key !== 'Escape' || e.defaultPrevented) return;
      e.preventDefault();
      $('write-form').elements.name.focus();
    };
  }

  // open shows the dialog; code is an app of a link, own the name of one of the device.
  async open(code, own) {
    const text = code && await decoded(code);
    if (code && !text) toast(t('write.cut'), true);
    const [width, height] = shape(), chosen = $('write-size').value;
    $('write-size').replaceChildren(new Option(t('write.this', { width, height }), ''), ...sizes.map((s) => new Option(s.replace('x', ' × '), s)));
    $('write-size').value = chosen;
    $('write').showModal();
    this.missing(await this.prepare().then(() => false, (e) => e));
    if (!this.editor) return;
    await this.list();
    if (!this.editor.text()) this.resume();
    if (text) this.replace(() => this.take(text, '', {}));
    else if (own && own !== this.opened) await this.start('own/' + own);
  }

  // resume takes the program that a reload has left, or an empty one.
  resume() {
    const { source, name, opened, base } = JSON.parse(sessionStorage.getItem(slot)) ?? {};
    if (!source) return this.take(empty, '', {});
    this.take(source, opened || name, {}, Boolean(opened));
    $('write-form').elements.name.value = name;
    this.base = base;
    this.keep();
  }

  unsaved() { return Boolean(this.editor) && this.editor.text() !== this.base; }

  // keep keeps the program for a reload while it is not saved.
  keep() {
    const source = this.editor.text(), { opened, base } = this;
    if (!this.unsaved() || source.length + base.length > room) return sessionStorage.removeItem(slot);
    sessionStorage.setItem(slot, JSON.stringify({ source, base, opened, name: $('write-form').elements.name.value }));
  }

  // replace puts another program in the place of the one that is there, which can be had back if it is not saved.
  replace(put) {
    const { opened, settings, base } = this, source = this.unsaved() && this.editor.text(), name = $('write-form').elements.name.value;
    put();
    if (!source) return;
    undoable(t('write.replaced'), () => {
      this.take(source, opened || name, settings, Boolean(opened));
      $('write-form').elements.name.value = name;
      this.base = base;
      this.keep();
    });
  }

  // missing shows why there is no editor.
  missing(fault) {
    const lacks = fault?.status === 501;
    $('write-lacks').hidden = !lacks;
    $('write-desk').hidden = !!fault;
    write($('write-fault'), fault && !lacks ? fault.message : '', true);
  }

  // prepare gets the editor, once.
  async prepare() {
    this.examples ??= await call('GET', parts + 'examples.json');
    if (this.editor) return;
    const [{ makeEditor }, icons] = await Promise.all([import(parts + 'editor.js'), call('GET', '/live/icons').catch(() => [])]);
    this.editor = makeEditor($('write-editor'), { label: t('write.program'), icons: (icons.icons ?? icons).map((i) => i.name), changed: () => this.changed() });
  }

  // changed follows the program: a link of before leads to another one.
  changed() {
    $('write-address').hidden = true;
    this.keep();
    this.soon();
  }

  // list offers what one may start from: own apps, and the examples.
  async list() {
    const { scripts } = await call('GET', '/live/scripts').catch(() => ({ scripts: [] }));
    this.own = scripts.map((s) => s.name);
    const group = (label, options) => Object.assign(make('optgroup', {}, ...options), { label });
    $('write-start').replaceChildren(new Option(t('write.choose'), ''), new Option(t('write.empty'), 'empty'),
      ...(this.own.length ? [group(t('write.own'), this.own.map((name) => new Option(name, 'own/' + name)))] : []),
      group(t('write.examples'), this.examples.map((e) => new Option(told('example.' + e.name, e.title), 'example/' + e.name))));
  }

  // start takes what was chosen.
  async start(value) {
    const [kind, name] = value.split('/');
    $('write-start').value = '';
    if (kind === 'empty') return this.replace(() => this.take(empty, '', {}));
    if (kind === 'example') return this.replace(() => this.take(this.examples.find((e) => e.name === name).source, name, {}));
    if (kind === 'own') await this.doing(async () => {
      const { source } = await ask('GET', '/live/scripts/' + name, undefined, { wait: patience });
      this.replace(() => this.take(source, name, {}, true));
    });
  }

  // take shows a program; own tells that it is kept under that name.
  take(text, name, settings, own = false) {
    Object.assign(this, { opened: own ? name : '', settings, schema: 'null', allow: [], base: text });
    $('write-settings').replaceChildren();
    $('write-form').elements.name.value = own ? name : this.free(name || 'my-app');
    $('write-delete').hidden = !own;
    this.sure(false);
    this.editor.put(text);
  }

  // free is a name that no own app has yet.
  free(name) {
    for (let n = 1, one = name; ; one = `${name}-${++n}`) if (!this.own.includes(one)) return one;
  }

  // soon draws the app when nobody has typed for a moment. Until then the picture is one of before.
  soon(wait = pause) {
    $('write-picture').classList.add('stale');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), wait);
  }

  // draw shows the picture of the program, or its fault at its line. What comes late is not shown.
  async draw() {
    const mine = ++this.turn, source = this.editor.text(), size = $('write-size').value || undefined;
    clearTimeout(this.timer);
    try {
      if (source.includes('get_schema')) await this.form(source, mine);
      else this.fields(null, source);
      const { picture, printed } = await ask('POST', '/live/scripts/try', { source, size, settings: this.settings, print: true, ...this.asking() }, { wait: patience });
      if (mine !== this.turn) return;
      $('write-picture').src = 'data:image/gif;base64,' + picture;
      this.prints(printed);
      this.tell('');
    } catch (e) {
      if (mine !== this.turn) return;
      if (e.status === 429 || e.status === 503) return this.soon(busy);
      this.prints(e.data?.printed);
      this.tell(e.message, e instanceof Fault ? e.data : {});
    }
  }

  // prints shows the lines that the program has printed, with their numbers in it.
  prints(lines = []) {
    $('write-printed').replaceChildren(...lines.map(({ line, text }) => make('li', { value: line ?? 0, className: line ? '' : 'none', textContent: text })));
    $('write-printed').hidden = !lines.length;
  }

  // asking is what the program may ask: what it may as a kept app, and what was allowed here.
  asking() { return { ...(this.opened && { name: this.opened }), ...(this.allow.length && { allow: this.allow }) }; }

  // asks offers to allow the hosts that the program wants to ask; what is saved keeps them.
  asks(places) {
    const allow = () => { this.allow.push(...places); this.soon(0); };
    $('write-said').append(' ', make('button', { type: 'button', className: 'quiet', textContent: t('write.allow', { host: places.map((p) => p.host).join(', ') }), onclick: allow }));
  }

  // tell says what is wrong, at its line, or that nothing is.
  tell(fault, { line, column, asks, nothing } = {}) {
    Object.assign(this, { fault: asks || nothing ? '' : fault && (line ? t('write.line', { line: String(line), fault }) : fault), known: this.editor.text() });
    if (nothing) {
      this.editor.tell('');
      $('write-picture').removeAttribute('src');
      $('write-picture').classList.remove('stale');
      return write($('write-said'), t('write.nothing'));
    }
    if (!this.fault && this.faulty) { // nothing is in the way of saving any more
      this.faulty = '';
      write($('write-note'), t('write.name-note'));
    }
    this.editor.tell(line ? fault : '', line, column);
    write($('write-said'), !fault ? t('write.draws') : line ? t('write.line', { line: String(line), fault }) : fault, !!fault);
    $('write-picture').classList.toggle('stale', !!fault);
    if (asks) this.asks(asks);
  }

  // form shows the settings that a program declares; the picture follows them.
  async form(source, mine) {
    const schema = await schemaOf({ source });
    if (mine === this.turn) this.fields(schema, source);
  }

  fields(schema, source) {
    const text = JSON.stringify(schema);
    this.of.source = source; // a form that stays asks the handlers of the newest program
    if (text === this.schema) return;
    this.schema = text;
    const form = schema && appFields(schema, this.settings, asker(this.of), () => { this.settings = form.plain(); this.soon(0); });
    $('write-settings').replaceChildren(...(form ? [make('h3', { textContent: t('write.settings') }), form.element] : []));
    this.settings = form ? form.plain() : {};
  }

  // declare adds to the program the setting that the form names, or says what the program lacks for it.
  declare(form) {
    const { name, kind } = form.elements, lacks = this.editor.add(name.value.trim(), plainly(name.value).replaceAll('-', '_'), kind.value);
    if (lacks) toast(t(lacks === 'main' ? 'write.no-main' : 'write.no-fields'), true);
    else form.reset();
  }

  // doing says what went wrong.
  async doing(act) {
    write($('write-note'), t('write.name-note'));
    try {
      await act();
    } catch (e) {
      write($('write-note'), e.message, true);
    }
  }

  // sound refuses to save a program with a fault, once: another press saves it.
  async sound() {
    const source = this.editor.text();
    if (this.known !== source) await this.draw();
    if (!this.fault || this.known !== source || this.faulty === source) return;
    this.faulty = source;
    throw new Error(t('write.faulty', { fault: this.fault }));
  }

  // save keeps the program under its name; another app of that name stays.
  async save() {
    const name = $('write-form').elements.name.value;
    if (name !== this.opened && this.own.includes(name)) throw new Error(t('write.taken', { name }));
    await this.sound();
    const source = this.editor.text();
    await call('PUT', '/live/scripts/' + name, { source });
    if (this.allow.length) await call('POST', '/live/consent/' + name, { allow: this.allow });
    Object.assign(this, { opened: name, allow: [], base: source });
    this.keep();
    $('write-delete').hidden = false;
    await this.list();
    return name;
  }

  // add keeps the app, and shows it on the panel in turn with the others, and now. It gets a widget that shows it
  // already, or one of an own app that is not chosen yet, or else a new one.
  async add() {
    const name = await this.save(), all = this.apps.there().filter((x) => x.package === others), had = all.find((x) => x.settings?.app === name);
    const free = had ?? all.find((x) => !x.settings?.app), settings = { ...had?.settings, ...this.settings, app: name };
    const w = free ?? await call('POST', '/live/apps', { package: others, settings });
    if (!free) await this.apps.load();
    await this.apps.change(w, { visible: true, settings, ...(!had && { title: name }) });
    $('write').close();
    toast(t('write.added', { name }));
    this.apps.show({ package: others, widget: w.widget });
  }

  // link copies an address that opens the program on any device's page, where nothing is kept before somebody does so.
  async link() {
    const code = await coded(this.editor.text());
    if (code.length > most) throw new Error(t('write.long'));
    const field = $('write-address');
    field.value = `${location.origin}/#/apps?app=${code}`;
    field.hidden = false;
    field.select();
    const copied = document.execCommand('copy');
    toast(t(copied ? 'copy.copied' : 'copy.by-hand'), !copied);
  }

  // remove deletes the app when it is pressed twice.
  async remove(button) {
    if (!button.dataset.sure) return this.sure(true);
    await this.doing(async () => {
      const { opened: name, settings } = this, address = '/live/scripts/' + name, { source } = await ask('GET', address, undefined, { wait: patience });
      await call('DELETE', address);
      undoable(t('write.deleted', { name }), async () => {
        const { scripts } = await call('GET', '/live/scripts'); // another program may have the name by now
        if (scripts.some((s) => s.name === name)) throw new Error(t('write.taken', { name }));
        await call('PUT', address, { source });
        await this.list();
        if (!this.unsaved()) this.take(source, name, settings, true);
      });
      this.take(empty, '', {});
      await this.list();
    });
  }

  sure(yes) {
    $('write-delete').textContent = t(yes ? 'write.sure' : 'write.delete');
    $('write-delete').dataset.sure = yes ? 1 : '';
  }
}
