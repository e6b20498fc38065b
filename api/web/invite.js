// SPDX-License-Identifier: Apache-2.0

// The invitation to the welcome, on a device that nobody has set up.

import { call, Fault } from './device.js';
import { state } from './trial.js';
import { $ } from './ui.js';

const slot = 'ledpost.welcome';

// dismiss ends the invitation in this browser.
export function dismiss() {
  localStorage.setItem(slot, 'done');
  $('invite').hidden = true;
}

// unnamed is whether nobody has set up the device: no configuration of its page, and no
// name in that of an administrator. Only a key of scope all may know; others ask once.
async function unnamed() {
  const text = await call('GET', '/live/config').then((b) => b.text(), (e) => (e instanceof Fault ? dismiss() : null));
  return text?.trim() === '' && !('name' in (await state()).locked);
}

// invite offers the welcome, which begin opens; at once begins it without a question.
export async function invite(begin, atOnce = false) {
  if (localStorage.getItem(slot) !== null || !$('welcome').hidden) return;
  if (!await unnamed().catch(() => false)) return;
  if (atOnce) return begin();
  $('invite').hidden = false;
  $('invite-begin').onclick = begin;
  $('invite-later').onclick = dismiss;
}
