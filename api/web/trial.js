// SPDX-License-Identifier: Apache-2.0

// A configuration on trial: how long it has left, to keep it or to go back.

import { call, Fault, Unreachable } from './device.js';
import { $, toast, write } from './ui.js';
import { again } from './watch.js';
import { inSeconds, t } from './words.js';

export const state = () => call('GET', '/live/config/trial');

const nothing = 409; // answers a decision when nothing is on trial

// confirm keeps the configuration on trial. Another page may have kept it already.
export const confirm = () => call('POST', '/live/config/confirm').catch(async (e) => {
  if (e.status !== nothing || await ending(e) !== 'trial.kept') throw e;
});

// ending is how the last trial has ended: trial.kept or trial.returned. It throws e if one runs.
async function ending(e) {
  const { trial, outcome } = await state();
  if (trial) throw e;
  return outcome ? 'trial.returned' : 'trial.kept';
}

const pause = 300; // ms before a device that starts anew is asked again
const patience = 60_000; // ms until it is given up

// attempt writes a configuration and waits until it is on trial. It throws what the
// device says of it.
export const attempt = (text) => tried(() => call('PUT', '/live/config', new Blob([text], { type: 'application/toml' })));

// tried is attempt with another way to begin the trial.
export async function tried(begin) {
  const before = await state();
  await begin();
  for (const end = Date.now() + patience; Date.now() < end; await new Promise((done) => setTimeout(done, pause))) {
    try {
      const now = await state();
      if (now.trial && now.left > 0) return; // a trial that another one replaces has none left
      if (!now.trial && now.outcome && now.outcome !== before.outcome) throw new Fault([now.outcome]);
    } catch (e) {
      if (!(e instanceof Unreachable)) throw e;
    }
  }
  throw new Unreachable(t('fault.silent'));
}

const restored = 'ledpost.restored'; // until when this page keeps a restore that is on trial, in ms; a reload does not lose it

// expect has the page keep the trial of the backup that it has restored, once the device
// answers again and takes a key of this browser: its owner can reach it.
export const expect = () => sessionStorage.setItem(restored, Date.now() + patience + 15_000);
const expects = () => Number(sessionStorage.getItem(restored)) > Date.now();

// Trial is the card that tells of a trial. look is called when there may be one.
export class Trial {
  constructor() {
    $('trial-keep').onclick = () => this.end(confirm, 'trial.kept');
    $('trial-return').onclick = () => this.end(() => call('DELETE', '/live/config/trial'), 'trial.returned');
  }

  // look is done once at a time: two at one trial would both keep it.
  async look() {
    this.wanted = true;
    if (this.looks) return;
    this.looks = true;
    while (this.wanted) {
      this.wanted = false;
      await this.see();
    }
    this.looks = false;
  }

  async see() {
    this.rests?.();
    let now;
    try {
      now = await state();
    } catch (e) {
      if (e instanceof Unreachable) this.rests = again(() => this.look(), 1000);
      return; // a key that may not read the configuration cannot keep one
    }
    $('trial').hidden = !now.trial || expects();
    if (expects()) {
      if (now.trial || this.unheard) await this.keep();
      this.rests = again(() => this.look(), 1000);
      return;
    }
    if (!now.trial) return;
    write($('trial-left'), t('trial.left', { left: inSeconds(now.left) }));
    this.rests = again(() => this.look(), 1000);
  }

  // keep keeps a restored backup; the next look tries again what fails.
  async keep() {
    try {
      await confirm();
    } catch (e) {
      this.unheard = e instanceof Unreachable; // it may be kept all the same
      return;
    }
    this.unheard = false;
    sessionStorage.removeItem(restored);
    toast(t('backup.kept'));
  }

  async end(how, said) {
    try {
      await how();
      toast(t(said));
    } catch (e) {
      const ended = e.status === nothing && await ending(e).catch(() => '');
      toast(ended ? t(ended) : e.message, !ended);
    }
    this.look();
  }
}
