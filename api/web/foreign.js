// SPDX-License-Identifier: Apache-2.0

// The settings of a widget that shows an app by others: the name of an own app, and the fields
// that the app declares.

import { appFields, asker, formOf } from './appfields.js';
import { part, titleOf } from './consent.js';
import { call } from './device.js';
import { only, status } from './finder.js';
import { valueOf } from './form.js';
import { $, make, write } from './ui.js';
import { t } from './words.js';

// foreign gives the elements of the settings of a widget; form is the one that is open.
export function foreign(form, w, fields) {
  const { app, ...had } = w.settings ?? {}, said = status(), place = make('div', {}, said), mine = fields.filter((f) => f.name === 'app');
  const id = form.apps.offered(w);
  if (!id) choose(mine[0], app, said);
  if (id) credit(id, () => form.fields === fields);
  const edit = () => {
    $('app').close();
    form.apps.write('', app);
  };
  const own = id ? [] : [...only(fields, 'app'), make('div', { className: 'setting' }, make('button', { type: 'button', className: 'quiet', textContent: t(app ? 'write.edit' : 'apps.write'), onclick: edit }))];
  if (!app) return [place, ...own];
  write(said, t('aids.asks'));
  formOf({ app, widget: w.widget }).then(({ schema, chosen }) => {
    const declared = appFields(schema, { ...had, ...chosen }, asker({ app }));
    place.replaceChildren(declared.element);
    if (form.fields !== fields) return;
    form.value = () => ({ ...valueOf(mine), ...declared.value() });
    form.ready = () => declared.ready;
  }).catch((e) => {
    write(said, e.data?.line ? t('write.line', { line: String(e.data.line), fault: e.message }) : e.message, true); // what was set stays as it is
  });
  return [...own, place, part(app, titleOf(form.apps, app))];
}

// choose lets one of the own apps be chosen in place of typing its name, unless the device does not tell which there
// are; said tells when there is none.
async function choose(field, app, said) {
  const select = make('select', {}, new Option(app || t('write.choose'), app || '')), { control, value } = field;
  const note = control.getAttribute('aria-describedby');
  if (note) select.setAttribute('aria-describedby', note);
  control.replaceWith(select);
  Object.assign(field, { control: select, value: () => select.value || undefined });
  const { scripts } = await call('GET', '/live/scripts').catch(() => ({}));
  if (!scripts) {
    select.replaceWith(control);
    return Object.assign(field, { control, value });
  }
  select.append(...scripts.filter((s) => s.name !== app).map((s) => new Option(s.name, s.name)));
  field.element.hidden = select.length === 1 && !app;
  if (field.element.hidden) write(said, t('write.none'));
}

// credit says who has written an app of the community, if the device knows and its card still shows.
const credit = (id, shows) => call('GET', '/live/gallery/' + id).then(({ name, author, license }) => {
  if (shows()) $('app-about').textContent = t('community.by', { name, author, license });
}).catch(() => {}); // the sentence that stands there is true, too
