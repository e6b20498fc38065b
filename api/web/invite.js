// SPDX-License-Identifier: Apache-2.0

// The invitation to the welcome, on a device that nobody has set up.

import { call } from './device.js';
import { here, stays } from './places.js';
import { state } from './trial.js';
import { $ } from './ui.js';

const slot = 'ledpost.welcome';

// dismiss ends the invitation in this browser.
export function dismiss() {
  localStorage.setItem(slot, 'done');
  $('invite').hidden = true;
}

// unset is whether nobody has set up the device: no configuration of its page, and no name in that of
// an administrator.
async function unset() {
  const [text, trial] = await Promise.all([call('GET', '/live/config').then((b) => b.text()), state()]);
  return text.trim() === '' && !('name' in trial.locked);
}

// left is the step of the welcome that comes next, in whichever browser it began; '' = somebody may be
// invited to it, null = nobody is. Only a key of scope all may know.
async function left() {
  const { step } = await call('GET', '/live/welcome');
  if (step) return step === 'done' ? null : step;
  return await unset() ? '' : null;
}

let answer; // asked while the page still waits for the settings; undefined = not known
const open = () => localStorage.getItem(slot) === null && $('welcome').hidden;

// ask asks the device early where the welcome is, so that the card is there with the rest.
export function ask() { // gives when it is answered
  return answer = open() ? left().catch((e) => (e.status === 403 ? null : undefined)) : Promise.resolve(undefined);
}

// invite offers the welcome, which begin opens. One that has begun goes on without a question, and so
// does one at once, unless the person is or has gone elsewhere. A device that is set up, or does not
// tell this key, is not asked again by this browser.
export async function invite(begin, atOnce = false) {
  const still = stays(), step = await answer;
  if (step === null) dismiss();
  document.documentElement.classList.remove('inviting');
  if (typeof step !== 'string' || !open()) return;
  const goesOn = step !== '' && here() === 'now';
  if ((atOnce || goesOn) && still() && await begin()) return;
  $('invite').hidden = false;
  $('invite-begin').onclick = begin;
  $('invite-later').onclick = dismiss;
}
