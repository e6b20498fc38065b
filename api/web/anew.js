// SPDX-License-Identifier: Apache-2.0

// The factory reset: the device as new.

import { call } from './device.js';
import { $, closer, toast, write } from './ui.js';
import { t } from './words.js';

export class Anew {
  // gone is called when the device has forgotten the key of this page.
  constructor(gone) {
    $('anew-cancel').onclick = () => $('anew').close();
    $('anew-erase').onclick = () => this.erase(gone);
  }

  open(still) {
    if (!still()) return;
    write($('anew-note'), '');
    $('anew').showModal();
  }

  async erase(gone) {
    const close = closer($('anew'));
    $('anew-erase').disabled = true;
    try {
      const { serial_number: serial } = await call('GET', '/api/v2/device?fields=serial_number');
      await call('POST', '/live/reset', { serial });
      close();
      toast(t('anew.begun'));
      gone();
    } catch (e) {
      write($('anew-note'), e.message, true);
    }
    $('anew-erase').disabled = false;
  }
}
