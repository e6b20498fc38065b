// SPDX-License-Identifier: Apache-2.0

// The region: in which language the panel speaks, and how it writes hours, weeks, degrees and
// dates (GET and PUT /live/region). The welcome, the set-up and the place Look share the controls.

import { call } from './device.js';
import { $, make, toast } from './ui.js';
import { language, languages, locale, number, t } from './words.js';

const path = '/live/region';
const monday = new Date(Date.UTC(2024, 0, 1)), last = new Date(Date.UTC(2024, 11, 31));
const said = (options, date) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(date);

// names gives what people call each value of a part.
const names = {
  language: () => Object.entries(languages),
  hours: () => [24, 12].map((h) => [h, number(h, { style: 'unit', unit: 'hour', unitDisplay: 'long' })]),
  first_day: () => [['mon', monday], ['sun', new Date(monday - 864e5)]].map(([v, at]) => [v, said({ weekday: 'long' }, at)]),
  temperature: () => [['C', '°C'], ['F', '°F']],
  date: () => ['dmy', 'mdy', 'ymd'].map((v) => {
    const parts = { d: said({ day: 'numeric' }, last), m: said({ month: 'short' }, last), y: said({ year: 'numeric' }, last) };
    return [v, [...v].map((p) => parts[p]).join(' ')];
  }),
};

// ofBrowser is how the people write whose browser this is.
export function ofBrowser() {
  const own = new Intl.Locale(navigator.languages[0] || locale).maximize();
  const order = new Intl.DateTimeFormat(own).formatToParts(last).map((p) => ({ day: 'd', month: 'm', year: 'y' })[p.type] ?? '').join('');
  const first = (own.getWeekInfo?.() ?? own.weekInfo)?.firstDay;
  return {
    language,
    hours: new Intl.DateTimeFormat(own, { hour: 'numeric' }).resolvedOptions().hour12 ? 12 : 24,
    first_day: first === 7 ? 'sun' : 'mon',
    temperature: ['US', 'LR', 'BS', 'BZ', 'KY', 'PW'].includes(own.region) ? 'F' : 'C',
    date: order in { dmy: 1, mdy: 1, ymd: 1 } ? order : 'dmy',
  };
}

// controls are a list of choices for each of the parts, filled with those of a region.
export const controls = (region, parts = Object.keys(names)) => parts.map((part) => {
  const control = make('select', { name: 'region-' + part }, ...names[part]().map(([value, text]) => new Option(text, value)));
  control.value = region[part];
  return { part, control, element: make('label', {}, make('span', { textContent: t('region.' + part) }), ' ', control) };
});

// regionOf is what the controls say.
export const regionOf = (all) => Object.fromEntries(all.map(({ part, control }) => [part, part === 'hours' ? +control.value : control.value]));

// getRegion and putRegion ask the device, and tell it.
export const getRegion = () => call('GET', path);
export const putRegion = (region) => call('PUT', path, region);

// Region is the card of the place Look: what is chosen holds at once.
export class Region {
  async load() {
    const region = await getRegion();
    if (!this.all) this.make(region);
    for (const { part, control } of this.all) if (document.activeElement !== control) control.value = region[part];
    $('region').disabled = false;
  }

  make(region) {
    this.all = controls(region);
    for (const one of this.all) {
      one.control.onchange = () => putRegion(regionOf([one])).catch((e) => { toast(e.message, true); this.load().catch(() => {}); });
    }
    const [spoken, hours, first, degrees, date] = this.all.map((c) => c.element), pair = (...two) => make('div', { className: 'pair' }, ...two);
    $('region-body').replaceChildren(pair(spoken, date), pair(hours, first), pair(degrees));
    $('region').parentElement.open = matchMedia('(min-width: 56rem)').matches; // a desk has room for it
  }
}
