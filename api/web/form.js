// SPDX-License-Identifier: Apache-2.0

// A form made from a schema: what the settings of apps are edited with. The schemas
// are those of GET /live/apps/catalogue, as much of JSON Schema as the device uses.

import { alarmName, fresh, line, sounds, switched } from './alarmform.js';
import { seconds, written } from './durations.js';
import { pickIcon } from './icons.js';
import { $, make, write } from './ui.js';
import { dayName, days } from './week.js';
import { number as figure, t } from './words.js';

const words = (name) => name.replace(/[_.]/g, ' ').replace(/^./, (c) => c.toUpperCase());
const label = (name, schema) => schema.title || words(name);
const titleOf = (schema, value) => schema.oneOf?.find((c) => c.const === value)?.title ?? alarmName(value) ?? (days.includes(value) ? dayName(days.indexOf(value)) : words(value));

let ids = 0;

// A field is an element and a way to read it: value() is undefined where it is not
// set, so that the app's default holds.

// field makes the one of a schema; at is its name in what the device answers.
export function field(name, schema, value, at) {
  const kind = kinds[schema.additionalProperties ? 'map' : schema.enum ? 'choice' : ['alarm', 'color', 'duration', 'hours', 'icon', 'timezone', 'widget'].includes(schema.format) ? schema.format : schema.type] || kinds.string;
  const f = kind(label(name, schema), schema, value, at);
  if (!f.whole) f.element.append(noteOf(f.control, schema, at));
  return f;
}

// noteOf is the hint under a control, in whose place a fault shows.
function noteOf(control, schema, at) {
  const note = make('p', { className: 'note', id: 'set-' + ++ids, textContent: schema.description || '' });
  Object.assign(note.dataset, { field: at, hint: schema.description || '' });
  control?.setAttribute('aria-describedby', note.id);
  return note;
}

function row(title, control, ...more) {
  return make('div', { className: 'setting' }, make('label', {}, title, control), ...more);
}

