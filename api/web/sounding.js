// SPDX-License-Identifier: Apache-2.0

// What plays can be stopped from every place: an alarm, a sound, the radio, and a timer,
// also while it runs.

import { ring } from './alarms.js';
import { timerApp } from './byhand.js';
import { call } from './device.js';
import { written } from './durations.js';
import { $, above, toast, write } from './ui.js';
import { t } from './words.js';

const radio = 'com.lametric.radio';
const brief = 2000; // ms; what is shorter has ended before one reads of it

// bare is where an address leads, which is all that the device tells of what plays.
const bare = (address = '') => address.replace(/^([a-z]+:\/\/)(?:[^/?#]*@)?([^/?#]*).*$/i, '$1$2');

// left is how long a timer still runs.
const left = (w) => written(Math.max(0, Math.ceil(ring([w]).wait / 1000)));

// Sounding is a strip above the lower edge, at the top of a dialog, or below the panel that fills
// the screen. apps has the list of widgets.
export class Sounding {
  constructor(apps) {
    this.apps = apps;
    $('sounding-stop').onclick = () => this.stop();
    for (const event of ['focusin', 'close', 'fullscreenchange']) document.addEventListener(event, () => this.place(), true); // a dialog that opens takes the focus
  }

  // status is what the device does, which it says each second.
  status({ playing, showing }) {
    this.showing = showing;
    if (!playing || playing.id !== this.id) this.since = Date.now();
    this.id = playing?.id;
    const heard = playing && Date.now() - this.since >= brief;
    this.timer = !heard && this.apps.list.find((w) => w.package === timerApp && w.rings);
    $('sounding').hidden = !heard && !this.timer;
    this.place();
    if (this.timer) write($('sounding-what'), `${this.apps.title(this.timer)} · ${left(this.timer)}`);
    if (heard) write($('sounding-what'), playing.title || t(this.rings() ? 'sounding.rings' : 'sounding.plays'));
  }

  // place puts the strip at the top of the dialog that is open, if one is: its own buttons are
  // below. A panel that fills the screen has the strip below itself.
  place() {
    const strip = $('sounding'), home = strip.hidden ? document.body : above();
    if (strip.parentElement !== home) home[home.localName === 'dialog' ? 'prepend' : 'append'](strip);
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
