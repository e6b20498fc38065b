// SPDX-License-Identifier: Apache-2.0

// What apps declare of their settings, and effects, in the reader's language. The words of a setting
// are at set.PACKAGE/NAME, or at set.*/NAME for all of that name; "?" after it is its
// description, "=value" one of its choices, "/name" a field of it.

import { told } from './words.js';

const own = (key, text, more = '') => text && told(`set.${key}${more}`, told(`set.*/${key.slice(key.lastIndexOf('/') + 1)}${more}`, text));

// spoken is a schema in the reader's words; key is its place.
export function spoken(schema, key) {
  const out = { ...schema, title: own(key, schema.title), description: own(key, schema.description, '?') };
  const title = (value) => schema.oneOf?.find((c) => c.const === value)?.title;
  const said = (value) => (schema.format === 'effect' ? told('effect.' + value, title(value)) : title(value));
  if (schema.enum) out.oneOf = schema.enum.map((v) => ({ const: v, title: told(`set.${key}=${v}`, said(v)) })).filter((c) => c.title);
  if (schema.items) out.items = spoken(schema.items, schema.items.properties ? key : key + '[]');
  if (schema.properties) out.properties = Object.fromEntries(Object.entries(schema.properties).map(([name, s]) => [name, spoken(s, `${key}/${name}`)]));
  return out;
}

// effectName is that of an effect, a background or an overlay; a colour is its own.
export const effectName = (value) => told('effect.' + value, value[0].toUpperCase() + value.slice(1).replaceAll('_', ' '));