const kinds = {
  string(title, schema, value) {
    const secret = schema.writeOnly, kept = secret && value?.set;
    const type = secret ? 'password' : { time: 'time', date: 'date', uri: 'url' }[schema.format] || 'text';
    const control = make('input', { type, value: typeof value === 'string' ? value : '', autocomplete: 'off', spellcheck: false });
    if (schema.maxLength) control.maxLength = schema.maxLength;
    control.placeholder = kept ? t('form.set') : schema.default ?? '';
    const forget = kept && make('button', { type: 'button', className: 'quiet', textContent: t('form.forget'), onclick: () => { control.dataset.gone = 1; control.placeholder = t('form.gone'); } });
    const read = () => control.value || (kept && !control.dataset.gone ? { set: true } : undefined);
    return { element: row(title, control, ...(forget ? [forget] : [])), control, value: read };
  },

  // The sound of an alarm: its hint is for an address.
  alarm(title, schema, value, at) {
    const s = sounds(schema, value), note = noteOf(s.list, schema, at), tell = () => { note.hidden = s.url.hidden; };
    s.list.addEventListener('change', tell);
    tell();
    const element = make('div', { className: 'setting' }, make('div', { className: 'sounds' }, make('label', {}, title, s.list), s.play), s.url, note);
    return { element, control: s.list, whole: true, value: s.value };
  },

  integer: number,
  number,

  boolean(title, schema, value) {
    const control = make('input', { type: 'checkbox', checked: value ?? schema.default ?? false });
    control.setAttribute('role', 'switch');
    const element = make('div', { className: 'setting' }, make('label', { className: 'switch' }, control, ' ' + title));
    const set = value !== undefined;
    return { element, control, value: () => (control.checked === (schema.default ?? false) && !set ? undefined : control.checked) };
  },

  // A choice has its default once, as what is usual.
  choice(title, schema, value) {
    const control = make('select', {}, make('option', { value: '', textContent: schema.default ? t('form.usual-value', { value: titleOf(schema, schema.default) }) : t('form.usual') }),
      ...schema.enum.filter((v) => v !== schema.default).map((v) => make('option', { value: v, textContent: titleOf(schema, v) })));
    control.value = value === schema.default ? '' : value ?? '';
    return { element: row(title, control), control, value: () => control.value || undefined };
  },

  color(title, schema, value) {
    const own = make('input', { type: 'checkbox', checked: !!value });
    own.setAttribute('role', 'switch');
    const control = make('input', { type: 'color', value: value || '#ffffff', disabled: !value });
    control.setAttribute('aria-label', title);
    own.onchange = () => { control.disabled = !own.checked; };
    const element = make('div', { className: 'setting' }, make('div', { className: 'joined' }, make('label', { className: 'switch' }, own, ' ' + title), control));
    return { element, control, value: () => (own.checked ? control.value.toUpperCase() : undefined) };
  },

  // A duration is minutes:seconds, and seconds to the device; what is none goes to it as
  // it is, and it refuses that.
  duration(title, schema, value, at) {
    const { minimum: low = 0, maximum: high = Infinity } = schema;
    const control = make('input', { value: written(value), placeholder: written(schema.default), autocomplete: 'off', inputMode: 'text' });
    const note = noteOf(control, { description: [schema.description, t('form.duration')].filter(Boolean).join('. ') }, at);
    const read = () => { const s = seconds(control.value); return !control.value.trim() ? undefined : isNaN(s) ? control.value : s; };
    control.onchange = () => {
      const s = read(), wrong = typeof s === 'string' ? t('timer.wrong') : s < low || s > high ? t('refusal.range', { low: written(low), high: written(high) }) : '';
      if (!wrong) control.value = written(s);
      control.setAttribute('aria-invalid', !!wrong);
      write(note, wrong || note.dataset.hint, !!wrong);
    };
    return { element: row(title, control, note), control, whole: true, value: read };
  },

  // Hours are those of a clock.
  hours(title, schema, value) {
    const control = make('select', {}, new Option(t('form.usual'), ''), ...[12, 24].map((h) => new Option(figure(h, { style: 'unit', unit: 'hour', unitDisplay: 'long' }), h)));
    control.value = value ?? '';
    return { element: row(title, control), control, value: () => (control.value ? +control.value : undefined) };
  },

  timezone(title, schema, value) {
    const zones = new Set([value, ...(Intl.supportedValuesOf?.('timeZone') || []), 'UTC']);
    const control = make('select', {}, new Option(t('form.usual'), ''), ...[...zones].filter(Boolean).map((z) => new Option(z.replaceAll('_', ' '), z)));
    control.value = value ?? '';
    return { element: row(title, control), control, value: () => control.value || undefined };
  },

  // A widget is chosen among those that the screensaver can show.
  widget(title, schema, value) {
    const all = [...document.querySelectorAll('[name="saver-widget"] option')].map((o) => new Option(o.textContent, o.value));
    const gone = value && !all.some((o) => o.value === value) ? [new Option(value, value)] : [];
    const control = make('select', {}, new Option(t('form.usual'), ''), ...all, ...gone);
    control.value = value ?? '';
    return { element: row(title, control), control, value: () => control.value || undefined };
  },

  icon(title, schema, value, at) {
    const f = kinds.string(title, schema, value, at), choose = make('button', { type: 'button', className: 'quiet', textContent: t('form.icon') });
    choose.onclick = () => pickIcon((icon) => { f.control.value = icon?.name ?? ''; });
    f.element.querySelector('label').after(choose);
    f.element.classList.add('pictured');
    return { ...f, element: make('div', { className: 'setting' }, f.element) };
  },

  object(title, schema, value, at) {
    const fields = fieldsOf(schema, value, at);
    const element = make('fieldset', { className: 'group' }, make('legend', { textContent: title }), ...fields.map((f) => f.element));
    return { element, fields, whole: true, value: () => valueOf(fields) };
  },

  // Of plain words some are ticked; of anything else there are as many as one adds.
  array(title, schema, value, at) {
    const items = schema.items || { type: 'string' };
    if (items.format === 'effect') return ticks(title, backgrounds(value), value);
    return items.enum ? ticks(title, items, value) : list(title, schema, items, value, at);
  },

  map(title, schema, value) {
    const control = make('textarea', { rows: 3, spellcheck: false, placeholder: t('form.map'), value: value && !value.set ? Object.entries(value).map((e) => e.join(': ')).join('\n') : '' });
    const kept = value?.set;
    if (kept) control.placeholder = t('form.set');
    return { element: row(title, control), control, value: () => mapOf(control.value) || (kept ? { set: true } : undefined) };
  },
};

function mapOf(text) {
  const entries = text.split('\n').filter((l) => l.trim()).map((l) => {
    const at = l.indexOf(':');
    return at < 0 ? [l.trim(), ''] : [l.slice(0, at).trim(), l.slice(at + 1).trim()];
  });
  return entries.length ? Object.fromEntries(entries) : undefined;
}

