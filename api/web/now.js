// SPDX-License-Identifier: Apache-2.0

// The place Now: what is on and what comes next, when it rings, who has sent something,
// what waits, and whether all is well.

import { senderOf } from './agents.js';
import { clockApp, ring } from './alarms.js';
import { dayOf, timeOf } from './byhand.js';
import { because, mender } from './mend.js';
import { nightSaid } from './stage.js';
import { $, write } from './ui.js';
import { locale, t } from './words.js';

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const minute = 60_000, hour = 60 * minute, day = 24 * hour; // ms

// ago is how long something is past, in the coarsest unit that says it.
function ago(at) {
  const ms = Date.now() - new Date(at);
  if (ms < minute) return relative.format(0, 'second');
  const [unit, size] = ms < hour ? ['minute', minute] : ms < day ? ['hour', hour] : ['day', day];
  return relative.format(-Math.floor(ms / size), unit);
}

// Now shows what it is told; mended is called when a button here has ended what held
// messages back.
export class Now {
  constructor(mended) { this.mended = mended; }

  // status is what the device does, which it says each second.
  status(s) {
    Object.assign(this, { showing: s.showing, night: s.night });
    this.shown();
    write($('last-who'), s.sender ? senderOf(s.sender.client) : t('now.nobody'));
    write($('last-when'), s.sender ? ago(s.sender.at) : t('now.since'));
    const { waiting, held, reason } = s.queue;
    $('waits').hidden = !waiting;
    write($('waits-count'), String(waiting));
    write($('waits-why'), held ? because(reason) : '');
    if ($('waits-mend').dataset.reason !== (held ? reason : '')) {
      $('waits-mend').dataset.reason = held ? reason : '';
      $('waits-mend').replaceChildren(...[held && mender(reason, this.mended)].filter(Boolean));
    }
  }

  // apps is the list of what the device shows in its mode; text is that of the notification
  // that is visible, waiting that of the next.
  apps(apps, mode, text, waiting) {
    Object.assign(this, { list: apps.list, title: (w) => apps.title(w), mode, text, waiting });
    this.shown();
    const next = ring(this.list.filter((w) => w.package === clockApp));
    write($('alarm-at'), next ? timeOf(next) : t('now.no-alarm'));
    write($('alarm-day'), next ? dayOf(next) : t('now.set-alarm'));
  }

  // shown tells what is on, in whatever order it is learnt.
  shown() {
    if (!this.showing || !this.list) return;
    const { kind, widget } = this.showing, w = this.list.find((x) => x.widget === widget);
    write($('on-what'), kind === 'notification' && this.text ? this.text : w ? this.title(w) : t('now.kind.' + kind));
    const said = {
      notification: () => [this.raiser(), this.after()],
      widget: () => [w?.says, this.next(w)],
      screensaver: () => [this.night ? nightSaid(this.night) : t('now.kind.screensaver')],
    };
    write($('on-next'), (said[kind]?.() ?? []).filter(Boolean).join(' · '));
  }

  // raiser is the app that has a message shown, as an alarm or an agent that waits; '' = a program sent it.
  raiser() {
    const w = this.showing.package && this.list.find((x) => x.package === this.showing.package);
    return w ? this.title(w) : '';
  }

  // after is what comes after a message: the next, or the app beneath it.
  after() {
    const w = this.list.find((x) => x.widget === this.showing.beneath), title = this.waiting || (w && this.title(w));
    return title ? t('now.next', { title }) : '';
  }

  // next is the app that comes after w, if the device changes by turns.
  next(w) {
    const turn = this.list.filter((x) => x.visible), after = turn[(turn.indexOf(w) + 1) % turn.length];
    if (!w || !after) return '';
    if (this.mode === 'schedule') return t('now.plan');
    if (this.mode !== 'auto') return t('now.stays');
    return after === w ? t('now.only') : t('now.next', { title: this.title(after) });
  }
}

// well says under Now how many things have failed or are degraded, and leads to what they are.
export function well(bad) {
  $('well').onclick ??= () => { document.querySelector('[data-view=doctor]').open = true; };
  write($('well'), bad ? t('now.ill', { count: bad }) : t('now.well'));
  $('well').dataset.level = bad ? 'degraded' : 'ok';
  document.querySelector('[data-view=doctor] > summary').dataset.value = $('well').textContent;
}
