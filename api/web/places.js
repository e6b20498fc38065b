// SPDX-License-Identifier: Apache-2.0

// The places of the page: Now, Send, Apps, Look and Device, each with an address, #/now
// and so on. All of them are in the page from the beginning, so that none has to be
// waited for; style.css shows the one that the root's data-at names.

import { $ } from './ui.js';

const root = document.documentElement;

// here is the name of the place that is seen.
export const here = () => root.dataset.at;

// go opens a place.
export const go = (place) => { location.hash = '#/' + place; };

// spot is where somebody is on the page.
const spot = () => ({ place: placeOfAddress(), dialogs: [...document.querySelectorAll('dialog[open]')].map((d) => d.id).join(), focus: document.activeElement });

// stays gives what tells, later, whether they who act now are where they were: at the same place, in
// the same dialog, with the focus where it was, or nowhere. What comes late opens no dialog, and
// moves neither place nor focus, unless they are.
export function stays() {
  const was = spot();
  return () => {
    const is = spot(), kept = [was.focus, document.body].includes(is.focus) || !was.focus.isConnected;
    return is.place === was.place && is.dialogs === was.dialogs && kept;
  };
}

// desk tells whether the panel and its cards stand beside the rest.
export const desk = matchMedia('(min-width: 56rem)');

// arrange lets Tab go through Look as one reads it: the cards at the panel come first on a
// phone, and after those at their left on a desk.
function arrange() {
  const look = document.querySelector('.room[data-place=look]');
  look[desk.matches ? 'append' : 'prepend'](look.querySelector('.rail'));
}

// Places shows the place of the address, with the panel in it, and calls opened with its
// name whenever another is shown.
export class Places {
  constructor(opened) {
    this.opened = opened;
    desk.addEventListener('change', arrange);
    arrange();
    this.show();
  }

  show() {
    const before = here(), place = root.dataset.at = placeOfAddress(); // first.js
    for (const a of $('places').querySelectorAll('a')) {
      if (a.hash === '#/' + place) a.setAttribute('aria-current', 'page');
      else a.removeAttribute('aria-current');
    }
    const rail = document.querySelector(`.room[data-place=${place}] .rail`);
    if (rail && $('stage').parentElement !== rail) rail.prepend($('stage'));
    if (place !== before) scrollTo(0, 0);
    this.opened(place);
  }
}
