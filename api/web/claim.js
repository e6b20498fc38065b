// SPDX-License-Identifier: Apache-2.0

// A device that nobody has used yet: this browser may claim it, which gives the first key
// (docs/decisions.md 9).

import { refusal } from './refusals.js';
import { $, write } from './ui.js';
import { number, t } from './words.js';

const patience = 3000; // ms for an answer
const every = 30_000; // ms between two looks at how long it still can be claimed

async function ask(method) {
  const answer = await fetch('/live/claim', {
    method, credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(patience),
    ...(method === 'POST' && { headers: { 'Content-Type': 'application/json' }, body: '{}' }),
  }).catch(() => { throw new Error(t('fault.silent')); });
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
    $('claim-take').onclick = () => this.take();
    $('claim-other').onclick = () => {
      this.show(false);
      $('key').focus();
    };
  }

  // look asks the device, until the login is closed.
  async look() {
    clearTimeout(this.again);
    const { open, seconds } = await ask('GET').catch(() => ({ open: false }));
    this.show(open);
    if (!open) return;
    write($('claim-note'), t('claim.left', { left: minutes(seconds) }));
    this.again = setTimeout(() => $('login').open && !$('claim').hidden && this.look(), every);
  }

  show(open) {
    $('claim').hidden = !open;
    $('login-form').hidden = open;
    write($('login-title'), t(open ? 'claim.title' : 'login.title'));
  }

  // take claims the device. What stands against it is said where the key is asked for.
  async take() {
    $('claim-take').disabled = true;
    try {
      const { key } = await ask('POST');
      this.took(key);
    } catch (fault) {
      await this.look();
      write($($('claim').hidden ? 'key-note' : 'claim-note'), fault.message, true);
    }
    $('claim-take').disabled = false;
  }
}
