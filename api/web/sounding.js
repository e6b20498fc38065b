// SPDX-License-Identifier: Apache-2.0

// What plays can be stopped from every place: an alarm, a sound, the radio, and a timer,
// also while it runs.

import { ring } from './alarms.js';
import { timeOf, timerApp } from './byhand.js';
import { call } from './device.js';
import { $, toast, write } from './ui.js';
import { t } from './words.js';

const radio = 'com.lametric.radio';
const brief = 2000; // ms; what is shorter has ended before one reads of it

// bare is an address without user, query and fragment, as the device tells what plays.
const bare = (address = '') => address.replace(/^([a-z]+:\/\/)[^/?#]*@|[?#].*/gi, '$1');

// Sounding is a strip above the lower edge. apps has the list of widgets.
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
    this.timer = !playing && this.apps.list.find((w) => w.package === timerApp && w.rings);
    $('sounding').hidden = playing ? Date.now() - this.since < brief : !this.timer;
    if (this.timer) write($('sounding-what'), `${this.apps.title(this.timer)} · ${timeOf(ring([this.timer]))}`);
    if (playing) write($('sounding-what'), playing.title || t(this.rings() ? 'sounding.rings' : 'sounding.plays'));
  }

  // rings says whether what shows is what sounds: an alarm, a timer, or a message that is
  // louder than the radio.
  rings() {
    const { kind, package: alert } = this.showing;
    const radio = this.radios().some((w) => w.settings.stations?.some((s) => bare(s.url) === bare(this.id)));
    return kind === 'notification' && (!!alert || !radio);
  }

  radios() { return this.apps.list.filter((w) => w.package === radio); }

  // stop dismisses what rings, ends the timer that runs, or else stops the radio: any widget of
  // it stops the station that plays, whichever has begun it.
  async stop() {
    const w = this.timer || this.radios()[0];
    try {
      if (!this.timer && this.rings()) await call('POST', '/live/buttons/action');
      else if (w) await call('POST', `/api/v2/device/apps/${w.package}/widgets/${w.widget}/actions`, { id: this.timer ? 'countdown.reset' : 'radio.stop' });
    } catch (e) {
      toast(e.message, true);
    }
  }
}
