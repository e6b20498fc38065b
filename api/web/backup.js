// SPDX-License-Identifier: Apache-2.0

// Backups: everything that was set up in one file, and back from it.

import { call } from './device.js';
import { stays } from './places.js';
import { expect } from './trial.js';
import { $, closer, make, toast, write } from './ui.js';
import { language, t } from './words.js';

// What can be wrong with a file, as the device says it and in the reader's words.
const faults = [
  [/the file is not a backup/, 'backup.bad'], [/the passphrase is wrong/, 'backup.wrong-phrase'],
  [/a passphrase is needed/, 'backup.needs-phrase'], [/10 to 200 characters/, 'backup.short'], [/the backup has format/, 'backup.newer'],
];
const plain = (message) => { const known = faults.find(([pattern]) => pattern.test(message)); return known ? t(known[1]) : message.replace(/^backup: /, ''); };

// some are names in a sentence: the first ones, and how many more there are.
const most = 8;
const some = (names) => {
  const rest = names.length - most;
  const all = rest > 0 ? [...names.slice(0, most), t('backup.more', { count: rest })] : names;
  return all.length ? new Intl.ListFormat(language, { type: 'unit' }).format(all) : t('backup.none');
};

export class Backup {
  // apps is the list of widgets; changed is called when the device may be another one.
  constructor(apps, changed) {
    Object.assign(this, { apps, changed });
    $('backup-close').onclick = () => $('backup').close();
    $('backup-keys').onchange = () => this.options();
    $('backup-make').onclick = () => this.run($('backup-make'), () => this.make());
    $('backup-file').onchange = () => this.run($('backup-restore'), () => this.look($('backup-file').files[0]));
    $('backup-cancel').onclick = () => this.ask(null);
    $('backup-use').onclick = () => this.run($('backup-use'), () => this.restore());
    $('backup-restore').onclick = () => $('backup-file').click();
    for (const choice of ['drop', 'keep']) {
      $('backup-' + choice).onclick = () => this.run($('backup-' + choice), () => this.restore(choice));
    }
    this.options();
  }

  open(still) {
    if (!still()) return;
    this.say('');
    this.ask(null);
    $('backup').showModal();
  }

  // options: the identity goes with the keys only.
  options() {
    const keys = $('backup-keys').checked;
    $('backup-identity').disabled = !keys;
    if (!keys) $('backup-identity').checked = false;
  }

  say(text, bad = false) { write($('backup-note'), text, bad); }

  async run(button, act) {
    button.disabled = true;
    this.say('');
    try {
      await act();
    } catch (e) {
      this.say(plain(e.message), true);
    }
    button.disabled = false;
  }

  send(method, file, revoked = '', path = '/live/backup') {
    const query = new URLSearchParams({ keys: $('backup-keys').checked, identity: $('backup-identity').checked });
    if (revoked) query.set('revoked', revoked);
    const body = file && new Blob([file], { type: 'application/octet-stream' });
    return call(method, `${path}?${query}`, body, undefined, { 'X-Passphrase': encodeURIComponent($('backup-phrase').value) });
  }

  async make() {
    const file = await this.send('GET');
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = `ledpost-${new Date().toISOString().slice(0, 10)}${$('backup-phrase').value ? '.backup' : '.zip'}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    this.say(t('backup.made'));
  }

  // look shows what a file would replace. Nothing changes before a press.
  async look(file) {
    if (!file) return;
    const still = stays();
    $('backup-file').value = '';
    this.ask(null);
    const preview = await this.send('POST', file, '', '/live/backup/preview');
    this.file = file;
    this.ask(preview, still());
  }

  // ask asks whether to restore; null = it asks nothing. Keys that were revoked since have two
  // answers. still tells that who gave the file waits for the question.
  ask(preview, still = true) {
    const revoked = preview?.revoked;
    $('backup-preview').hidden = !preview;
    $('backup-options').hidden = Boolean(preview);
    $('backup-revoked').hidden = !revoked;
    $('backup-sure').hidden = !preview || Boolean(revoked);
    $('backup-ends').hidden = Boolean(preview);
    if (!preview) return;
    $('backup-changes').replaceChildren(...this.lines(preview).map((text) => make('li', { textContent: text })));
    if (revoked) this.say(t('backup.revoked', { names: revoked.map((name) => name || t('backup.own')).join(', ') }), true);
    if (still) $(revoked ? 'backup-drop' : 'backup-use').focus();
  }

  // lines say what is replaced, one thing each.
  lines({ made, version, name, apps, settings = [], config = [], icons, scripts = {}, hosts = {}, keys, own, identity }) {
    const titles = (all) => (all ? `${all.length} (${some(all.map((a) => this.apps.title({ ...a, widget: '' }) || a.package))})` : t('backup.first'));
    const lines = [t('backup.of', { when: new Date(made).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' }), version })];
    if (name.now !== name.next) lines.push(t('backup.name', name));
    if (titles(apps.now) !== titles(apps.next)) lines.push(t('backup.apps', { names: titles(apps.now), then: titles(apps.next) }));
    if (settings.length) lines.push(t('backup.settings', { count: settings.length }));
    if (config.length) lines.push(t('backup.config', { names: some(config) }));
    if (icons.replaced) lines.push(t('backup.replaced', { count: icons.replaced.length, names: some(icons.replaced) }));
    if (scripts.replaced) lines.push(t('backup.replacedApps', { count: scripts.replaced.length, names: some(scripts.replaced) }));
    if (scripts.added) lines.push(t('backup.addedApps', { count: scripts.added.length, names: some(scripts.added) }));
    for (const [app, all] of Object.entries(hosts)) {
      const names = { app: app.replace(/^gallery\//, ''), hosts: some(all) };
      lines.push(all.length ? t('backup.program', names) : t('backup.program-asks', names));
    }
    if (icons.added) lines.push(t('backup.added', { count: icons.added.length, names: some(icons.added) }));
    if (keys) lines.push(t('backup.names', { names: some(keys.now || []), then: some(keys.next || []) }));
    if (own) lines.push(t('backup.key'));
    if (identity) lines.push(t('backup.serial'));
    return lines;
  }

  // restore sends the file. The device then starts again: if it can be reached with a key of
  // this browser, the page keeps what is on trial.
  async restore(revoked) {
    const close = closer($('backup'));
    const { trial } = await this.send('POST', this.file, revoked);
    if (trial) expect();
    close();
    toast(t('backup.restored'));
    this.changed();
  }
}
