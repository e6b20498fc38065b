// SPDX-License-Identifier: Apache-2.0

// Updates: what is installed, what is available, and how an installation goes
// (/live/update). A device without an updater shows nothing.

import { call } from './device.js';
import { load } from './load.js';
import { $, toast, write } from './ui.js';
import { again } from './watch.js';
import { locale, percent, t } from './words.js';

const busyIn = ['checking', 'requested', 'downloading', 'installing', 'trial'];
const every = 60_000, soon = 2000; // ms between two questions, and while something happens

const when = (at) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));

// worded is an error in the reader's language, whose words come when there is one.
const worded = async (error) => (error ? load('findings').then(({ fault }) => fault(error), () => error) : '');

export class Update {
  constructor() {
    for (const action of ['check', 'install', 'defer', 'back', 'settings']) $('update-' + action).onclick = () => this.do(action);
    $('update-enabled').onchange = (e) => this.switch({ enabled: e.target.checked });
    $('update-channel').onchange = (e) => this.switch({ channel: e.target.value });
  }

  // load shows what the device says, and looks again by itself.
  async load() {
    this.rests?.();
    const u = await call('GET', '/live/update').catch(() => null);
    $('update').hidden = !u;
    if (u) this.show(u, await worded(u.error));
    const busy = u && busyIn.includes(u.state);
    this.later(busy ? soon : every);
  }

  // later looks again after ms, as long as the page is looked at.
  later(ms = every) {
    this.rests?.();
    this.rests = again(() => (document.hidden || $('main').hidden ? this.later() : this.load()), ms);
  }

  show(u, why) {
    const offered = u.available && !u.deferred;
    write($('update-installed'), t('update.installed', { version: u.installed, channel: u.channel === 'stable' ? t('update.stable').toLocaleLowerCase() : u.channel }));
    write($('update-available'), u.available ? t('update.available', { version: u.available }) : u.checked ? t('update.none', { when: when(u.checked) }) : '');
    write($('update-deferred'), u.deferred ? t('update.deferred', { when: when(u.deferred) }) : '');
    write($('update-notes'), u.available ? u.notes : '');
    const byHand = u.state === 'rolled back' && u.error === 'by hand'; // update.ByHand: nothing has failed
    write($('update-error'), byHand ? '' : why, true);
    write($('update-state'), u.state === 'idle' ? '' : t('phase.' + (byHand ? 'back' : u.state)));
    const busy = busyIn.includes(u.state);
    $('update-progress').hidden = !busy || !u.progress;
    $('update-progress').value = u.progress;
    $('update-progress').textContent = percent(u.progress);
    $('update-install').hidden = !offered || busy || u.kind === 'none';
    $('update-defer').hidden = !offered || busy;
    $('update-back').hidden = !u.previous || (busy && u.state !== 'trial') || u.kind === 'none';
    write($('update-back'), t('update.back', { version: u.previous || '' }));
    write($('update-chosen'), u.settings ? t('update.settings.' + u.settings) : '');
    $('update-settings').hidden = !u.settings || busy;
    write($('update-settings'), u.settings ? t('update.settings.to.' + (u.settings === 'left' ? 'before' : 'left')) : '');
    $('update-enabled').checked = u.enabled;
    write($('update-means'), u.kind === 'none' ? t('update.means') : '');
    $('update-channel').value = u.channel;
    $('update-channels').hidden = !u.enabled;
    $('update-check').hidden = !u.enabled;
    $('update-check').disabled = busy;
  }

  do(action) {
    return this.ask('POST', { action });
  }

  switch(want) {
    return this.ask('PUT', want);
  }

  async ask(method, body) {
    await call(method, '/live/update', body).catch((e) => toast(e.message, true));
    this.load();
  }
}
