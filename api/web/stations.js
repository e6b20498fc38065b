// SPDX-License-Identifier: Apache-2.0

// The radio: a search that plays what it finds, and favourites. The directory that the
// search asks can be switched on here.

import { withDirectory } from './configtext.js';
import { ask, call, Fault } from './device.js';
import { box, finder, folded, named, status } from './finder.js';
import { valueOf } from './form.js';
import { attempt, confirm } from './trial.js';
import { make, toast, write } from './ui.js';
import { number, t } from './words.js';

const directory = 'https://all.api.radio-browser.info';
const patience = 20000; // ms: the device asks another server, which may take 15 s
const most = 32; // stations that a radio keeps
const shapes = { play: 'm4 2 9 6-9 6z', star: 'm8 1 2.1 4.600 5 .6-3.700 3.400 1 5L8 12.100 3.600 14.600l1-5L.9 6.200l5-.6z', cross: 'm3.500 2 4.500 4.500L12.500 2 14 3.500 9.500 8l4.500 4.500-1.500 1.500L8 9.500 3.500 14 2 12.500 6.500 8 2 3.500z' };

const icon = (shape, label, onclick, className = 'quiet') => make('button', { type: 'button', className, title: label, ariaLabel: label, onclick, innerHTML: `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${shapes[shape]}"/></svg>` });

// stations is the form of a radio.
export function stations(form, w, fields) {
  let mine = w.settings.stations || [];
  const list = make('ul', { className: 'found', id: 'favourites' }), said = status();
  const field = named(fields, 'stations');
  field.value = () => mine; // the list is kept at once; whoever saves the rest saves it again

  const keep = async (next) => {
    const all = valueOf(fields);
    try {
      await form.put({ ...all, stations: next });
      mine = next;
    } catch (e) {
      form.fault(e, w);
      throw e;
    }
    show();
  };
  const play = async (s) => {
    const known = mine.findIndex((x) => x.url === s.url), at = known < 0 ? mine.length : known;
    try {
      if (known < 0) await keep([...mine, { name: s.name, url: s.url }].slice(-most));
      await form.act('radio.play.at', { idx: Math.min(at, most - 1) });
      write(said, t('radio.plays', { name: s.name || s.url }));
    } catch (e) {
      toast(e.message, true);
    }
  };
  const name = (s) => make('span', { className: 'name', textContent: s.name || s.url });
  const show = () => list.replaceChildren(...mine.map((s) => make('li', { className: 'station' },
    icon('play', t('radio.play', { name: s.name || s.url }), () => play(s), ''), name(s),
    icon('cross', t('radio.drop', { name: s.name || s.url }), () => keep(mine.filter((x) => x !== s)).catch(() => {})))),
  ...(mine.length ? [] : [make('li', { className: 'note', textContent: t('radio.none') })]));
  show();

  const line = (s) => [make('div', { className: 'station' }, icon('play', t('radio.play', { name: s.name }), () => play(s), ''),
    make('span', { className: 'name', textContent: s.name }, make('small', { textContent: [s.codec, s.bitrate && `${number(s.bitrate)} kbit/s`].filter(Boolean).join(' · ') })),
    icon('star', t('radio.keep', { name: s.name }), () => mine.some((x) => x.url === s.url) || keep([...mine, { name: s.name, url: s.url }]).catch(() => {})))];
  const off = make('div', { hidden: true });
  const find = async (words) => {
    try {
      const all = await ask('GET', '/live/stations?q=' + encodeURIComponent(words), undefined, { wait: patience });
      off.hidden = true;
      return { all };
    } catch (e) {
      off.hidden = !(e instanceof Fault && e.messages[0]?.includes('[radio]'));
      throw off.hidden ? new Fault([e instanceof Fault ? t('radio.silent') : e.message]) : new Fault([t('radio.off')]);
    }
  };
  const f = finder(t('radio.search'), t('radio.hint'), '', find, line);
  off.append(switcher(f.said, f.search));
  f.said.after(off);
  const stop = make('button', { type: 'button', className: 'quiet', textContent: t('radio.stop'), onclick: () => form.act('radio.stop').then(() => write(said, ''), (e) => toast(e.message, true)) });
  return [f.element, box(t('radio.favourites'), list, make('div', { className: 'buttons' }, stop, said)), ...folded(fields, 'stations')];
}

// switcher is the button that switches the directory on; then is called when it is.
function switcher(said, then) {
  const b = make('button', { type: 'button', id: 'directory-on', textContent: t('radio.on') });
  b.onclick = async () => {
    b.disabled = true;
    write(said, t('radio.starts'));
    try {
      const text = await call('GET', '/live/config').then((body) => body.text());
      await attempt(withDirectory(text, directory));
      await confirm();
      toast(t('radio.ready'));
      then();
    } catch (e) {
      write(said, e.message, true);
    }
    b.disabled = false;
  };
  return b;
}
