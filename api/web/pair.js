// SPDX-License-Identifier: Apache-2.0

// A key without typing one: holding the device's action button gives one that may do everything
// (docs/decisions.md 9). And the other side of it: who has a key may answer those
// who ask for one.

import { call } from './device.js';
import { refusal } from './refusals.js';
import { $, toast, write } from './ui.js';
import { t } from './words.js';

const step = 1000; // ms between two looks at the challenge

async function ask(method, path, body) {
  const answer = await fetch(path, { method, credentials: 'omit', cache: 'no-store', body: body && JSON.stringify(body) })
    .catch(() => { throw new Error(t('fault.silent')); });
  const data = await answer.json().catch(() => ({}));
  if (answer.status === 404) throw new Error(t('pair.none'));
  if (!answer.ok) throw new Error(data.error ? refusal(data.error.message) : t('fault.status', { status: String(answer.status) }));
  return data;
}

// keyByPress asks the device for a press and gives the key that it leads to. left
// is called with the seconds that remain. It throws why there is none, and null
// when signal says that nobody wants it any more.
async function keyByPress(left, signal) {
  const { challenge } = await ask('POST', '/api/v1/user/request?group=web_admin&scope=all');
  const end = Date.now() + challenge.duration * 1000;
  for (let state = challenge.state; state !== 'resolved';) {
    left(Math.max(0, Math.round((end - Date.now()) / 1000)));
    await new Promise((done) => setTimeout(done, step));
    if (signal.aborted) throw null;
    ({ state } = await ask('GET', '/api/v1/user/challenge/' + challenge.uuid));
    if (state === 'expired') throw new Error(Date.now() < end - step ? t('pair.denied') : t('pair.late'));
  }
  const { user } = await ask('POST', '/api/v1/user/request/exchange', { challenge_id: challenge.uuid });
  return user.key;
}

// PairButton is the way to a key beside typing it. took is called with the key.
export class PairButton {
  constructor(took) {
    this.took = took;
    $('pair').onclick = () => (this.running ? this.stop() : this.start());
  }

  async start() {
    const running = this.running = new AbortController();
    $('pair').textContent = t('pair.cancel');
    try {
      const key = await keyByPress((s) => write($('pair-note'), t('pair.now', { seconds: s })), running.signal);
      this.stop();
      this.took(key);
    } catch (fault) {
      if (fault === null) return; // stopped, perhaps begun anew since
      this.stop();
      write($('pair-note'), fault.message, true);
    }
  }

  stop() {
    if (this.running) this.running.abort();
    this.running = null;
    $('pair').textContent = t('login.press');
    write($('pair-note'), '');
  }
}

// Asked shows who asks for a key, with the answers.
export class Asked {
  constructor() {
    for (const b of $('asked').querySelectorAll('button')) b.onclick = () => this.answer(b.value === 'allow');
  }

  // show is called with what the device does.
  async show(status) {
    const asks = Boolean(status.asking); // also below something critical
    if (asks === Boolean(this.request)) return;
    this.request = asks ? {} : null;
    if (asks) this.request = (await call('GET', '/live/pairing').catch(() => ({}))).request || null;
    $('asked').hidden = !this.request;
    if (!this.request) return;
    write($('asked-by'), t(this.request.scope === 'all' ? 'pair.asks.all' : 'pair.asks', this.request));
    $('asked').querySelector('[value=allow]').hidden = !this.request.approve;
  }

  async answer(approve) {
    const { id } = this.request || {};
    $('asked').hidden = true;
    if (id) await call('POST', '/live/pairing', { id, approve }).catch((e) => toast(e.message, true));
  }
}
