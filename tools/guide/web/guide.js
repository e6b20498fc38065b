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
const stem = (word) => (word.length > 4 ? word.replace(/(ing|ies|ed|es|s|y)$/, '') : word);

// points of a section: each word must be in it; a word in the heading or in the
// page's title counts more than one in the text, and the doors behind the first one
// count less.
function points(wanted, row) {
  const [page, heading, text] = row.words ??= row.slice(1, 4).map(words);
  let sum = 0;
  for (const word of wanted) {
    const hits = (all) => all.filter((w) => w.startsWith(word)).length;
    const n = 30 * Math.min(hits(heading), 1) + 15 * Math.min(hits(page), 1) + Math.min(hits(text), 5);
    if (n === 0) return 0;
    sum += n;
  }
  return sum / (1 + 0.7 * row[4]);
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

async function search() {
  const wanted = words(field.value).map(stem);
  if (wanted.length > 0) await load();
  const rows = wanted.length > 0 ? sections.map((row) => [points(wanted, row), row]).filter(([n]) => n > 0) : [];
  rows.sort(([a], [b]) => b - a);
  list.replaceChildren(...rows.slice(0, 12).map(([, row]) => item(row, wanted)));
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
