// SPDX-License-Identifier: Apache-2.0

// A device that nobody has used yet: this browser may claim it, which gives the first key. One
// with a panel wants the digits that it shows meanwhile (docs/decisions.md 9).

import { again } from './device.js';
import { stays } from './places.js';
import { refusal } from './refusals.js';
import { $, write } from './ui.js';
import { number, t } from './words.js';

const patience = 3000; // ms for an answer
const every = 30_000; // ms between two looks at how long it still can be claimed
const shown = 4000; // ms between two questions for the digits, which the panel shows for 15 s

async function ask(method, query = '', body = {}) {
  const asked = () => fetch('/live/claim' + query, {
    method, credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(patience),
    ...(method === 'POST' && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const answer = await (method === 'GET' ? again(asked) : asked()).catch(() => { throw new Error(t('fault.silent')); });
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(data.errors ? refusal(data.errors[0].message) : t('fault.status', { status: String(answer.status) }));
  return data;
}

const minutes = (seconds) => number(Math.ceil(seconds / 60), { style: 'unit', unit: 'minute', unitDisplay: 'long' });

// Claim is what the login shows of a device that can be claimed, in place of the question
// for a key. took is called with the key.
export class Claim {
  constructor(took) {
    this.took = took;
    this.digits = false; // the panel shows them
    $('claim-take').onclick = () => (this.code ? this.prompt() : this.take());
    $('claim-digits').onsubmit = (e) => {
      e.preventDefault();
      this.take($('claim-code').value);
    };
    $('claim-code').oninput = ({ target }) => {
      target.value = target.value.replace(/\D/g, '');
      if (target.value.length === 4) this.take(target.value);
    };
    $('claim-other').onclick = () => {
      this.show(false);
      $('key').focus();
    };
  }

  // look asks the device, until the login is closed.
  async look() {
    clearTimeout(this.again);
    const { open, seconds, code } = await ask('GET', this.digits ? '?show' : '').catch(() => ({ open: false }));
    this.code = code;
    this.show(open);
    if (!open) return;
    if (!this.digits) write($('claim-note'), t('claim.left', { left: minutes(seconds) }));
    this.again = setTimeout(() => $('login').open && !$('claim').hidden && this.look(), this.digits ? shown : every);
  }

  show(open) {
    this.digits &&= open;
    $('claim').hidden = !open;
    $('login-form').hidden = open;
    $('claim-take').hidden = this.digits;
    $('claim-digits').hidden = !this.digits;
    write($('claim-lead'), t(this.digits ? 'claim.digits' : 'claim.lead'));
    write($('login-title'), t(open ? 'claim.title' : 'login.title'));
  }

  // prompt has the panel show the digits, and asks for them.
  async prompt() {
    const still = stays();
    this.digits = true;
    write($('claim-note'), '');
    await this.look();
    if (still()) $('claim-code').focus();
  }

  // take claims the device. What stands against it is said where the key is asked for.
  async take(code) {
    $('claim-take').disabled = true;
    try {
      const { key } = await ask('POST', '', { code });
      clearTimeout(this.again);
      this.took(key);
    } catch (fault) {
      await this.look();
      write($($('claim').hidden ? 'key-note' : 'claim-note'), fault.message, true);
      $('claim-code').value = '';
    }
    $('claim-take').disabled = false;
  }
}
