// SPDX-License-Identifier: Apache-2.0

// How brightness follows the light: the curve over lux, with the readings of the day
// (GET /live/light).

import { svg } from './chart.js';
import { call } from './device.js';
import { arrange, make, write } from './ui.js';
import { locale, number, percent, t } from './words.js';

const high = 240, left = 44, below = 28; // px of the curve, as all below it

const decades = 4; // powers of ten of lux that the slider of a simulated room has

export class View {
  constructor(body) { this.body = body; }

  async load() {
    const [l, d] = await Promise.all([call('GET', '/live/light'), call('GET', '/api/v2/device/display')]);
    const lux = l.lux === null ? t('light.no-sensor') : t(l.lux_simulated ? 'light.made' : 'light.lux', { lux: short(l.lux) });
    const way = d.brightness_mode === 'auto' ? t('light.auto', { now: percent(l.brightness), set: percent(d.brightness) }) : t('light.manual', { now: percent(l.brightness) });
    arrange(this.body, [
      make('p', { textContent: `${lux} ${way}` }),
      draw(l, `${t('light.chart')} ${lux} ${way}`, Math.min(this.body.clientWidth, 736) || 560),
      ...(l.lux_simulated ? [this.slide(l.lux)] : []),
      make('p', { className: 'note', textContent: l.points.length ? t('light.points', { count: l.points.length, since: time(l.points[0].at) }) : t('light.no-points') })]);
  }

  // slide gives the slider, which is made once, at a light unless it is being moved.
  slide(lux) {
    this.slider ??= this.build();
    if (!this.input.matches(':active')) {
      if (this.chosen() !== lux) this.input.value = Math.round(100 * Math.log10(lux + 1) / decades); // 0 lx is at more than one place
      write(this.told, `${short(lux)} lx`);
    }
    return this.slider;
  }

  // chosen is the light where the slider is.
  chosen() { return Math.round(10 ** (this.input.value * decades / 100)) - 1; }

  // build makes the slider of the light of a room that is simulated, over powers of ten.
  build() {
    const told = this.told = make('output'), note = make('p', { className: 'note', textContent: t('light.simulated-note') });
    const input = this.input = make('input', { type: 'range', id: 'room-light', min: 0, max: 100, ariaLabel: t('light.slider') });
    input.oninput = () => write(told, `${short(this.chosen())} lx`);
    input.onchange = async () => {
      try {
        await call('PUT', '/live/light', { lux: this.chosen() });
        write(note, t('light.simulated-note'));
        await this.load();
      } catch (e) {
        write(note, e.message);
      }
    };
    return make('div', { className: 'slider' }, make('label', { htmlFor: 'room-light', textContent: t('light.simulated') }), told, input, note);
  }
}

const room = 64; // px that the last two labels of the axis need

// axis is a label below the curve, whose thousands are parted in every language.
const axis = (lux) => (lux === 1 ? t('light.lux-axis', { lux }) : number(lux, { useGrouping: 'always' }));

const short = (lux) => number(lux, { maximumSignificantDigits: 3 });
const time = (at) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(at));

// draw is the curve as wide as its place, so that its labels are as large as other words.
function draw(l, label, wide) {
  const most = Math.log1p(Math.max(10, ...l.curve.map((p) => p.lux), ...l.points.map((p) => p.lux), l.lux ?? 0));
  const x = (lux) => left + (Math.log1p(lux) / most) * (wide - left - 8), y = (level) => 8 + (1 - level / 100) * (high - below - 8);
  const grid = [];
  for (const level of [0, 25, 50, 75, 100]) {
    grid.push(svg('path', { class: 'grid', d: `M${left} ${y(level)}H${wide - 8}` }), svg('text', { x: left - 6, y: y(level) + 4, 'text-anchor': 'end' }, percent(level)));
  }
  const tens = [...Array(9).keys()].map((n) => 10 ** n).filter((lux) => Math.log1p(lux) <= most);
  for (const [i, lux] of tens.entries()) {
    grid.push(svg('path', { class: 'grid', d: `M${x(lux)} 8V${high - below}` }));
    const tight = i && i === tens.length - 2 && x(tens[i + 1]) - x(lux) < room; // the last label ends at its line
    if (!tight) grid.push(svg('text', { x: x(lux), y: high - 8, 'text-anchor': x(lux) > wide - 30 ? 'end' : 'middle' }, axis(lux)));
  }
  const curve = l.curve.map((p, i) => `${i ? 'L' : 'M'}${x(p.lux)} ${y(p.level)}`).join('') + `H${wide - 8}`;
  return svg('svg', { class: 'chart tall', viewBox: `0 0 ${wide} ${high}`, role: 'img', 'aria-label': label },
    ...grid, svg('path', { class: 'dark', d: `M${left} 8H${x(l.dark_lux)}V${high - below}H${left}z` }), svg('path', { class: 'curve', d: curve }),
    ...l.points.map((p) => svg('circle', { class: 'past', cx: x(p.lux), cy: y(p.level), r: 3 }, svg('title', {}, `${time(p.at)}: ${short(p.lux)} lx, ${percent(Math.round(p.level))}`))),
    ...(l.lux === null ? [] : [svg('circle', { class: 'now', cx: x(l.lux), cy: y(l.brightness), r: 6 })]));
}
