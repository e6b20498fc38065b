// SPDX-License-Identifier: Apache-2.0

// Write an app: the program in an editor, its picture beside it, and its settings. The editor and the
// examples come from the program ledpost-apps, which may not be there.

import { appFields, asker, schemaOf } from './appfields.js';
import { ask, call, Fault } from './device.js';
import { $, make, shape, toast, write } from './ui.js';
import { t, told } from './words.js';

const others = 'com.ledpost.others';
const parts = '/live/studio/';
const pause = 500; // ms without a key before the app is drawn
const patience = 25_000; // ms for a drawing
const busy = 1500; // ms before a device that draws something else is asked again
const most = 8000; // letters of a link's program, packed
const sizes = ['37x8', '64x32', '128x64'];
const empty = 'def main():\n    return {"icon": "face-smile", "text": "Hi"}\n';

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

export class Writer {
  // apps is the list of widgets.
  constructor(apps) {
    Object.assign(this, { apps, opened: '', schema: 'null', of: {}, settings: {}, allow: [], turn: 0 });
    $('write-close').onclick = () => $('write').close();
    $('write-start').onchange = (e) => this.start(e.target.value);
    $('write-size').onchange = () => this.soon(0);
    $('write-form').onsubmit = (e) => { e.preventDefault(); this.doing(() => this.save().then(() => toast(t('write.saved')))); };
    $('write-add').onclick = () => $('write-form').reportValidity() && this.doing(() => this.add());
    $('write-link').onclick = () => this.doing(() => this.link());
    $('write-delete').onclick = (e) => this.remove(e.currentTarget);
    $('write-delete').onblur = () => this.sure(false);
    $('write-editor').onkeydown = (e) => { // Escape leaves the editor, and a second one the dialog
      if (e.key !== 'Escape' || e.defaultPrevented) return;
      e.preventDefault();
      $('write-form').elements.name.focus();
    };
  }

  // open shows the dialog; code is an app of a link.
  async open(code) {
    const text = code && await decoded(code);
    if (code && !text) toast(t('write.cut'), true);
    const [width, height] = shape(), chosen = $('write-size').value;
    $('write-size').replaceChildren(new Option(t('write.this', { width, height }), ''), ...sizes.map((s) => new Option(s.replace('x', ' × '), s)));
    $('write-size').value = chosen;
    $('write').showModal();
    this.missing(await this.prepare().then(() => false, (e) => e));
    if (!this.editor) return;
    await this.list();
    if (text) this.take(text, '', {});
    else if (!this.editor.text()) this.take(empty, '', {});
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
    this.editor = makeEditor($('write-editor'), { label: t('write.program'), icons: (icons.icons ?? icons).map((i) => i.name), changed: () => this.soon() });
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
    if (kind === 'empty') return this.take(empty, '', {});
    if (kind === 'example') return this.take(this.examples.find((e) => e.name === name).source, name, {});
    if (kind === 'own') await this.doing(async () => this.take((await ask('GET', '/live/scripts/' + name, undefined, { wait: patience })).source, name, {}, true));
  }

  // take shows a program; own tells that it is kept under that name.
  take(text, name, settings, own = false) {
    Object.assign(this, { opened: own ? name : '', settings, schema: 'null', allow: [] });
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
    try {
      if (source.includes('get_schema')) await this.form(source, mine);
      else this.fields(null, source);
      const gif = await ask('POST', '/live/scripts/try', { source, size, settings: this.settings, ...this.asking() }, { wait: patience });
      if (mine !== this.turn) return;
      URL.revokeObjectURL($('write-picture').src);
      $('write-picture').src = URL.createObjectURL(gif);
      this.tell('');
    } catch (e) {
      if (mine !== this.turn) return;
      if (e.status === 429 || e.status === 503) return this.soon(busy);
      this.tell(e.message, e instanceof Fault ? e.data : {});
    }
  }

  // asking is what the program may ask: what it may as a kept app, and what was allowed here.
  asking() { return { ...(this.opened && { name: this.opened }), ...(this.allow.length && { allow: this.allow }) }; }

  // asks offers to allow the hosts that the program wants to ask; what is saved keeps them.
  asks(places) {
    const allow = () => { this.allow.push(...places); this.soon(0); };
    $('write-said').append(' ', make('button', { type: 'button', className: 'quiet', textContent: t('write.allow', { host: places.map((p) => p.host).join(', ') }), onclick: allow }));
  }

  // tell says what is wrong, at its line, or that nothing is.
  tell(fault, { line, column, asks } = {}) {
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

  // doing says what went wrong.
  async doing(act) {
    write($('write-note'), t('write.name-note'));
    try {
      await act();
    } catch (e) {
      write($('write-note'), e.message, true);
    }
  }

  // save keeps the program under its name; another app of that name stays.
  async save() {
    const name = $('write-form').elements.name.value;
    if (name !== this.opened && this.own.includes(name)) throw new Error(t('write.taken', { name }));
    await call('PUT', '/live/scripts/' + name, { source: this.editor.text() });
    if (this.allow.length) await call('POST', '/live/consent/' + name, { allow: this.allow });
    Object.assign(this, { opened: name, allow: [] });
    $('write-delete').hidden = false;
    await this.list();
    return name;
  }

  // add keeps the app, and shows it on the panel in turn with the others, and now. An app that takes turns already gets
  // no second widget.
  async add() {
    const name = await this.save(), had = this.apps.there().find((x) => x.package === others && x.settings?.app === name);
    const w = had ?? await call('POST', '/live/apps', { package: others, settings: { ...this.settings, app: name } });
    if (!had) await this.apps.load();
    await this.apps.change(w, had ? { visible: true, settings: { ...had.settings, ...this.settings } } : { title: name });
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
      await call('DELETE', '/live/scripts/' + this.opened);
      toast(t('write.deleted', { name: this.opened }));
      this.take(empty, '', {});
      await this.list();
    });
  }

  sure(yes) {
    $('write-delete').textContent = t(yes ? 'write.sure' : 'write.delete');
    $('write-delete').dataset.sure = yes ? 1 : '';
  }
}
