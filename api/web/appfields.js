// SPDX-License-Identifier: Apache-2.0

// The settings of apps by others, by the schema that an app declares in pixlet's form. All values
// are strings, and what is not set has the app's default.

import { ask as request } from './device.js';
import { finder } from './finder.js';
import { town, towns } from './towns.js';
import { make, shape, write } from './ui.js';
import { t } from './words.js';

const patience = 20000; // ms: the app may ask another server
const photo = [64, 32]; // pixels that a picture may have on any panel, as a Tidbyt has
const photoMost = 65536; // letters of a picture that the device keeps
const truth = (on) => (on ? 'true' : 'false');

// asker gives what asks a handler of an app: of is {app} or {source}.
export const asker = (of) => async (handler, typed, settings) => (await request('POST', '/live/scripts/form', { ...of, handler, typed, settings }, { wait: patience })).answer;

// formOf gives {schema, chosen}: the schema of an app, null if it has no settings, and the values that the device tells of
// a widget. of is {app}, {app, widget} or {source}.
export const formOf = (of) => request('POST', '/live/scripts/form', of, { wait: patience });
export const schemaOf = async (of) => (await formOf(of)).schema;

// appFields makes a form of a schema. had is the settings so far: strings, or {set: true} of what the
// device does not tell; asks is what asker gives. value() is the settings that are set, once ready is; changed is
// called when one has changed.
export function appFields(schema, had = {}, asks, changed = () => {}) {
  const form = { had, asks, fields: [], ready: Promise.resolve(), element: make('div', { className: 'app-fields' }) };
  const list = schema?.schema ?? [], generates = list.some((s) => s.type === 'generated');
  const unseen = () => Object.entries(had).filter(([id, v]) => generates && kept(v) && !form.fields.some((f) => f.id === id)); // a generated field that is not there yet
  form.value = () => Object.fromEntries([...unseen(), ...form.fields.map((f) => [f.id, f.value()]).filter(([, v]) => v !== undefined && v !== '')]);
  form.plain = () => Object.fromEntries(Object.entries(form.value()).filter(([, v]) => typeof v === 'string'));
  add(form, list, form.element);
  if (!list.length) form.element.append(make('p', { className: 'lead', textContent: t('fields.none') }));
  form.element.addEventListener('change', changed);
  return form;
}

// add appends the fields of a schema to an element, and gives them.
function add(form, list, element) {
  const made = list.filter((s) => kinds[s.type]).map((s) => {
    const f = { id: s.id, schema: s, ...kinds[s.type](s, form.had[s.id], form) };
    if (s.description && !f.told) f.element.append(make('p', { className: 'note', textContent: s.description }));
    return f;
  });
  form.fields.push(...made);
  element.append(...made.map((f) => f.element));
  return made;
}

// tell says that a field has changed whose control does not say so itself.
const tell = (f) => f.element.dispatchEvent(new Event('change', { bubbles: true }));

const row = (title, control, ...more) => make('div', { className: 'setting' }, make('label', {}, title, control), ...more);
const kept = (had) => had?.set === true;
const text = (had) => (typeof had === 'string' ? had : '');

// stays gives what an untouched field of a value that is not told means: it stays.
const stays = (had, control, read) => () => read(control) || (kept(had) ? { set: true } : undefined);

// parsed reads a value that is JSON.
function parsed(had) {
  try {
    return JSON.parse(text(had)) ?? {};
  } catch {
    return {};
  }
}

// name is the title of a field, which a Tidbyt's may lack.
const name = (s) => s.name || s.id;

