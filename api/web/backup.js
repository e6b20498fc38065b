// SPDX-License-Identifier: Apache-2.0

// Backups: everything that was set up in one file, and back from it.

import { call } from './device.js';
import { $, toast, write } from './ui.js';
import { t } from './words.js';

// What can be wrong with a file, as the device says it and in the reader's words.
const faults = [
  [/the file is not a backup/, 'backup.bad'], [/the passphrase is wrong/, 'backup.wrong-phrase'],
  [/a passphrase is needed/, 'backup.needs-phrase'], [/10 to 200 characters/, 'backup.short'], [/the backup has format/, 'backup.newer'],
];
const plain = (message) => { const known = faults.find(([pattern]) => pattern.test(message)); return known ? t(known[1]) : message.replace(/^backup: /, ''); };

export class Backup {
  constructor(changed) {
    this.changed = changed; // is called when the device may be another one
    $('backup-close').onclick = () => $('backup').close();
    $('backup-keys').onchange = () => this.options();
    $('backup-make').onclick = () => this.run($('backup-make'), () => this.make());
    $('backup-file').onchange = () => this.run($('backup-restore'), () => this.restore($('backup-file').files[0]));
    $('backup-restore').onclick = () => $('backup-file').click();
    for (const choice of ['drop', 'keep']) {
      $('backup-' + choice).onclick = () => this.run($('backup-' + choice), () => this.restore(this.file, choice));
    }
    this.options();
  }

  open() {
    this.say('');
    $('backup-revoked').hidden = true;
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

  ask(method, body, revoked = '') {
    const query = new URLSearchParams({ keys: $('backup-keys').checked, identity: $('backup-identity').checked });
    if (revoked) query.set('revoked', revoked);
    return call(method, '/live/backup?' + query, body, undefined, { 'X-Passphrase': encodeURIComponent($('backup-phrase').value) });
  }

  async make() {
    const file = await this.ask('GET');
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = `ledpost-${new Date().toISOString().slice(0, 10)}${$('backup-phrase').value ? '.backup' : '.zip'}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    this.say(t('backup.made'));
  }

  // restore asks first what becomes of keys that were taken back since, if there are any.
  async restore(file, revoked) {
    if (!file) return;
    this.file = file;
    $('backup-file').value = '';
    $('backup-revoked').hidden = true;
    try {
      await this.ask('POST', new Blob([file], { type: 'application/octet-stream' }), revoked);
    } catch (e) {
      if (!e.data?.revoked || revoked) throw e;
      const names = e.data.revoked.map((name) => name || t('backup.own')).join(', ');
      this.say(t('backup.revoked', { names }), true);
      $('backup-revoked').hidden = false;
      $('backup-drop').focus();
      return;
    }
    $('backup').close();
    toast(t('backup.restored'));
    this.changed();
  }
}
