// SPDX-License-Identifier: Apache-2.0

// Who and where the device is in the network, and its name and time zone.

import { call } from './device.js';
import { Place } from './place.js';
import { make } from './ui.js';
import { percent, t } from './words.js';

export class View {
  constructor(body) {
    this.list = make('dl', { className: 'facts' });
    this.place = new Place(() => this.load().catch(() => {})); // the next look tells
    body.append(this.list, this.place.form);
  }

  async load() {
    const [d, wifi] = await Promise.all([call('GET', '/api/v2/device'), call('GET', '/api/v2/device/wifi')]);
    const times = d.display.screensaver.modes.time_based, offset = zone(times.start_time, times.local_start_time);
    const facts = [
      ['name', d.name], ['serial', d.serial_number], ['panel', `${d.display.width} × ${d.display.height}`], ['zone', offset],
      ['address', wifi.ipv4], ['mac', wifi.mac], ['wifi', wifi.active ? wifi.essid : t('network.no-wifi')],
      ['strength', wifi.active && wifi.strength !== null ? percent(wifi.strength) : ''], ['firmware', d.firmware],
    ];
    this.list.replaceChildren(...facts.filter(([, value]) => value).flatMap(([name, value]) => [make('dt', { textContent: t('fact.' + name) }), make('dd', { textContent: value })]));
    await this.place.load(d.name);
  }
}

// zone is the device's offset from UTC: between one time of its in UTC and in its zone.
function zone(utc, local) {
  const minutes = (s) => { const [h, m] = s.split(':'); return 60 * h + +m; };
  const east = (minutes(local) - minutes(utc) + 36 * 60) % (24 * 60) - 12 * 60, size = Math.abs(east);
  const two = (n) => String(n).padStart(2, '0');
  return `UTC${east < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
