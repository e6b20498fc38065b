// SPDX-License-Identifier: Apache-2.0

// Night as a ring of 24 hours, noon above: its ends are dragged or moved by the arrow keys;
// alarms and the sun's course are drawn on it (GET and PUT /live/night).

import { clockApp } from './alarms.js';
import { svg } from './chart.js';
import { call } from './device.js';
import { sunOf } from './sun.js';
import { $, make, toast, write } from './ui.js';
import { hourOfDay, minutesOf, percent, t, timeOfDay } from './words.js';

const day = 1440; // min
const lamps = 96; // of the ring
const radius = 112; // of the ring, in units of the picture, 300 wide
const step = { ArrowRight: 15, ArrowUp: 15, ArrowLeft: -15, ArrowDown: -15, PageUp: 60, PageDown: -60 }; // min
const fine = 5; // min, of dragging
const settle = 500; // ms after the last key until it is kept
const colours = ['#FF0000', '#FF7000', '#FFC070', '#4060FF'];

const timeOf = (minutes) => [Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, '0')).join(':');
const around = (minutes) => ((Math.round(minutes) % day) + day) % day;
const within = (at, from, to) => around(at - from) < around(to - from);

// halved breaks a text at the space nearest to its middle.
function halved(text) {
  const middle = text.length / 2, spaces = [...text.matchAll(/ /g)].map((m) => m.index);
  if (!spaces.length) return [text];
  const at = spaces.reduce((a, b) => (Math.abs(b - middle) < Math.abs(a - middle) ? b : a));
  return [text.slice(0, at), text.slice(at + 1)];
}

// at is the place of a time of the day on a circle, noon above.
const at = (minutes, r) => {
  const angle = (minutes / day) * 2 * Math.PI + Math.PI;
  return [Math.sin(angle) * r, -Math.cos(angle) * r];
};

// arc is the path from one time to another, clockwise.
function arc(from, to, r) {
  const [x, y] = at(from, r), [u, v] = at(to, r);
  return `M${x} ${y}A${r} ${r} 0 ${around(to - from) > day / 2 ? 1 : 0} 1 ${u} ${v}`;
}

export class Night {
  // apps is the list of widgets, settings have the device's distance from UTC.
  constructor(apps, settings) {
    Object.assign(this, { apps, settings });
    for (const radio of $('settings').elements['night-when']) radio.onchange = () => this.put({ when: radio.value });
    $('night-brightness').oninput = (e) => { this.now.brightness = +e.target.value; this.draw(); };
    $('night-brightness').onchange = (e) => this.put({ brightness: +e.target.value });
    $('night-any').onchange = (e) => this.put({ color: e.target.value.toUpperCase() });
    $('night-colors').prepend(...colours.map((color) => {
      const b = make('button', { type: 'button', className: 'swatch', value: color, title: color, ariaLabel: t('compose.color-name', { color }), onclick: () => this.put({ color }) });
      b.style.setProperty('--own', color);
      return b;
    }));
    this.ring = svg('svg', { viewBox: '-150 -150 300 300', role: 'group', 'aria-label': t('night.ring') });
    this.face = svg('g', {});
    this.ends = Object.fromEntries(['from', 'to'].map((end) => [end, this.handle(end)]));
    this.ring.append(svg('circle', { class: 'plate', r: 149 }), this.face, ...Object.values(this.ends));
    $('night-ring').replaceChildren(this.ring);
  }

  // load shows what the device says, unless an end is being moved.
  async load() {
    if (this.moving) return;
    const now = await call('GET', '/live/night');
    if (!this.moving) this.show(now);
  }

  show(now) {
    this.now = now;
    for (const radio of $('settings').elements['night-when']) radio.checked = radio.value === now.when;
    const slider = $('night-brightness');
    if (!slider.matches(':active')) slider.value = now.brightness;
    if (document.activeElement !== $('night-any')) $('night-any').value = now.color.toLowerCase();
    for (const b of $('night-colors').querySelectorAll('button')) b.setAttribute('aria-pressed', b.value === now.color.toUpperCase());
    $('night-now').hidden = !now.active;
    for (const id of ['saver-governed', 'quiet-governed']) $(id).hidden = now.when === 'off';
    $('night').disabled = false; // before, a press would be lost
    this.draw();
  }

  // span is the window in minutes: tonight's, where the device reckons it.
  span() {
    const { when, from, to, tonight } = this.now, w = when === 'sun' && tonight ? tonight : { from, to };
    return { from: minutesOf(w.from), to: minutesOf(w.to) };
  }