function number(title, schema, value) {
  const control = make('input', { inputMode: schema.type === 'integer' ? 'numeric' : 'decimal', value: value ?? '', placeholder: schema.default ?? '', autocomplete: 'off' });
  // What is no number goes to the device as it is, which says what is wrong.
  const read = () => (control.value === '' ? undefined : isFinite(control.value.replace(',', '.')) ? +control.value.replace(',', '.') : control.value);
  return { element: row(title, control), control, value: read };
}

// backgrounds are the moving ones of the composer's list, and those that are set.
function backgrounds(value = []) {
  const all = [...$('background').options].filter((o) => o.value && o.value !== 'color').map((o) => ({ const: o.value, title: o.textContent }));
  const oneOf = [...all, ...value.filter((v) => !all.some((o) => o.const === v)).map((v) => ({ const: v, title: words(v) }))];
  return { oneOf, enum: oneOf.map((o) => o.const) };
}

function ticks(title, items, value) {
  const boxes = items.enum.map((n) => make('input', { type: 'checkbox', value: n, checked: value?.includes(n) ?? false }));
  const element = make('fieldset', { className: 'ticks' }, make('legend', { textContent: title }),
    ...boxes.map((b) => make('label', {}, b, make('span', { textContent: titleOf(items, b.value) }))));
  return { element, control: boxes[0], value: () => { const on = boxes.filter((b) => b.checked).map((b) => b.value); return on.length || value ? on : undefined; } };
}

// gist is what a closed item of a list shows of its value.
function gist(value, number) {
  const said = Object.values(value ?? {}).flatMap((v) => (typeof v === 'string' ? [v] : Array.isArray(v) ? [v.map((d) => titleOf({}, d)).join(' ')] : []));
  return [...said, value?.enabled === false && t('form.off')].filter(Boolean).join(' · ') || number;
}

function list(title, schema, items, value, at) {
  const rows = make('div', {}), fields = [];
  const add = (v, begun) => {
    const number = `${items.title || title} ${fields.length + 1}`;
    const f = field(number, { ...items, title: undefined }, v, `${at}[${fields.length}]`);
    const remove = make('button', { type: 'button', className: 'quiet', textContent: t('form.remove'), ariaLabel: t('form.remove-name', { name: number }) });
    const item = items.properties ? folded(f, number, remove, begun) : make('div', { className: 'item' }, f.element, remove);
    remove.onclick = () => { fields.splice(fields.indexOf(f), 1); item.remove(); more.focus(); };
    fields.push(f);
    rows.append(item);
    if (begun) f.element.querySelector('input, select')?.focus();
  };
  const more = make('button', { type: 'button', className: 'quiet', textContent: t('form.add'), ariaLabel: t('form.add-name', { name: title }), onclick: () => add(items.properties?.days && fresh, true) });
  for (const v of value || []) add(v);
  const element = make('fieldset', { className: 'group' }, make('legend', { textContent: title }), rows, more);
  return { element, control: more, add, value: () => (fields.length || value ? fields.map((f) => f.value() ?? null).filter((v) => v !== null) : undefined) };
}

// folded is an item of several fields, which shows its gist until it is opened; an alarm has
// a switch beside it.
function folded(f, number, remove, open) {
  const on = f.fields.find((x) => x.name === 'enabled'), said = make('summary', {});
  const tell = () => said.replaceChildren(...(on ? line(f.value()) : [gist(f.value(), number)]));
  const item = make('details', { className: 'fold', open: !!open }, said, f.element, remove);
  item.oninput = tell;
  tell();
  return on ? switched(item, on, t('alarm.on')) : item;
}

// fieldsOf are the fields of an object's properties.
export function fieldsOf(schema, value, at) {
  const named = schema.properties || {};
  // Settings that only the app knows can be changed where they are set.
  const more = Object.keys(value || {}).filter((name) => schema.additionalProperties && !(name in named));
  const all = [...Object.entries(named), ...more.map((name) => [name, schema.additionalProperties])];
  return all.map(([name, s]) => ({ ...field(name, s, value?.[name], at ? `${at}.${name}` : name), name }));
}

// valueOf is the object that the fields say.
export function valueOf(fields) {
  const all = fields.map((f) => [f.name, f.value()]).filter(([, v]) => v !== undefined);
  return Object.fromEntries(all);
}