const kinds = {
  text(s, had) {
    const control = make('input', { type: s.secret ? 'password' : 'text', value: text(had), autocomplete: 'off', spellcheck: false, placeholder: kept(had) ? t('form.set') : s.default ?? '' });
    return { element: row(name(s), control), value: stays(had, control, (c) => c.value) };
  },

  dropdown(s, had) {
    const all = s.options ?? [], usual = !kept(had) && all.some((o) => o.value === s.default);
    const first = usual ? [] : [new Option(t(kept(had) ? 'fields.kept' : 'form.usual'), '')];
    const control = make('select', {}, ...first, ...all.map((o) => new Option(o.display || o.text, o.value)));
    control.value = text(had) || (usual ? s.default : '');
    return { element: row(name(s), control), value: stays(had, control, (c) => (usual && c.value === s.default ? '' : c.value)) };
  },

  onoff(s, had) {
    if (kept(had)) { // neither on nor off: a list can say that
      return kinds.dropdown({ ...s, default: undefined, options: ['true', 'false'].map((value) => ({ value, display: t(value === 'true' ? 'fields.on' : 'form.off') })) }, had);
    }
    const usual = s.default === 'true', control = make('input', { type: 'checkbox', checked: had ? text(had) === 'true' : usual });
    control.setAttribute('role', 'switch');
    const element = make('div', { className: 'setting' }, make('label', { className: 'switch' }, control, ' ' + name(s)));
    return { element, value: () => (control.checked === usual && !had ? undefined : truth(control.checked)) };
  },

  color(s, had) {
    const own = make('input', { type: 'checkbox', checked: !!had }), control = make('input', { type: 'color', value: six(text(had) || s.default), disabled: !text(had) });
    own.setAttribute('role', 'switch');
    control.setAttribute('aria-label', name(s));
    own.onchange = () => { control.disabled = !own.checked; };
    const some = (s.palette ?? []).map((c) => make('button', { type: 'button', className: 'swatch', ariaLabel: c, title: c, onclick: () => pick(c) }));
    for (const b of some) b.style.background = six(b.title);
    const pick = (c) => {
      Object.assign(control, { value: six(c), disabled: false });
      own.checked = true;
      control.dispatchEvent(new Event('change', { bubbles: true }));
    };
    const element = make('div', { className: 'setting' }, make('div', { className: 'joined' }, make('label', { className: 'switch' }, own, ' ' + name(s)), control, ...some),
      ...(kept(had) ? [make('p', { className: 'note', textContent: t('fields.kept') })] : []));
    return { element, value: () => (!own.checked ? undefined : control.disabled ? had : control.value) };
  },

  // A moment is one of the reader's zone.
  datetime(s, had) {
    const control = make('input', { type: 'datetime-local', value: local(text(had)) });
    return { element: row(name(s), control, ...(kept(had) ? [make('p', { className: 'note', textContent: t('fields.kept') })] : [])), value: stays(had, control, (c) => c.value && new Date(c.value).toISOString().replace('.000', '')) };
  },

  location(s, had) {
    let chosen = text(had);
    const take = (p) => {
      chosen = JSON.stringify(location(p));
      f.input.value = town(p);
      f.found.replaceChildren();
      write(f.said, '');
      tell(f);
    };
    const f = towns(name(s), parsed(had).description ?? parsed(had).locality ?? '', take);
    if (kept(had)) f.input.placeholder = t('form.set');
    return { element: f.element, value: () => (chosen && f.input.value.trim() ? chosen : kept(had) ? { set: true } : undefined) };
  },

  // What is near a place, such as a stop: the place first, then one of what the app finds there.
  locationbased(s, had, form) {
    const control = make('select', { hidden: true }), f = towns(name(s), parsed(had).display ?? '', async (p) => {
      f.input.value = town(p);
      f.found.replaceChildren();
      write(f.said, t('aids.asks'));
      try {
        const all = await form.asks(s.handler, JSON.stringify(location(p)), form.plain());
        control.replaceChildren(...all.map((o) => new Option(o.display || o.text, JSON.stringify(o))));
        control.hidden = !all.length;
        write(f.said, all.length ? t('aids.results', { count: all.length }) : t('fields.nothing'));
      } catch (e) {
        write(f.said, e.message, true);
      }
      tell(f);
    });
    if (kept(had)) f.input.placeholder = t('form.set');
    control.setAttribute('aria-label', name(s));
    f.element.append(control);
    return { element: f.element, value: () => control.value || had };
  },

  typeahead(s, had, form) {
    let chosen = had;
    const find = async (words) => ({ all: await form.asks(s.handler, words, form.plain()) });
    const f = finder(name(s), '', parsed(had).display ?? '', find, (o) => [make('button', { type: 'button', className: 'quiet', textContent: o.display || o.text, onclick: () => take(o) })]);
    const take = (o) => {
      chosen = JSON.stringify(o);
      f.input.value = o.display || o.text;
      f.found.replaceChildren();
      write(f.said, '');
      tell(f);
    };
    if (kept(had)) f.input.placeholder = t('form.set');
    return { element: f.element, value: () => (f.input.value.trim() || kept(chosen) ? chosen : undefined) };
  },

  // Generated fields are those that the app makes of another field's value.
  generated(s, had, form) {
    const element = make('div', {}), said = make('p', { className: 'note' });
    let of, made = [], turn = 0;
    const look = async () => {
      const source = form.fields.find((f) => f.id === s.source), is = source?.value() ?? source?.schema.default;
      if (is === of || typeof is !== 'string') return;
      of = is;
      const mine = ++turn;
      try {
        const more = await form.asks(s.handler, is, form.plain());
        if (mine !== turn) return;
        form.had = { ...form.had, ...form.plain() };
        form.fields = form.fields.filter((f) => !made.includes(f));
        element.replaceChildren();
        made = add(form, (more.schema ?? []).filter((x) => x.type !== 'generated'), element);
      } catch (e) {
        if (mine !== turn) return;
        write(said, e.message, true);
        element.replaceChildren(said);
      }
    };
    setTimeout(() => { form.element.addEventListener('change', look); look(); });
    return { element, told: true, value: () => undefined };
  },

  png(s, had, form) {
    let chosen = had;
    const control = make('input', { type: 'file', accept: 'image/*' }), said = make('p', { className: 'note', textContent: had ? t('fields.kept') : s.description ?? '' });
    const take = async () => {
      try {
        if (control.files[0]) chosen = await picture(control.files[0]);
        write(said, '');
      } catch {
        write(said, t('fields.photo'), true);
      }
      said.dispatchEvent(new Event('change', { bubbles: true }));
    };
    control.onchange = (e) => {
      e.stopPropagation();
      form.ready = take();
    };
    return { element: row(name(s), control, said), told: true, value: () => chosen };
  },

  oauth2(s) { return { element: make('div', { className: 'setting' }, make('p', { textContent: name(s) }), make('p', { className: 'note', textContent: t('fields.sign-in') })), told: true, value: () => undefined }; },
};
kinds.radio = kinds.dropdown;
kinds.oauth1 = kinds.oauth2;

