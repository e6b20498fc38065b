// SPDX-License-Identifier: Apache-2.0

// Scenes: what the device shows as a file, and back from it after a preview.

import { sentences } from './consent.js';
import { ask, call } from './device.js';
import { samples } from './gallery.js';
import { anyChosen, offerScene, sendScene } from './house.js';
import { stays } from './places.js';
import { save } from './stage.js';
import { still } from './still.js';
import { $, closer, make, toast, write } from './ui.js';
import { t } from './words.js';

const clock = 'com.lametric.clock';
const most = 1 << 20; // bytes of a scene
const dwell = 2000; // ms of a picture in the preview

export class Scene {
  // apps is the list of widgets; changed is called when a scene was taken.
  constructor(apps, changed) {
    Object.assign(this, { apps, changed });
    $('scene-file').onchange = () => this.look($('scene-file').files[0]);
    $('scene-close').onclick = () => $('scene').close();
    $('scene-use').onclick = () => this.use();
    $('scene-also').onchange = () => this.tell(this.changes);
    $('scene').onclose = () => clearInterval(this.turning);
  }

  // open asks for a file, gives one of now, or offers that to others.
  async open(still, way) {
    if (!way) return still() && $('scene-file').click();
    const scene = await call('GET', '/live/scene');
    if (way === 'others') return this.offer(JSON.stringify(scene), still, true);
    save(new Blob([JSON.stringify(scene, null, 1)], { type: 'application/json' }), 'scene.json');
    toast(t('scene.saved'));
  }

  // look shows what a file would change.
  async look(file) {
    $('scene-file').value = '';
    if (!file) return;
    const still = stays();
    try {
      await this.offer(await read(file), still);
    } catch (e) {
      toast([t('scene.bad'), e instanceof SyntaxError ? '' : e.message].join(' ').trim(), true);
    }
  }

  // offer shows what a scene would change, here and on others; on all of them if that is wanted.
  async offer(text, still, all = false) {
    Object.assign(this, { text, scene: JSON.parse(text), added: new Set() }); // added are the programs that are to be added
    this.changes = await this.preview();
    if (!still()) return;
    offerScene($('scene-also'), all);
    this.show(this.changes);
  }

  post(query = {}) {
    const all = new URLSearchParams([...Object.entries(query), ...[...this.added].map((app) => ['add', app])]);
    return call('POST', '/live/scene?' + all, new Blob([this.text], { type: 'application/json' }));
  }

  async preview() { return (await this.post({ try: true })).success.data; }

  show(changes) {
    this.tell(changes);
    $('scene-programs').replaceChildren(...this.programs(changes.programs ?? []));
    $('scene').showModal();
    this.turn();
  }

  // tell says what changes.
  tell(changes) {
    this.changes = changes;
    const lines = this.lines(changes), something = changes.order || changes.look.length || changes.icons.length || changes.apps.some((a) => a.change !== 'left');
    $('scene-changes').replaceChildren(...lines.map((text) => make('li', { textContent: text })));
    $('scene-use').disabled = !something && !anyChosen($('scene-also'));
    write($('scene-note'), lines.length ? '' : t('scene.same'));
  }

  // programs are the apps by others that the scene has and the device has not, each with what it may do and a switch.
  programs(all) {
    const fresh = all.filter((p) => p.state === 'new'), gone = all.filter((p) => p.state === 'unknown');
    return [...(fresh.length ? [make('h3', { textContent: t('scene.programs') }), make('p', { className: 'note', textContent: t('scene.programs-note') })] : []),
      ...fresh.map((p) => this.program(p)), ...gone.map((p) => make('p', { className: 'note', textContent: t('scene.unknown', { app: p.title }) }))];
  }

  program(p) {
    const add = make('input', { type: 'checkbox', ariaLabel: t('scene.add', { app: p.title }) });
    add.setAttribute('role', 'switch');
    add.onchange = () => this.add(p.app, add.checked);
    const notes = [p.name !== p.app && t('scene.renamed', { name: p.name }), p.other && t('scene.version')].filter(Boolean);
    return make('section', { className: 'program' }, make('h4', { textContent: p.title }),
      make('p', { className: 'note', textContent: [p.author ? t('scene.by', { author: p.author }) : t('scene.by-sender'), t('scene.new')].join(' · ') }),
      ...sentences(p.hosts.map((host) => ({ host }))), ...notes.map((textContent) => make('p', { textContent })),
      make('label', { className: 'switch' }, add, ' ' + t('community.add')));
  }

  // add says that a program comes with the scene, or that it does not.
  async add(app, yes) {
    this.added[yes ? 'add' : 'delete'](app);
    try {
      this.tell(await this.preview());
    } catch (e) {
      write($('scene-note'), e.message, true);
    }
  }

  // lines say what changes, one thing each.
  lines({ apps, order, look, icons }) {
    const shows = (a) => a.fields.includes('visible') && this.scene.apps.some((s) => s.package === a.package && s.visible !== false);
    const all = apps.map((a) => t('scene.' + (shows(a) ? 'shown' : a.change), { app: this.apps.title({ ...a, widget: '' }) || a.package }));
    if (order) all.push(t('scene.order'));
    if (look.length) all.push(t('scene.look'));
    if (icons.length) all.push(t('scene.icons', { count: icons.length }));
    return all;
  }

  // turn shows the pictures of the apps that would show, one after the other.
  async turn() {
    const shown = this.scene.apps.filter((a) => a.visible !== false).slice(0, 12);
    const pictures = [];
    let at = 0;
    const next = () => {
      if (!pictures.length) return;
      const { src, title } = pictures[at++ % pictures.length];
      $('scene-picture').src = src;
      write($('scene-title'), title);
    };
    clearInterval(this.turning);
    $('scene-picture').removeAttribute('src');
    write($('scene-title'), '');
    this.turning = setInterval(next, dwell);
    const mine = this.turning;
    for (const a of shown) {
      const src = await this.picture(a).then((picture) => still(URL.createObjectURL(picture))).catch(() => '');
      if (mine !== this.turning || !$('scene').open) return;
      if (!src) continue;
      pictures.push({ src, title: this.apps.title({ ...a, widget: '' }) });
      if (pictures.length === 1) next();
    }
  }

  // picture is one of an app in the look of the scene: the face of a clock, else a sample.
  picture(a) {
    const { settings = {} } = a, look = this.scene.look || {};
    if (a.package === clock && /^[a-z0-9_-]+$/.test(settings.face || '')) {
      return ask('GET', `/live/apps/catalogue/${clock}/face/${settings.face}.gif`);
    }
    const icon = this.scene.icons?.find((i) => i.name === settings.icon)?.data || settings.icon;
    const frame = { text: a.title || '·', ...samples[a.package], ...(icon && { icon }), color: settings.color || look.text_color };
    if (look.background && look.background !== 'none') frame.background = look.background;
    if (look.overlay && look.overlay !== 'none') frame.overlay = look.overlay;
    if (look.text_effect && look.text_effect !== 'plain') frame.effect = look.text_effect;
    return ask('POST', '/live/preview', { model: { frames: [frame] } });
  }

  async use() {
    const close = closer($('scene'));
    $('scene-use').disabled = true;
    try {
      await this.post();
      close();
      toast(t('scene.taken'));
      this.changed();
      await sendScene($('scene-also'), this.text);
    } catch (e) {
      write($('scene-note'), e.message, true);
    }
    $('scene-use').disabled = false;
  }
}

// read gives the text of a file that is small enough.
async function read(file) {
  if (file.size > most) throw new Error();
  return file.text();
}
