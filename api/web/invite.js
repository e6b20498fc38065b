// SPDX-License-Identifier: Apache-2.0

// The invitation to the welcome, on a device that nobody has set up.

import { call } from './device.js';
import { stays } from './places.js';
import { state } from './trial.js';
import { $ } from './ui.js';

const slot = 'ledpost.welcome';

// dismiss ends the invitation in this browser.
export function dismiss() {
  localStorage.setItem(slot, 'done');
  $('invite').hidden = true;
}

// unnamed is whether nobody has set up the device: no configuration of its page, and no
// name in that of an administrator. Only a key of scope all may know.
async function unnamed() {
  const [text, trial] = await Promise.all([call('GET', '/live/config').then((b) => b.text()), state()]);
  return text.trim() === '' && !('name' in trial.locked);
}

let answer; // whether to invite, asked while the page still waits for the settings
const open = () => localStorage.getItem(slot) === null && $('welcome').hidden;

// ask asks the device early whether it is set up, so that the card is there with the rest.
export function ask() {
  answer = open() ? unnamed().catch((e) => (e.status === 403 ? false : null)) : Promise.resolve(null);
}

// invite offers the welcome, which begin opens; at once begins it without a question, unless the
// person has gone elsewhere meanwhile. A device that is set up, or does not tell this key, is not
// asked again by this browser.
export async function invite(begin, atOnce = false) {
  const still = stays(), unset = await answer;
  if (unset === false) dismiss();
  document.documentElement.classList.remove('inviting');
  if (!unset || !open()) return;
  if (atOnce && still() && await begin()) return;
  $('invite').hidden = false;
  $('invite-begin').onclick = begin;
  $('invite-later').onclick = dismiss;
}
