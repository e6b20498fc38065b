// SPDX-License-Identifier: Apache-2.0

// What apps by others may do: the card on which one asks for a host, and the part of its own card where its owner
// changes their mind.

import { call } from './device.js';
import { $, enlist, make, toast } from './ui.js';
import { t } from './words.js';

const path = (app) => '/live/consent/' + encodeURIComponent(app);

// named is a place for people: a host, with its address in their own network.
const named = ({ host, address }) => (address && !host.includes(address) ? `${host} (${address})` : host);
const listed = (places) => places.map(named).join(', ');
const near = (p) => Boolean(p.address);

// widgets are those of a list that show an app.
const widgets = (apps, app) => apps.there().filter((w) => w.settings?.app === app);

// titleOf is what the owner calls an app: their name for a widget of it, else its own. apps is the list of widgets.
export const titleOf = (apps, app) => widgets(apps, app).find((w) => w.title !== apps.kind(w.package).declared)?.title ?? app.replace(/^gallery\//, '');

// sentences say what an app may do, which may ask these places.
export function sentences(allowed) {
  const home = allowed.filter(near), away = allowed.filter((p) => !near(p));
  return [t('consent.draws'), away.length ? t('consent.away', { hosts: listed(away) }) : t('consent.nobody'),
    home.length ? t('consent.near', { hosts: listed(home) }) : t('community.may')].map((textContent) => make('p', { textContent }));
}

// answer keeps a word about a place: allow or refuse. It gives what the app may do then.
const answer = async (app, word, place) => (await call('POST', path(app), { [word]: [place] })).success.data;

// question is what an app asks, with both answers; done is called after one.
function question({ app, title, place }, done) {
  const says = async (word) => {
    row.inert = true;
    try {
      const now = await answer(app, word, place);
      toast(t(word === 'allow' ? 'consent.allowed' : 'consent.refused', { app: title, host: named(place) }));
      done(now);
    } catch (e) {
      toast(e.message, true);
      row.inert = false;
    }
  };
  const row = make('div', { className: 'question' }, make('p', { textContent: t(near(place) ? 'consent.asks-near' : 'consent.asks', { app: title, host: named(place) }) }),
    make('button', { type: 'button', textContent: t('pair.allow'), onclick: () => says('allow') }),
    make('button', { type: 'button', className: 'quiet', textContent: t('consent.refuse'), onclick: () => says('refuse') }));
  return row;
}

// part is the part of an app's card that says what it may do, with a switch for each place that its owner has spoken of.
export function part(app, title) {
  const says = make('div', { className: 'note' }), places = make('div'), box = make('section', { className: 'may', hidden: true }, make('h3', { textContent: t('consent.title') }), says, places);
  const tell = (c) => says.replaceChildren(...sentences(c.allowed));
  const toggle = (p, on) => {
    const control = make('input', { type: 'checkbox', checked: on });
    control.setAttribute('role', 'switch');
    control.onchange = () => answer(app, control.checked ? 'allow' : 'refuse', p).then(tell).catch((e) => {
      control.checked = !control.checked;
      toast(e.message, true);
    });
    return make('label', { className: 'switch' }, control, ' ' + t('consent.may', { host: named(p) }));
  };
  const show = (c) => {
    tell(c);
    places.replaceChildren(...c.asks.map((place) => question({ app, title, place }, show)), ...c.allowed.map((p) => toggle(p, true)), ...c.refused.map((p) => toggle(p, false)));
    box.hidden = false;
  };
  call('GET', path(app)).then(show).catch(() => {}); // the app is not there: its settings say so
  return box;
}

// Asking is the card that asks, while an app waits for an answer.
export class Asking {
  // apps is the list of widgets.
  constructor(apps) { this.apps = apps; }

  async load() {
    const { apps } = await call('GET', '/live/consent?asking=true'), shown = apps.filter((a) => widgets(this.apps, a.app).length);
    const rows = shown.flatMap(({ app, asks }) => asks.map((place) => ({ app, title: titleOf(this.apps, app), place })));
    enlist($('asking'), rows, (r) => question(r, () => this.load()));
    $('asking').hidden = !rows.length;
  }
}
