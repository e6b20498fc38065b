// SPDX-License-Identifier: Apache-2.0

// The views of the device: each opens on its own, loads its module then, and looks
// again while it is open and the page is looked at.

import { call } from './device.js';
import { load } from './load.js';
import { $, make } from './ui.js';
import { number, t } from './words.js';

// A view's module exports View, made with the element to fill. load() shows what the
// device says now and may be called at any time; every is the ms between two calls of
// it, 0 if it follows the device by itself; close() ends that.

const views = { network: 15_000, house: 60_000, keys: 30_000, light: 10_000, clients: 10_000, metrics: 5_000, doctor: 60_000, log: 0 }; // the more often one comes for it, the earlier

export class Views {
  constructor() {
    for (const [name, every] of Object.entries(views)) this.prepare(name, every);
  }

  prepare(name, every) {
    const body = make('div', {});
    const details = make('details', {}, make('summary', { textContent: t('view.' + name) }), body);
    details.dataset.view = name;
    let timer, loading;
    const look = async () => {
      if (document.hidden || $('main').hidden) return;
      await details.view.load().catch((e) => { if (!body.childElementCount) body.replaceChildren(make('p', { className: 'note fault', textContent: e.message })); });
    };
    details.ontoggle = async () => {
      clearInterval(timer);
      if (!details.open) return details.view?.close?.();
      loading ??= load(name).then(({ View }) => { body.replaceChildren(); return new View(body); }).catch(() => { loading = undefined; });
      details.view = await loading;
      if (!details.open) return;
      if (!details.view) return body.replaceChildren(make('p', { className: 'note fault', textContent: t('fault.silent') }));
      if (every) timer = setInterval(look, every);
      look();
    };
    $('views').append(details);
  }

  // tell shows beside the title of a view, which stays in the guide's words, how it stands.
  tell(name, value) { $('views').querySelector(`[data-view=${name}] > summary`).dataset.value = value; }

  // count tells how many keys there are, to who may know it.
  count() { return call('GET', '/live/keys').then((keys) => this.tell('keys', number(keys.length))).catch(() => {}); }

  // close closes all of them, when there is no key any more.
  close() {
    for (const d of $('views').querySelectorAll('details')) d.open = false;
  }
}
