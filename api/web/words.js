// SPDX-License-Identifier: Apache-2.0

// The words of the page, in the language of its reader.
//
// Every word that the page shows is in the files of folder words, one a language: key → text.
// Section page has what the page shows by the modules that it begins with, and section later the
// rest, which load.js gets before it loads a module. A key is "place.what" in lower case, the
// place being the module or the card that shows it. To add words:
//
//   1. Write the key in section page of all files. {name} stands for a value. Where the
//      form hangs on a number write an object of plural forms in place of the text,
//      {"one": "{count} icon", "other": "{count} icons"}, which {count} chooses among.
//   2. Show it: in HTML <p data-t="place.what"></p> for the text of an element and
//      <input data-t-placeholder="place.what"> for an attribute, here the placeholder,
//      which the device fills in before it serves the page, with `code` between backticks
//      in the text of an element;
//      in JavaScript t('place.what', {name: value}), with a key in single quotes, or
//      t('place.' + value) when one of several is meant.
//   3. go test ./api/web -update sorts the words and moves each into its section, and
//      go test ./words ./api/web tells what a language lacks, what nobody shows, whose values
//      differ and what is still English.
//
// What the device itself says is English. Where it says one of a known list of things,
// told(key, text) shows them in the reader's language, and the device's words where the
// file has none: names of apps, of their settings (see spoken.js) and of effects, which
// English therefore lacks. Reasons that
// a field is refused are in refusals.js, as far as people meet them.

// languages are those that there are, by their codes, in their own words.
export const languages = Object.fromEntries(document.documentElement.dataset.languages.split(',').map((l) => [l.slice(0, 2), l.slice(3)]));

// language is the one that the page was served in: the one chosen here, else the first
// of the browser's that there is.
export const language = document.documentElement.lang;

// locale is the browser's kind of that language, for numbers and times: a page in
// English shows a Briton 21:15 and an American 9:15 PM.
export const locale = navigator.languages.find((tag) => tag.split('-')[0].toLowerCase() === language) || language;

const files = document.documentElement.dataset; // their addresses
const patience = 5000; // ms for the words
const pauses = [250, 500, 1000, 2000]; // ms before the page asks for them again; the last one is for all that follow

// begin gets the words that the page cannot start without.
async function begin() {
  for (let n = 0; ; n++) {
    const all = await fetch(files.words, { signal: AbortSignal.timeout(patience) })
      .then((answer) => answer.ok && answer.json()).catch(() => null);
    if (all) return all;
    await new Promise((done) => setTimeout(done, pauses[n] ?? pauses.at(-1)));
  }
}

const words = await begin();

let rest; // the other words, from when they are asked for

// more gets the words of modules that are loaded later, once. What fails may be called again.
export const more = () => (rest ??= other().catch((e) => { rest = null; throw e; }));

async function other() {
  const answer = await fetch(files.more);
  if (!answer.ok) throw new TypeError(answer.statusText); // as a module that does not come
  Object.assign(words, await answer.json());
}
const plural = new Intl.PluralRules(language);

// t is the text of a key, with the values in it; numbers are written as the locale does.
export function t(key, values = {}) {
  let text = words[key] ?? key;
  if (typeof text === 'object') text = text[plural.select(values.count)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === 'number' ? number(values[name]) : values[name]));
}

// told is what the device says, in the reader's words if there are any.
export const told = (key, text) => words[key] ?? text;

export const number = (value, options) => new Intl.NumberFormat(locale, options).format(value);
export const percent = (value) => number(value / 100, { style: 'percent' });
export const inSeconds = (value) => number(value, { style: 'unit', unit: 'second', unitDisplay: 'short' });

const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
const halves = new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' }); // of the day, where hours count to 12

// timeOfDay and hourOfDay write a time as the reader does, of minutes or hours after midnight:
// 10:30 PM or 22:30, and 10 PM or 22. minutesOf reads the device's, 22:30 or 22:30:00.
export const timeOfDay = (minutes) => clock.format(minutes * 60_000);
export const hourOfDay = (h) => (halves.resolvedOptions().hour12 ? halves.format(h * 36e5) : String(h));
export const minutesOf = (time) => { const [h, m] = time.split(':').map(Number); return h * 60 + m; };

const year = 31_536_000; // s

// choice fills the list of languages and shows the page anew in the one that is chosen.
export function choice(select) {
  select.append(...Object.entries(languages).map(([tag, name]) => Object.assign(new Option(name, tag), { lang: tag })));
  select.value = language;
  select.onchange = () => {
    document.cookie = `ledpost.language=${select.value}; max-age=${year}; samesite=lax`;
    location.reload();
  };
}
