// SPDX-License-Identifier: Apache-2.0
// The page around the device: it starts the program in a worker, passes to it what the service worker and the
// device's page ask for, and lets people choose a panel and take their device with them.

const $ = (id) => document.getElementById(id);
const chosen = () => { const [width, height] = $('panel').value.split('x').map(Number); return { width, height }; };
let worker, key;

const tell = (text) => { $('state').textContent = text; };
const remember = (name, value) => { try { localStorage.setItem(name, value); } catch { /* a private window */ } };
const remembered = (name) => { try { return localStorage.getItem(name); } catch { return null; } };

function start() {
  worker = new Worker('worker.js');
  worker.onmessage = ({ data }) => {
    if ('progress' in data) $('bar').value = data.progress;
    if ('says' in data) console.info(data.says);
    if ('ready' in data) ready(data.ready);
    if ('ended' in data) ended(data.ended);
  };
  worker.onerror = (e) => ended(e.message);
  $('bar').hidden = false;
  tell('The device starts. The first time it loads about 8 MB; later it needs no network.');
  worker.postMessage({ start: { ...chosen(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC' } });
}

function ready(with_) {
  key = with_;
  $('bar').hidden = true;
  tell('');
  $('take').disabled = $('again').disabled = $('panel').disabled = false;
  const frame = document.createElement('iframe');
  frame.title = 'The page of the device';
  frame.allow = 'autoplay; clipboard-write; fullscreen';
  frame.src = `device/#${key}`;
  $('device').replaceChildren(frame);
  $('full').href = frame.src;
  $('full').hidden = false;
}

function ended(why) {
  console.warn('the device has ended:', why);
  tell('The device has ended. It starts again when you reload the page.');
}

// ask sends a request to the device and returns {status, bytes}.
const ask = (method, path) => new Promise((done, failed) => {
  const { port1, port2 } = new MessageChannel(), parts = [];
  let status = 0;
  port1.onmessage = ({ data }) => {
    if (data === null) done({ status, parts });
    else if (data instanceof Uint8Array) parts.push(data);
    else if (data.fault) failed(new Error(data.fault));
    else status = data.status;
  };
  worker.postMessage({ request: { method, path, headers: [['Authorization', 'Basic ' + btoa('dev:' + key)]], body: null } }, [port2]);
});

const saved = () => new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = done;
  worker.postMessage({ save: true }, [port2]);
});

async function download(path, name, type) {
  const { status, parts } = await ask('GET', path);
  if (status !== 200) { tell(`The device refuses that (${status}).`); return; }
  const a = Object.assign(document.createElement('a'), { href: URL.createObjectURL(new Blob(parts, { type })), download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}

$('take').addEventListener('click', () => $('taking').showModal());
$('scene').addEventListener('click', () => download('/live/scene', 'ledpost-scene.json', 'application/json'));
$('backup').addEventListener('click', () => download('/live/backup', 'ledpost-backup.json', 'application/json'));
$('again').addEventListener('click', async () => {
  if (!confirm('Make the device new again? Its settings and messages are lost.')) return;
  worker.terminate();
  indexedDB.deleteDatabase('ledpost').onsuccess = () => location.reload();
});
$('panel').addEventListener('change', async () => {
  remember('ledpost-panel', $('panel').value);
  await saved();
  location.reload();
});

async function begin() {
  if (location.search === '?elsewhere') { // this alone the service worker does not take for the device's tab
    tell('The device already runs in another tab.');
    return;
  }
  $('panel').value = remembered('ledpost-panel') || '64x32';
  if (!$('panel').value) $('panel').value = '64x32';
  if (!('serviceWorker' in navigator) || !('DecompressionStream' in window)) {
    tell('This browser cannot run the demo: it needs service workers, which private windows of some browsers lack. The pictures on the first page show the device.');
    return;
  }
  navigator.serviceWorker.addEventListener('message', ({ data, ports }) => { if (worker) worker.postMessage(data, [ports[0]]); });
  navigator.serviceWorker.startMessages();
  await navigator.serviceWorker.register('sw.js');
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  const alone = (run) => (navigator.locks ? navigator.locks.request('ledpost-demo', { ifAvailable: true }, run) : run(true));
  alone((lock) => {
    if (!lock) { location.replace('?elsewhere'); return undefined; }
    start();
    return new Promise(() => {}); // until the tab is closed
  });
}
begin().catch((e) => ended(String(e)));
