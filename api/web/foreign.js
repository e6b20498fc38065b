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
  if (!app) return only(fields, 'app');
  if (id) credit(id, () => form.fields === fields);
  write(said, t('aids.asks'));
  formOf({ app, widget: w.widget }).then(({ schema, chosen }) => {
    const own = appFields(schema, { ...had, ...chosen }, asker({ app }));
    place.replaceChildren(own.element);
    if (form.fields !== fields) return;
    form.value = () => ({ ...valueOf(mine), ...own.value() });
    form.ready = () => own.ready;
  }).catch((e) => {
    write(said, e.data?.line ? t('write.line', { line: String(e.data.line), fault: e.message }) : e.message, true); // what was set stays as it is
  });
  const edit = () => {
    $('app').close();
    form.apps.write('', app);
  };
  const own = id ? [] : [...only(fields, 'app'), make('button', { type: 'button', className: 'quiet', textContent: t('write.edit'), onclick: edit })];
  return [...own, place, part(app, titleOf(form.apps, app))];
}

// credit says who has written an app of the community, if the device knows and its card still shows.
const credit = (id, shows) => call('GET', '/live/gallery/' + id).then(({ name, author, license }) => {
  if (shows()) $('app-about').textContent = t('community.by', { name, author, license });
}).catch(() => {}); // the sentence that stands there is true, too
