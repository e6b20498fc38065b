// SPDX-License-Identifier: Apache-2.0

// The program's log, live: GET /live/log.

import { socket } from './device.js';
import { make } from './ui.js';
import { again } from './watch.js';
import { locale, t } from './words.js';

const most = 500; // lines that are kept here
const levels = ['debug', 'info', 'warn', 'error'];
const pause = 3000; // ms before it is tried again

export class View {
  constructor(body) {
    this.lines = make('ol', { className: 'log', tabIndex: 0, ariaLabel: t('view.log') });
    this.least = make('select', {}, ...levels.map((value) => make('option', { value, textContent: t('level.' + value) })));
    this.least.value = 'info';
    this.least.onchange = () => { this.lines.dataset.least = this.least.value; };
    this.lines.dataset.least = 'info';
    this.state = make('p', { className: 'note' });
    body.append(make('label', {}, t('log.least'), this.least), this.lines, this.state);
  }

  // load opens the WebSocket, which begins with the lines that the device has kept.
  async load() {
    this.close();
    const ws = this.ws = socket('/live/log');
    ws.onopen = () => { this.lines.replaceChildren(); this.state.textContent = ''; };
    ws.onmessage = (m) => this.add(JSON.parse(m.data));
    ws.onclose = () => {
      if (this.ws !== ws) return;
      this.state.textContent = t('log.closed');
      this.rests = again(() => this.load(), pause);
    };
  }

  close() {
    this.rests?.();
    const ws = this.ws;
    this.ws = null;
    ws?.close();
  }

  // add shows a line, and follows the end if that is in sight.
  add({ time, level, message, attrs }) {
    const list = this.lines, end = list.scrollHeight - list.scrollTop - list.clientHeight < 24;
    const at = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(new Date(time));
    const more = Object.entries(attrs || {}).map(([name, value]) => `${name}=${value}`).join(' ');
    const li = make('li', {}, make('time', { dateTime: time, textContent: at }), ' ', make('b', { textContent: t('level.' + level) }), ` ${message} `, make('small', { textContent: more }));
    li.dataset.level = level;
    list.append(li);
    while (list.children.length > most) list.firstChild.remove();
    if (end) list.scrollTop = list.scrollHeight;
  }
}
