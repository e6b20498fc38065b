// SPDX-License-Identifier: Apache-2.0

// The page in place of the device's own while that does not answer: what was last known of it (last.js). As soon as
// the device is there again, its page is.

const pause = 3000; // ms between two looks
const find = (id) => document.getElementById(id);
const filled = (e, values) => { e.textContent = e.dataset.text.replace(/\{(\w+)\}/g, (_, name) => values[name]); };

find('again').onclick = () => location.reload();
setInterval(() => fetch('/', { method: 'HEAD', cache: 'no-store' }).then((answer) => answer.ok && location.reload(), () => {}), pause);

const cache = await caches.open('ledpost-last');
const [known, picture] = await Promise.all(['/known', '/picture'].map((name) => cache.match(name)));
if (known) {
  const { name, at, showed } = await known.json();
  find('name').textContent = document.title = name;
  const today = new Date(at).toDateString() === new Date().toDateString();
  const style = { timeStyle: 'short', ...(today ? {} : { dateStyle: 'medium' }) };
  filled(find('since'), { time: new Intl.DateTimeFormat(document.documentElement.lang, style).format(at) });
  if (showed) filled(find('showed'), { what: showed });
}
if (picture) {
  find('picture').src = URL.createObjectURL(await picture.blob());
  find('picture').hidden = false;
}
