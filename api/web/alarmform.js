// SPDX-License-Identifier: Apache-2.0

// The parts of an alarm's form: its line in the list, the switch beside it, its sound.

import { builtIn, playHere, soundName } from './sound.js';
import { make, toast } from './ui.js';
import { dayName, days } from './week.js';
import { locale, t, told } from './words.js';

const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
const hear = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2 6v4h3l4 3V3L5 6zm9-1c2 1 2 5 0 6z"/></svg>';

// fresh is an alarm that is added: a time to begin with.
export const fresh = { time: '07:00' };

// daysOf says on which days an alarm rings, none meaning once.
function daysOf(names = []) {
  const on = days.map((d) => names.includes(d)), first = on.indexOf(true), last = on.lastIndexOf(true);
  if (first < 0) return t('alarm.once');
  if (on.every(Boolean)) return t('alarm.daily');
  const row = last - first > 1 && on.slice(first, last + 1).every(Boolean);
  return row ? `${dayName(first)}–${dayName(last)}` : on.flatMap((is, i) => (is ? [dayName(i)] : [])).join(' ');
}

// line is what a closed alarm shows: its time and its days.
export const line = ({ time, days: names } = {}) => [
  make('b', { textContent: time ? clock.format(Date.UTC(2024, 0, 1, ...time.split(':'))) : '–' }), ' ', make('span', { textContent: daysOf(names) })];

// switched puts the switch of an alarm beside its line, where one press turns it off.
export function switched(item, on, title) {
  const both = make('div', { className: 'switched' }, item, make('label', { className: 'switch', title }, on.control, make('span', { className: 'hush', textContent: title })));
  on.control.removeAttribute('aria-describedby'); // its note goes with the row
  on.element.remove();
  const dim = () => both.classList.toggle('off', !on.control.checked);
  on.control.addEventListener('change', dim);
  dim();
  return both;
}

// alarmName is that of a built-in alarm, in the reader's words; undefined if it is none.
export const alarmName = (id) => (builtIn.alarms.includes(id) ? soundName(id) : undefined);

// sounds is a list of what can wake, with a button to hear it and a field for an address.
export function sounds(schema, value) {
  const address = value && value !== 'radio' && !alarmName(value);
  const list = make('select', {}, new Option(t('form.usual-value', { value: soundName(schema.default) }), ''),
    ...builtIn.alarms.filter((id) => id !== schema.default).map((id) => new Option(soundName(id), id)),
    new Option(told('app.com.lametric.radio', 'Radio'), 'radio'), new Option(t('sound.address'), 'url'));
  const url = make('input', { type: 'url', value: address ? value : '', placeholder: 'https://', ariaLabel: t('sound.address'), maxLength: schema.maxLength || 2048 });
  const play = make('button', { type: 'button', className: 'quiet', title: t('send.hear'), ariaLabel: t('send.hear-sound'), innerHTML: hear });
  const show = () => { url.hidden = list.value !== 'url'; play.disabled = ['radio', 'url'].includes(list.value); };
  list.value = address ? 'url' : value === schema.default ? '' : value || '';
  list.onchange = show;
  play.onclick = () => playHere('alarms', list.value || schema.default).catch((e) => toast(e.message, true));
  show();
  return { list, play, url, value: () => (list.value === 'url' ? url.value || undefined : list.value || undefined) };
}
