// SPDX-License-Identifier: Apache-2.0

// How the device is doing, as small charts of what was seen while this was open.

import { line } from './chart.js';
import { call } from './device.js';
import { make } from './ui.js';
import { number, t } from './words.js';

const kept = 120; // points of a chart: ten minutes

// read gives the values of Prometheus' text without labels.
function read(text) {
  const values = {};
  for (const l of text.split('\n')) {
    const m = /^(\w+) (\S+)$/.exec(l);
    if (m) values[m[1]] = +m[2];
  }
  return values;
}

const unit = (unit, digits = 1) => (v) => number(v, { style: 'unit', unit, maximumFractionDigits: digits });

// The charts: value(now, before, wifi) is undefined where the device lacks it.
const charts = {
  late: { value: (m, b) => 1000 * (m.ledpost_frame_late_seconds_sum - b.ledpost_frame_late_seconds_sum) / (m.ledpost_frame_late_seconds_count - b.ledpost_frame_late_seconds_count), say: unit('millisecond', 2) },
  frames: { value: (m, b, s) => (m.ledpost_frames_total - b.ledpost_frames_total) / s, say: (v) => t('metrics.per-second', { rate: v < 10 ? Math.round(10 * v) / 10 : Math.round(v) }) },
  memory: { value: (m) => m.process_resident_memory_bytes / 1e6, say: unit('megabyte') },
  temperature: { value: (m) => m.ledpost_temperature_celsius, say: unit('celsius') },
  soc: { value: (m) => m.ledpost_soc_temperature_celsius, say: unit('celsius') },
  wifi: { value: (m, b, s, wifi) => (wifi.active ? wifi.strength ?? undefined : undefined), say: (v) => number(v / 100, { style: 'percent' }) },
};

export class View {
  constructor(body) {
    this.body = make('div', { className: 'charts' });
    this.past = Object.fromEntries(Object.keys(charts).map((name) => [name, []]));
    body.append(this.body, make('p', { className: 'note', textContent: t('metrics.since') }));
  }

  async load() {
    const [blob, wifi] = await Promise.all([call('GET', '/metrics'), call('GET', '/api/v2/device/wifi')]);
    const text = await blob.text(), now = { at: performance.now(), values: read(text) }, before = this.before || now;
    this.before = now;
    const seconds = (now.at - before.at) / 1000;
    const drawn = [];
    for (const [name, { value, say }] of Object.entries(charts)) {
      const v = value(now.values, before.values, seconds, wifi), past = this.past[name];
      past.push(Number.isFinite(v) ? v : null);
      if (past.length > kept) past.shift();
      const last = past.findLast((p) => p !== null);
      if (last === undefined || last === null) continue;
      drawn.push(make('figure', {}, make('figcaption', {}, t('metrics.' + name), ' ', make('b', { textContent: say(last) })), line(past, `${t('metrics.' + name)}: ${say(last)}`)));
    }
    this.body.replaceChildren(...drawn);
  }
}
