// SPDX-License-Identifier: Apache-2.0

// The service worker, where the browser takes the page for secure. Everything comes from the device as ever; only
// when that does not answer stands a page in its place that says so. It takes what a phone shares with the page, too,
// and keeps that for the composer: nothing reaches the device before somebody presses a button.

const away = 'ledpost-away', shared = 'ledpost-shared';
const page = '/away.html';
const most = 5 << 20; // bytes of what is shared
const longest = 1024; // letters of it, as of a message

addEventListener('install', (e) => e.waitUntil(keep().then(() => skipWaiting())));
addEventListener('activate', (e) => e.waitUntil(clients.claim()));

// keep has the page and its files at hand, of one version.
async function keep() {
  const answer = await fetch(page, { cache: 'no-store' });
  if (!answer.ok) throw new Error(answer.statusText);
  const files = [...(await answer.clone().text()).matchAll(/ (?:href|src)="([^"]+\?v=\w+)"/g)].map(([, name]) => '/' + name);
  await caches.delete(away);
  const cache = await caches.open(away);
  await cache.addAll([...new Set(files)]);
  await cache.put(page, answer);
}

addEventListener('fetch', (e) => {
  const { pathname, searchParams } = new URL(e.request.url);
  if (e.request.method === 'POST' && pathname === '/share') return e.respondWith(take(e.request));
  if (e.request.method !== 'GET') return;
  if (e.request.mode === 'navigate') e.respondWith(fetch(e.request).catch(() => caches.match(page, { cacheName: away })));
  else if (searchParams.has('v')) e.respondWith(fetch(e.request).catch(() => kept(e.request)));
});

// kept gives a file of the page that is at hand; a failure stays one.
const kept = async (request) => (await caches.match(request, { cacheName: away })) ?? Response.error();

// take puts what is shared where the page finds it. Another site can fill it, too: no more than a draft comes of it.
async function take(request) {
  const cache = await caches.open(shared);
  await cache.delete('/text');
  await cache.delete('/picture');
  const headers = { 'Content-Type': request.headers.get('Content-Type') };
  const form = await limited(request).then((bytes) => new Response(bytes, { headers }).formData()).catch(() => new FormData());
  const said = ['title', 'text', 'url'].map((name) => form.get(name)).filter((s) => typeof s === 'string' && s.trim());
  const repeated = (s, i) => said.some((other, j) => j !== i && other.includes(s) && (other !== s || j < i));
  const text = [...said.filter((s, i) => !repeated(s, i)).join(' ')].slice(0, longest).join('');
  const picture = form.get('picture');
  await cache.put('/text', new Response(text));
  if (picture instanceof File && picture.type.startsWith('image/')) {
    await cache.put('/picture', new Response(picture, { headers: { 'X-Name': encodeURIComponent(picture.name) } }));
  }
  return Response.redirect('/#/send?shared', 303);
}

// limited gives the bytes of a request, and refuses too many before it has them all.
async function limited(request) {
  const parts = [], reader = request.body.getReader();
  for (let n = 0, part; !(part = await reader.read()).done; parts.push(part.value)) {
    n += part.value.length;
    if (n > most) { reader.cancel(); throw new RangeError('too much'); }
  }
  return new Blob(parts);
}