// six is a colour as a browser's field takes it: #rrggbb.
function six(c = '') {
  const digits = c.replace('#', '');
  if (/^[0-9a-f]{3,4}$/i.test(digits)) return '#' + [...digits.slice(0, 3)].map((d) => d + d).join('');
  return /^[0-9a-f]{6}/i.test(digits) ? '#' + digits.slice(0, 6) : '#ffffff';
}

// local is a moment in the reader's zone, as a browser's field takes it.
function local(iso) {
  const at = new Date(iso);
  return isNaN(at) ? '' : new Date(at - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

// location is a place as Tidbyt's apps read it.
const location = (p) => ({
  lat: String(p.latitude), lng: String(p.longitude), description: town(p), locality: p.name, place_id: '',
  timezone: p.timezone || Intl.DateTimeFormat().resolvedOptions().timeZone,
});

// picture is a file as a PNG in base64, no larger than the panel, and than what the device keeps.
async function picture(file) {
  const image = await createImageBitmap(file), [width, height] = shape().map((n, i) => Math.max(n, photo[i]));
  for (let by = Math.min(1, width / image.width, height / image.height); ; by *= 0.8) {
    const canvas = make('canvas', { width: Math.max(1, Math.round(image.width * by)), height: Math.max(1, Math.round(image.height * by)) });
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const text = canvas.toDataURL('image/png').split(',')[1];
    if (text.length <= photoMost) return text;
  }
}