  draw() {
    const { when, color, brightness } = this.now, { from, to } = this.span(), sun = this.sun(), rings = this.alarms();
    const lit = 0.55 + 0.45 * brightness / 100, on = when === 'time' || when === 'sun';
    const dots = Array.from({ length: lamps }, (_, i) => {
      const minutes = (i + 0.5) * (day / lamps), [cx, cy] = at(minutes, radius), night = when !== 'dark' && within(minutes, from, to);
      const c = svg('circle', { cx, cy, r: night ? 3.3 : 2.7, class: night ? (on ? 'lit' : 'would') : 'unlit' });
      if (night && on) c.style.cssText = `fill: ${color}; opacity: ${lit}`;
      return c;
    });
    const hours = [0, 6, 12, 18].map((h) => { const [x, y] = at(h * 60, h % 12 ? 86 : 80); return svg('text', { x, y: y + 4, class: `hour at${h}` }, hourOfDay(h)); });
    const course = sun && [svg('path', { class: 'course', d: arc(sun.rise, sun.set, 95) }), ...[sun.rise, sun.set].map((m) => { const [cx, cy] = at(m, 95); return svg('circle', { class: 'horizon', cx, cy, r: 2.5 }); })];
    const bells = rings.map((m) => { const [x, y] = at(m, 133); return svg('path', { class: 'bell', transform: `translate(${x - 8} ${y - 8})`, d: 'M8 1.500q4 0 4 4.500v3l1.500 2.500h-11L4 9V6q0-4.500 4-4.500M6.500 12.500h3q0 2-1.500 2t-1.500-2' }); });
    const shown = around((Date.now() + this.settings.offset) / 60_000), [nx, ny] = at(shown, 95);
    $('night-keys').hidden = when === 'dark'; // which has no ends
    const middle = when === 'dark' ? halved(t('night.while-dark')) : [timeOfDay(from), `– ${timeOfDay(to)}`];
    this.face.replaceChildren(...dots, ...hours, ...(course || []), svg('circle', { class: sun && within(shown, sun.rise, sun.set) ? 'at up' : 'at', cx: nx, cy: ny, r: 6 }, svg('title', {}, t('nav.now'))), ...bells,
      ...middle.map((line, i) => svg('text', { class: when === 'dark' ? 'span small' : on ? 'span' : 'span off', y: middle.length === 1 ? 5 : when === 'dark' ? -4 + 18 * i : -4 + 25 * i }, line)));
    for (const [end, minutes] of [['from', from], ['to', to]]) this.place(end, minutes);
    write($('night-says'), [sun ? t('night.sunny', { rise: timeOfDay(sun.rise), set: timeOfDay(sun.set) }) : t('night.no-place'), rings.length && t('night.alarms', { times: rings.map(timeOfDay).join(', ') })].filter(Boolean).join(' '));
    write($('settings').elements['night-brightness-now'], percent(brightness));
    $('night-brightness').setAttribute('aria-valuetext', percent(brightness));
  }

  // sun is when it rises and sets at the place of the weather, in minutes of the device's day.
  sun() {
    const places = this.apps.list.filter((w) => ['com.lametric.weather', 'com.ledpost.sky'].includes(w.package)).map((w) => w.settings || {});
    const { latitude, longitude } = places.find((s) => Number.isFinite(s.latitude) && Number.isFinite(s.longitude)) || {};
    const times = latitude === undefined ? null : sunOf(Date.now(), latitude, longitude);
    return times && { rise: around((times.rise + this.settings.offset) / 60_000), set: around((times.set + this.settings.offset) / 60_000) };
  }

  // alarms are the times of all that are on.
  alarms() {
    const all = this.apps.list.filter((w) => w.package === clockApp).flatMap((w) => w.settings?.alarms || []);
    return [...new Set(all.filter((a) => a.enabled !== false && a.time).map((a) => minutesOf(a.time)))].sort((a, b) => a - b);
  }

  // handle is one end of the night, which is dragged. It is hidden until it has a time.
  handle(end) {
    const g = svg('g', { class: 'end', tabindex: 0, role: 'slider', 'aria-label': t(end === 'from' ? 'night.begins' : 'night.ends'), 'aria-valuemin': 0, 'aria-valuemax': day - 1, hidden: '' },
      svg('circle', { r: 15 }), end === 'from'
        ? svg('path', { d: 'M3-8a8.500 8.500 0 1 0 5 11A7 7 0 0 1 3-8' })
        : svg('path', { d: 'M0-4.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9M-1-9.500h2v3h-2zm0 16h2v3h-2zM-9.500-1h3v2h-3zm16 0h3v2h-3z' }));
    g.onpointerdown = (e) => {
      e.preventDefault();
      g.focus();
      g.setPointerCapture(e.pointerId);
      this.moving = end;
      g.onpointermove = (m) => this.move(end, this.under(m));
      g.onpointerup = g.onpointercancel = () => {
        g.onpointermove = g.onpointerup = g.onpointercancel = null;
        this.keep();
      };
    };
    g.addEventListener('touchstart', (e) => e.preventDefault(), { passive: false }); // else it scrolls the page
    g.onkeydown = (e) => {
      if (!step[e.key]) return;
      e.preventDefault();
      this.moving = end;
      this.move(end, Math.round(this.span()[end] / 15) * 15 + step[e.key]);
      clearTimeout(this.later);
      this.later = setTimeout(() => this.keep(), settle);
    };
    return g;
  }

  place(end, minutes) {
    const g = this.ends[end], [x, y] = at(minutes, radius);
    g.setAttribute('transform', `translate(${x} ${y})`);
    g.setAttribute('aria-valuenow', minutes);
    g.setAttribute('aria-valuetext', timeOfDay(minutes));
    g.toggleAttribute('hidden', this.now.when === 'dark');
  }

  // under is the time of the day under a pointer.
  under({ clientX, clientY }) {
    const b = this.ring.getBoundingClientRect();
    const angle = Math.atan2(clientX - b.left - b.width / 2, -(clientY - b.top - b.height / 2)) + Math.PI;
    return Math.round((angle / (2 * Math.PI)) * day / fine) * fine;
  }

  // move shows an end elsewhere; whoever moves one wants night by the time.
  move(end, minutes) {
    const { from, to } = this.span();
    Object.assign(this.now, { when: 'time', from: timeOf(from), to: timeOf(to), [end]: timeOf(around(minutes)) });
    this.draw();
  }

  keep() {
    const { when, from, to } = this.now;
    this.moving = null;
    return this.put({ when, from, to });
  }

  async put(patch) {
    try {
      this.show((await call('PUT', '/live/night', patch)).success.data);
      this.settings.load().catch(() => {}); // the screensaver reads as the night
    } catch (e) {
      toast(e.message, true);
      this.load().catch(() => {});
    }
  }
}
