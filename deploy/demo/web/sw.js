// SPDX-License-Identifier: Apache-2.0
'use strict';
// The service worker: what the device's page asks for goes to the device, in the tab around that page; the
// demo's own files come from the network, and without one from the browser.

const base = new URL('./', location).pathname, device = base + 'device/', shim = base + 'socket.js', store = 'ledpost-demo';
const own = ['./', 'demo.css', 'demo.js', 'files.js', 'icon.svg', 'sample.js', 'socket.js', 'wasm_exec.js', 'worker.js'];
const large = ['ledpost.wasm.br', 'brotli.js.gz', 'ledpost.wasm.gz', 'glyphs.deflate', 'eight.deflate'];
const files = new Set([...own.slice(1), ...large].map((name) => base + name));

addEventListener('install', (e) => e.waitUntil(caches.open(store).then((c) => c.addAll(own)).then(() => skipWaiting())));
addEventListener('activate', (e) => e.waitUntil(clients.claim()));
addEventListener('fetch', (e) => {
  if (new URL(e.request.url).origin === location.origin) e.respondWith(answer(e));
});

addEventListener('message', (e) => e.waitUntil(pass(e.data, e.ports[0])));

// pass tells the tab in which the device runs, and reports whether there is one.
async function pass(message, port) {
  const all = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = all.find((c) => hasDevice(new URL(c.url)));
  if (tab) tab.postMessage(message, [port]);
  return Boolean(tab);
}

// hasDevice reports whether the device runs in a tab with that address: a link may have put anything behind its path.
const hasDevice = ({ pathname, search }) => [base, base + 'index.html'].includes(pathname) && search !== '?elsewhere';

async function answer(e) {
  const { request, clientId } = e, { pathname } = new URL(request.url);
  if (pathname.startsWith(device)) return ask(request);
  if (files.has(pathname)) return file(e); // whoever asks: a worker is no client before all its scripts have come
  const asker = clientId && await clients.get(clientId);
  if (asker && new URL(asker.url).pathname.startsWith(device)) return ask(request);
  return file(e);
}

// file answers with a file of the demo: the newest, kept for a time without a network. One that breaks off on its way, or
// has no room here, is not kept.
async function file(e) {
  const { request } = e, cache = await caches.open(store);
  try {
    const fresh = await fetch(request);
    if (fresh.ok && request.method === 'GET') e.waitUntil(cache.put(request, fresh.clone()).catch(() => {}));
    return fresh;
  } catch (why) {
    const old = await cache.match(request, { ignoreSearch: true });
    if (old) return old;
    throw why;
  }
}

// ask passes a request to the tab in which the device runs.
async function ask(request) {
  const url = new URL(request.url), body = new Uint8Array(await request.arrayBuffer());
  const path = (url.pathname.startsWith(device) ? url.pathname.slice(device.length - 1) : url.pathname) + url.search;
  const unwanted = /^(host|origin|referer|cookie|accept-language|connection|content-length|accept-encoding|user-agent|sec-.*|upgrade-.*)$/;
  const asked = { method: request.method, path, headers: [...request.headers].filter(([name]) => !unwanted.test(name)), body: body.length ? body : null };
  return new Promise((done, failed) => {
    let parts;
    const { port1, port2 } = new MessageChannel();
    const body = new ReadableStream({ start(c) { parts = c; }, cancel() { port1.postMessage(null); } });
    port1.onmessage = ({ data }) => hear(data);
    const hear = (data) => {
      if (data === null) parts.close();
      else if (data instanceof Uint8Array) parts.enqueue(data);
      else if (data.fault) { parts.error(new TypeError(data.fault)); failed(new TypeError(data.fault)); }
      else done(response(data, body));
    };
    pass({ request: asked }, port2).then((there) => { if (!there) failed(new TypeError('the tab of the device was closed')); });
  });
}

// response is the device's answer. Its page may be framed here, by the demo alone, and gets the shim of its sockets.
function response({ status, headers }, body) {
  const head = new Headers(headers), empty = [101, 204, 205, 304].includes(status);
  head.delete('X-Frame-Options');
  const policy = head.get('Content-Security-Policy');
  if (policy) head.set('Content-Security-Policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
  const page = (head.get('Content-Type') || '').startsWith('text/html') && policy;
  if (page) body = body.pipeThrough(new TextDecoderStream()).pipeThrough(new TransformStream(marked())).pipeThrough(new TextEncoderStream());
  if (page) head.delete('Content-Length');
  return new Response(empty ? null : body, { status, headers: head });
}

// marked puts the shim behind the first <head> of a page.
function marked() {
  let done = false, text = '';
  return {
    transform(part, to) {
      text += part;
      if (!done && text.includes('<head>')) { text = text.replace('<head>', `<head><script src="${shim}"></script>`); done = true; }
      if (done) { to.enqueue(text); text = ''; }
    },
    flush(to) { to.enqueue(text); },
  };
}
