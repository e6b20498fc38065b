// SPDX-License-Identifier: Apache-2.0

// The field of the search, and the menu. What finds, and what is found, are scripts that are
// loaded when somebody first needs them, so that they work from a folder.
const field = document.getElementById('find');
const list = document.getElementById('found');
const root = document.body.dataset.root;
let index; // promises what find looks through

const script = (name) => new Promise((resolve, reject) => {
  document.head.append(Object.assign(document.createElement('script'), { src: root + name, onload: resolve, onerror: reject }));
});
const load = () => (index ??= Promise.all(['search.js', 'sections.js'].map(script)).then(() => indexOf(sections)));

function excerpt(text, { stems }) {
  const lower = text.toLowerCase();
  const at = Math.min(...stems.map((w) => lower.indexOf(w)).filter((n) => n >= 0), text.length);
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
  const asked = field.value.trim();
  const all = asked && await load();
  if (asked !== field.value.trim()) return; // somebody types while the scripts come
  const wanted = asked && wantedOf(asked);
  const rows = wanted ? find(wanted, all) : [];
  list.replaceChildren(...rows.slice(0, 12).map((row) => item(row, wanted)));
  if (asked && rows.length === 0) {
    const li = document.createElement('li');
    li.className = 'nothing';
    li.textContent = 'Nothing found. Try fewer words, or the name of a part or a setting.';
    list.append(li);
  }
  list.hidden = !asked;
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
