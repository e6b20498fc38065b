// SPDX-License-Identifier: Apache-2.0

// The parts of forms made by hand: settings by name, a group with a title, a line that
// tells, and a field that searches.

import { make, write } from './ui.js';
import { t } from './words.js';

const typing = 450; // ms after the last key until what was typed is searched

// named is the setting of that name.
export const named = (fields, name) => fields.find((f) => f.name === name);

// folded holds the settings that are not among those names.
export function folded(fields, ...names) {
  const rest = fields.filter((f) => !names.includes(f.name)).map((f) => f.element);
  return rest.length ? [make('details', { className: 'extra' }, make('summary', { textContent: t('apps.more') }), ...rest)] : [];
}

// only is the elements of the settings of those names.
export const only = (fields, ...names) => names.map((n) => named(fields, n)).filter(Boolean).map((f) => f.element);

// box is a group with a title.
export function box(title, ...children) {
  return make('fieldset', { className: 'group aid' }, make('legend', { textContent: title }), ...children);
}

// status is an empty line, read aloud when something is written into it.
export function status() {
  const said = make('p', { className: 'note' });
  said.setAttribute('role', 'status');
  return said;
}

// finder is a field that searches while one types, and a list of what it finds. find gives
// a promise of all, line makes one of them an element; it throws what can be told.
export function finder(label, hint, value, find, line) {
  const said = status(), found = make('ul', { className: 'found' });
  const input = make('input', { type: 'search', ariaLabel: label, value, autocomplete: 'off', maxLength: 100, placeholder: hint, enterKeyHint: 'search' });
  let timer, turn = 0;
  const search = async () => {
    clearTimeout(timer);
    const words = input.value.trim(), mine = ++turn;
    if (!words) return found.replaceChildren();
    write(said, t('aids.asks'));
    try {
      const { all, note } = await find(words);
      if (mine !== turn) return;
      found.replaceChildren(...all.map((one) => make('li', {}, ...line(one))));
      write(said, note || (all.length ? t('aids.results', { count: all.length }) : t('aids.none')));
    } catch (e) {
      if (mine !== turn) return;
      found.replaceChildren();
      write(said, e.message, true);
    }
  };
  input.oninput = () => { clearTimeout(timer); timer = setTimeout(search, typing); };
  input.onkeydown = (e) => {
    if (e.key !== 'Enter') return;
    e.preventDefault(); // it would save the form
    search();
  };
  return { input, said, found, search, element: box(label, input, said, found) };
}
