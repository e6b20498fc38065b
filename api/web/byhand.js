// SPDX-License-Identifier: Apache-2.0

// What the settings of everyday apps show first, made by hand: the timer's minutes as
// buttons, and when the next alarm rings.

import { clockApp, ring } from './alarms.js';
import { call } from './device.js';
import { seconds } from './durations.js';
import { make, toast, write } from './ui.js';
import { locale, number, t } from './words.js';

export const timerApp = 'com.lametric.countdown';
const minutes = [1, 5, 10, 25];
const most = 24 * 60 * 60; // s, of a timer

const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

// dayOf is the day of a ring, as people say it.
export const dayOf = (next) => (next.days < 2 ? relative.format(next.days, 'day') : weekday.format(next.at));

// timeOf is its time of day.
export const timeOf = (next) => clock.format(next.at);

// timer starts the countdown of a widget; done is called once it runs.
function timer(w, done) {
  const act = (id, params) => call('POST', `/api/v2/device/apps/${w.package}/widgets/${w.widget}/actions`, { id, params, activate: true });
  const start = (duration) => act('countdown.configure', { duration, start_now: true })
    .then(() => { toast(t('timer.runs')); done(); }, (e) => toast(e.message, true));
  const note = make('p', { className: 'note', id: 'timer-note' });
  const own = make('input', { name: 'timer', placeholder: '1:30', autocomplete: 'off', inputMode: 'text', ariaLabel: t('timer.own') });
  own.setAttribute('aria-describedby', note.id);
  const begin = () => {
    const wanted = seconds(own.value), wrong = !(wanted > 0 && wanted <= most);
    own.setAttribute('aria-invalid', wrong);
    write(note, wrong ? t('timer.wrong') : '', wrong);
    if (!wrong) start(wanted);
  };
  own.onkeydown = (e) => {
    if (e.key !== 'Enter') return;
    e.preventDefault(); // it would save the form
    begin();
  };
  const presets = minutes.map((m) => make('button', { type: 'button', textContent: number(m, { style: 'unit', unit: 'minute', unitDisplay: 'short' }), onclick: () => start(60 * m) }));
  return make('fieldset', { className: 'group timer' }, make('legend', { textContent: t('timer.title') }),
    make('div', { className: 'presets' }, ...presets),
    make('div', { className: 'joined' }, own, make('button', { type: 'button', textContent: t('timer.start'), onclick: begin })), note);
}

// rings says when the next alarm of a clock rings.
function rings(w) {
  const next = ring([w]), set = w.settings.alarms?.some((a) => a.enabled !== false);
  return make('p', { className: 'lead', textContent: next ? t('alarm.next', { day: dayOf(next), time: timeOf(next) }) : set ? '' : t('alarm.none') });
}

// first is what an app's settings begin with, [] for most; done closes the dialog.
export function first(w, done) {
  if (w.package === timerApp) return [timer(w, done)];
  return w.package === clockApp ? [rings(w)] : [];
}

// result is when a clock or a timer rings next, which its tile tells beside a bell.
export function result(w) {
  const next = ring([w]);
  return next ? `${timeOf(next)} ${dayOf(next)}` : '';
}
