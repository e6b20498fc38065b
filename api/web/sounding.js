// SPDX-License-Identifier: Apache-2.0

// What plays can be stopped from every place: an alarm, a timer, a sound, the radio.

import { call } from './device.js';
import { $, toast, write } from './ui.js';
import { t } from './words.js';

const radio = 'com.lametric.radio';
const brief = 2000; // ms; what is shorter has ended before one reads of it

// Sounding is a strip above the lower edge. apps gives the list of widgets.
export class Sounding {
  constructor(apps) {
    this.apps = apps;
    $('sounding-stop').onclick = () => this.stop();
  }

  // status is what the device does, which it says each second.
  status({ playing, showing }) {
    this.showing = showing;
    if (!playing || playing.id !== this.id) this.since = Date.now();
    this.id = playing?.id;
    $('sounding').hidden = !playing || Date.now() - this.since < brief;
    if (playing) write($('sounding-what'), playing.title || (showing.kind === 'notification' ? t('sounding.rings') : t('sounding.plays')));
  }

  // stop dismisses what rings, or else stops the radio.
  async stop() {
    const w = this.apps().find((x) => x.package === radio);
    try {
      if (this.showing.kind === 'notification' || !w) await call('POST', '/live/buttons/action');
      else await call('POST', `/api/v2/device/apps/${w.package}/widgets/${w.widget}/actions`, { id: 'radio.stop' });
    } catch (e) {
      toast(e.message, true);
    }
  }
}
