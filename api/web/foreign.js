// SPDX-License-Identifier: Apache-2.0

// The settings of a widget that shows an app by others: the name of an own app, and the fields
// that the app declares.

import { appFields, asker, schemaOf } from './appfields.js';
import { part, titleOf } from './consent.js';
import { only, status } from './finder.js';
import { valueOf } from './form.js';
import { make, write } from './ui.js';
import { t } from './words.js';

// foreign gives the elements of the settings of a widget; form is the one that is open.
export function foreign(form, w, fields) {
  const { app, ...had } = w.settings ?? {}, said = status(), place = make('div', {}, said), mine = fields.filter((f) => f.name === 'app');
  if (!app) return only(fields, 'app');
  write(said, t('aids.asks'));
  schemaOf({ app }).then((schema) => {
    const own = appFields(schema, had, asker({ app }));
    place.replaceChildren(own.element);
    if (form.fields === fields) form.value = () => ({ ...valueOf(mine), ...own.value() });
  }).catch((e) => {
    write(said, e.message, true);
    place.append(...fields.filter((f) => f.name !== 'app').map((f) => f.element));
  });
  return [...only(fields, 'app'), place, part(app, titleOf(form.apps, app))];
}
