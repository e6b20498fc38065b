// SPDX-License-Identifier: Apache-2.0

// Forms made by hand for what people use every day: places of the weather, radio
// stations, the next event of a calendar, a value of anybody's JSON. What they do not
// show is folded below them, as its schema says it.

import { clockApp } from './alarms.js';
import { timerApp } from './byhand.js';
import { ask, call, Fault } from './device.js';
import { box, folded, named, only, status } from './finder.js';
import { foreign } from './foreign.js';
import { valueOf } from './form.js';
import { stations } from './stations.js';
import { country, towns } from './towns.js';
import { $, closer, explain, make, toast, write } from './ui.js';
import { t } from './words.js';

const patience = 20000; // ms: the device asks another server, which may take 15 s
const settle = 12000; // ms until a calendar is given up
const most = 120; // values of an answer that can be pressed

const makers = { [clockApp]: clock, [timerApp]: timer, 'com.lametric.weather': weather, 'com.ledpost.sky': sky, 'com.lametric.radio': stations, 'com.ledpost.calendar': calendar, 'com.lametric.diy.devwidget': data, 'com.ledpost.others': foreign };

// arranged is the elements of a widget's settings. form is the one that is open.
export function arranged(form, w, fields) {
  return makers[w.package]?.(form, w, fields) ?? fields.map((f) => f.element);
}

// clock puts the alarms first, that people come for.
function clock(form, w, fields) { return [...only(fields, 'alarms', 'face'), ...folded(fields, 'alarms', 'face')]; }

// timer begins by hand (byhand.js): the length that it has otherwise is folded, or there were two.
function timer(form, w, fields) { return [...only(fields, 'sound'), ...folded(fields, 'sound')]; }

// weather is one field that searches; the place that is pressed is kept at once, and
// shows in turn from then on.
function weather(form, w, fields) {
  const f = places(form, fields, w.settings.place || '', 'weather.saved', (p) => ({ place: [p.name, p.region || country(p)].filter(Boolean).join(', ') }));
  return [...says(w), f, ...only(fields, 'units'), ...folded(fields, 'place', 'units')];
}

// sky is at the place of the weather, or at one that is found in the same way.
function sky(form, w, fields) {
  return [...says(w), places(form, fields, '', 'sky.saved', () => ({})), ...only(fields, 'color'), ...folded(fields, 'color')];
}

// places is the field that searches for a place; more returns the settings to keep beside its
// coordinates, done is the word for it.
function places(form, fields, value, done, more) {
  const take = async (p) => {
    const { edited } = form, close = closer($('app'));
    try {
      await form.put({ ...valueOf(fields), ...more(p), latitude: p.latitude, longitude: p.longitude }, { visible: true });
    } catch (e) {
      return form.fault(e, edited);
    }
    close();
    toast(t(done, { place: p.name }));
  };
  return towns(t('weather.where'), value, take).element;
}

// says tells what has come of the settings so far.
const says = (w) => (w.says ? [make('p', { className: 'lead', textContent: w.says })] : []);

// calendar keeps the addresses and tells the next event that is found there.
function calendar(form, w, fields) {
  const said = status(), look = make('button', { type: 'button', className: 'quiet', textContent: t('calendar.look') });
  if (w.says) write(said, t('calendar.next', { event: w.says }));
  look.onclick = async () => {
    look.disabled = true;
    explain($('app-form'));
    write(said, t('aids.asks'));
    try {
      await form.put(valueOf(fields), { visible: true });
      const event = await until(async () => (await call('GET', '/live/apps')).find((x) => x.widget === w.widget)?.says);
      write(said, event ? t('calendar.next', { event }) : t('calendar.nothing'), !event);
    } catch (e) {
      write(said, '');
      form.fault(e, w);
    }
    look.disabled = false;
  };
  if (!w.settings.urls?.length) named(fields, 'urls').add();
  return [...only(fields, 'urls'), box(t('calendar.title'), look, said), ...only(fields, 'remind'), ...folded(fields, 'urls', 'remind')];
}

// until asks again and again, for some time, until there is an answer.
async function until(asked) {
  for (const end = Date.now() + settle; Date.now() < end; await new Promise((done) => setTimeout(done, 500))) {
    const got = await asked();
    if (got) return got;
  }
  return null;
}

// data tries an address, tells the value, and lets one press another value of the answer.
function data(form, w, fields) {
  const said = status(), tree = make('ul', { className: 'json' }), button = make('button', { type: 'button', className: 'quiet', textContent: t('aids.test') });
  const probe = (settings) => ask('POST', '/live/apps/test', { ...settings, widget: w.widget }, { wait: patience });
  const point = (at) => { named(fields, 'pointer').control.value = at; button.click(); };
  button.onclick = async () => {
    button.disabled = true;
    explain($('app-form'));
    write(said, t('aids.asks'));
    try {
      await tell(valueOf(fields), probe, said, tree, point);
    } catch (e) {
      write(said, e.message, true);
    }
    button.disabled = false;
  };
  return [...only(fields, 'url'), box(t('aids.trial'), button, said, tree), ...only(fields, 'pointer', 'text', 'icon'), ...folded(fields, 'url', 'pointer', 'text', 'icon')];
}

// tell asks once and shows what came; an answer without the value shows what it has.
async function tell(settings, probe, said, tree, point) {
  let faults = [];
  const got = await probe(settings).catch((e) => {
    if (!(e instanceof Fault)) throw e;
    faults = e.messages;
    return e.data;
  });
  const all = leaves(got.document), rest = all.length - most, picks = all.length > 1;
  if (picks && !settings.pointer) faults = []; // no value is chosen yet: the list asks for one
  tree.replaceChildren(...(picks ? [make('li', { textContent: t('data.pick') })] : []), ...(picks ? all.slice(0, most) : []).map(([at, v]) => leaf(at, v, settings.pointer, point)),
    ...(rest > 0 ? [make('li', { textContent: t('data.rest', { count: rest }) })] : []));
  explain($('app-form'), faults.map((m) => 'settings.' + m));
  write(said, faults.length ? t('aids.wrong') : picks && !settings.pointer ? '' : t('aids.found', got), faults.length > 0);
}

function leaf(at, value, pointer, point) {
  const b = make('button', { type: 'button', className: 'quiet', onclick: () => point(at) }, make('span', { textContent: at }), ' ', make('b', { textContent: String(JSON.stringify(value)).slice(0, 60) }));
  b.setAttribute('aria-pressed', at === (pointer || ''));
  return make('li', {}, b);
}

// leaves are the values of a document with their pointers (RFC 6901).
function leaves(v, at = '') {
  if (v === null || typeof v !== 'object') return v === undefined ? [] : [[at, v]];
  return Object.entries(v).flatMap(([k, x]) => leaves(x, `${at}/${k.replaceAll('~', '~0').replaceAll('/', '~1')}`));
}
