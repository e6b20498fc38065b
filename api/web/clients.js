// SPDX-License-Identifier: Apache-2.0

// Who uses the device: GET /live/clients.

import { nameOf } from './agents.js';
import { call } from './device.js';
import { fold, make } from './ui.js';
import { locale, number, t } from './words.js';

export class View {
  constructor(body) {
    const head = ['who', 'address', 'key', 'polls', 'sends', 'last'].map((key) => make('th', { textContent: t('clients.' + key), scope: 'col', className: /polls|sends/.test(key) ? 'number' : '' }));
    this.rows = make('tbody');
    this.table = make('table', { className: 'cards' }, make('thead', {}, make('tr', {}, ...head)), this.rows);
    body.append(make('p', { className: 'note', textContent: t('clients.about') }), this.table);
  }

  async load() {
    const list = await call('GET', '/live/clients');
    this.rows.replaceChildren(...list.map(row));
    fold(this.rows, this.table);
  }
}

// cell is one that names its column, for where a client is a card and not a row.
function cell(column, textContent, className = '') {
  const td = make('td', { textContent, className });
  td.dataset.column = t('clients.' + column);
  return td;
}

function row(c) {
  return make('tr', {}, make('th', { scope: 'row', textContent: nameOf(c.agent), title: c.agent }), cell('address', c.address), cell('key', c.key || t('clients.own')),
    cell('polls', number(c.polls), 'number'), cell('sends', number(c.sends), 'number'), cell('last', ago(c.last)));
}

// ago says how long something is past.
function ago(at) {
  const past = Math.max(0, Math.round((Date.now() - new Date(at)) / 1000)), say = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  if (past < 60) return say.format(-past, 'second');
  if (past < 3600) return say.format(-Math.round(past / 60), 'minute');
  return past < 86_400 ? say.format(-Math.round(past / 3600), 'hour') : say.format(-Math.round(past / 86_400), 'day');
}
