// SPDX-License-Identifier: Apache-2.0

// The search: the words of the field against the sections of all pages. The index
// is a script, loaded when somebody first needs it, so that it works from a folder.
const field = document.getElementById('find');
const list = document.getElementById('found');
const root = document.body.dataset.root;
let loading;

const load = () => (loading ??= new Promise((resolve, reject) => {
  const script = document.createElement('script');
  script.src = root + 'sections.js';
  script.onload = resolve;
  script.onerror = reject;
  document.head.append(script);
}));

const words = (text) => text.toLowerCase().normalize('NFKD').match(/[\p{L}\p{N}_.]+/gu) ?? [];

// stem takes an English ending off, so that "flickers" finds "flicker". Words are
// compared by their beginnings: "notif" finds "notifications".
const stem = (word) => (word.length > 3 ? word.replace(/(ing|ies|ed|es|e|s|y)$/, '') : word);

// idle words of a question say nothing about its answer.
const idle = new Set('a an and are as at be by can do does for from get have how i if in is it its many me much my need of on or set the there to use want what when where which why will with without'.split(' '));

// same are stems of people's words, with the stem of the guide's word.
const same = {messag: 'notific'};

// points of a section: a word in its heading or in the page's title counts more than
// one in the text, and a heading that has all words and no other most; the title is the
// heading of a page's beginning. A title with the very words counts double, the idle
// words too: "Many devices" is a page, "Device" a section. Each word that is missing costs
// most, and pages that fewer people ask for count less (row[4]).
function points(wanted, row) {
  const [page, heading, text] = row.words ??= row.slice(1, 4).map(words);
  const name = heading.length > 0 ? heading : page;
  let sum = 0;
  let missing = 0;
  let named = 0;
  for (const word of wanted) {
    const hits = (all) => all.filter((w) => w.startsWith(word) || (word in same && w.startsWith(same[word]))).length;
    const n = 30 * Math.min(hits(name), 1) + 15 * Math.min(hits(page), 1) + Math.min(hits(text), 5);
    sum += n;
    missing += n === 0;
    named += hits(name) > 0;
  }
  if (2 * missing > wanted.length || sum === 0) return 0;
  sum *= 1 + named / wanted.length * Math.min(named / Math.max(name.filter((w) => !idle.has(w)).length, 1), 1);
  if (heading.length === 0 && page.map(stem).join(' ') === wanted.phrase) sum *= 2;
  return sum / (1 + 0.4 * row[4]) / (1 + 9 * missing);
}

function excerpt(text, wanted) {
  const lower = text.toLowerCase();
  const at = Math.min(...wanted.map((w) => lower.indexOf(w)).filter((n) => n >= 0), text.length);
  const from = at < 60 || at === text.length ? 0 : text.lastIndexOf(' ', at - 40) + 1;
  return (from ? '… ' : '') + text.slice(from, from + 140) + (text.length > from + 140 ? ' …' : '');
}

function item([href, page, heading, text], wanted) {
  const li = document.createElement('li');
  const a = document.createElement('a');
  const title = document.createElement('b');
  const place = document.createElement('small');
  const said = document.createElement('span');
  a.href = root + href;
  title.textContent = heading || page;
  place.textContent = heading ? page : '';
  said.textContent = excerpt(text, wanted);
  a.append(title, ' ', place, said);
  li.append(a);
  return li;
}

// find returns the sections that have the words, or half of them, the best first. The
// index is loaded by then.
function find(wanted) {
  const rows = sections.map((row) => [points(wanted, row), row]).filter(([n]) => n > 0);
  return rows.sort(([a], [b]) => b - a).map(([, row]) => row);
}

const wantedOf = (text) => Object.assign(words(text).filter((w) => !idle.has(w)).map(stem), {phrase: words(text).map(stem).join(' ')});

async function search() {
  const wanted = wantedOf(field.value);
  if (wanted.length > 0) await load();
  const rows = wanted.length > 0 ? find(wanted) : [];
  list.replaceChildren(...rows.slice(0, 12).map((row) => item(row, wanted)));
  if (wanted.length > 0 && rows.length === 0) {
    const li = document.createElement('li');
    li.className = 'nothing';
    li.textContent = 'Nothing found. Try fewer words, or the name of a part or a setting.';
    list.append(li);
  }
  list.hidden = wanted.length === 0;
}

field.addEventListener('input', search);
field.addEventListener('focus', () => load().catch(() => {}));
document.addEventListener('keydown', (e) => {
  const links = [...list.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  if (e.key === 'Escape') {
    field.value = '';
    search();
  } else if (e.key === '/' && !e.ctrlKey && !e.metaKey && document.activeElement !== field) {
    field.focus();
    e.preventDefault();
  } else if (e.key === 'ArrowDown' && !list.hidden && at + 1 < links.length) {
    links[at + 1].focus();
    e.preventDefault();
  } else if (e.key === 'ArrowUp' && at >= 0) {
    (links[at - 1] ?? field).focus();
    e.preventDefault();
  } else if (e.key === 'Enter' && document.activeElement === field && links.length > 0) {
    links[0].click();
  }
});
document.addEventListener('click', (e) => {
  if (!e.target.closest('.find')) list.hidden = true;
  else if (e.target.closest('#found a')) list.hidden = true; // a section of this page
});

// On a narrow screen the menu begins closed.
if (matchMedia('(max-width: 60rem)').matches) document.querySelector('.menu details').open = false;
