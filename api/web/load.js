// SPDX-License-Identifier: Apache-2.0

// What the page needs later on, also from a device that is too busy at first: modules, and
// whatever else may be asked again.

import { Unreachable } from './device.js';
import { $ } from './ui.js';
import { more, t } from './words.js';

const pauses = [500, 2000, 5000]; // ms before each further question

// passes tells whether a refusal is one of the moment: of a device that is away, which the page
// says, it is none.
const passes = (e) => (e instanceof Unreachable && !$('stage').hasAttribute('data-away')) || e.status === 429 || e.status === 503;

// patiently gives what ask gives, which is called again, with the number of the try, while
// the device is busy or does not answer.
export async function patiently(ask) {
  for (const [n, pause] of pauses.entries()) {
    try {
      return await ask(n);
    } catch (e) {
      if (!passes(e)) throw e;
    }
    await new Promise((done) => setTimeout(done, pause));
  }
  return ask(pauses.length);
}

const loads = new Map(); // name → module

// load is import() of a module of the page by its name, once in the page's life, when its words
// are there. What fails may be loaded again.
export function load(name) {
  if (!loads.has(name)) loads.set(name, patiently((n) => fetched(name, n)).catch((e) => { loads.delete(name); throw e; }));
  return loads.get(name);
}

// got gives a module as the page has them: joined, or one by one (join.go).
const got = globalThis.joined?.get ?? ((name) => import('./' + name));

// fetched tries to get a module, for the nth time.
const fetched = (name, n) => more().then(() => got(name + '.js', n)).catch(async (e) => {
  if (!(e instanceof TypeError)) throw e;
  throw await outdated() ? new Error(t('fault.old')) : new Unreachable(t('fault.silent'), { cause: e });
});

// outdated is whether the device has other modules than this page: it was updated meanwhile.
const outdated = () => fetch(document.documentElement.dataset.later, { method: 'HEAD', cache: 'no-store' })
  .then((answer) => answer.status === 404, () => false);
