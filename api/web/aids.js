// What helps with the settings of some apps: trying where data comes from, looking for
// radio stations and for places.

import { ask, Fault } from './device.js';
import { valueOf } from './form.js';
import { $, explain, make, write } from './ui.js';
import { number, t } from './words.js';

const patience = 20000; // ms: the device asks another server, which may take 15 s

const makers = {
  'com.lametric.diy.devwidget': trial,
  'com.lametric.radio': stations,
  'com.lametric.weather': places,
};

// withAid is the elements of a widget's settings, with the aid that its app has, if any:
// a search above them, a trial of what they say below.
export function withAid(widget, fields) {
  const maker = makers[widget.package], all = fields.map((f) => f.element);
  if (!maker) return all;
  const aid = maker(fields, widget);
  return maker === trial ? [...all, aid] : [aid, ...all];
}

const named = (fields, name) => fields.find((f) => f.name === name);

function box(title, ...children) {
  return make('fieldset', { className: 'group aid' }, make('legend', { textContent: title }), ...children);
}

// busy runs an action while its button cannot be pressed, and says what goes wrong.
async function busy(button, said, action) {
  button.disabled = true;
  write(said, t('aids.asks'));
  try {
    await action();
  } catch (e) {
    write(said, e.message, true);
  }
  button.disabled = false;
}

// trial asks for the data once, as it is set now, and tells what was found.
function trial(fields, widget) {
  const said = make('p', { className: 'note' }), button = make('button', { type: 'button', className: 'quiet', textContent: t('aids.test') });
  said.setAttribute('role', 'status');
  button.onclick = () => busy(button, said, async () => {
    explain($('app-form'));
    try {
      const { value, text } = await ask('POST', '/live/apps/test', { ...valueOf(fields), widget: widget.widget }, { wait: patience });
      write(said, t('aids.found', { value, text }));
    } catch (e) {
      if (!(e instanceof Fault)) throw e;
      explain($('app-form'), e.messages.map((m) => 'settings.' + m));
      write(said, t('aids.wrong'), true);
    }
  });
  return box(t('aids.trial'), button, said);
}

// finder is a search whose results are taken by a press.
function finder(title, path, line, take) {
  const words = make('input', { type: 'search', ariaLabel: title, autocomplete: 'off', maxLength: 100 });
  const button = make('button', { type: 'button', className: 'quiet', textContent: t('aids.search') });
  const said = make('p', { className: 'note' }), found = make('ul', { className: 'found' });
  said.setAttribute('role', 'status');
  const search = () => words.value.trim() && busy(button, said, async () => {
    found.replaceChildren();
    const all = await ask('GET', path + encodeURIComponent(words.value.trim()), undefined, { wait: patience });
    found.replaceChildren(...all.map((one) => make('li', {}, make('button', {
      type: 'button', className: 'quiet', textContent: line(one),
      onclick: () => { take(one); write(said, t('aids.taken', { what: line(one) })); },
    }))));
    write(said, t('aids.results', { count: all.length }));
  });
  button.onclick = search;
  words.onkeydown = (e) => {
    if (e.key !== 'Enter') return;
    e.preventDefault(); // it would save the form
    search();
  };
  return box(title, make('div', { className: 'joined' }, words, button), said, found);
}

function stations(fields) {
  const line = (s) => [s.name, s.codec, s.bitrate && `${number(s.bitrate)} kbit/s`].filter(Boolean).join(' · ');
  return finder(t('aids.stations'), '/live/stations?q=', line, (s) => named(fields, 'stations').add({ name: s.name, url: s.url }));
}

function places(fields) {
  const line = (p) => [p.name, p.region, p.country].filter(Boolean).join(', ');
  return finder(t('aids.places'), '/live/places?q=', line, (p) => {
    named(fields, 'place').control.value = [p.name, p.region || p.country].filter(Boolean).join(', ');
    for (const name of ['latitude', 'longitude']) named(fields, name).control.value = ''; // they would win
  });
}
