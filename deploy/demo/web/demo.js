// SPDX-License-Identifier: Apache-2.0
// The page around the device: it starts the program in a worker, passes to it what the service worker and the
// device's page ask for, and lets people choose a panel and take their device with them.

const $ = (id) => document.getElementById(id);
const chosen = () => { const [width, height] = $('panel').value.split('x').map(Number); return { width, height }; };
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
let worker, key;

// The panels of shops in the sizes that one can choose here.
const panels = {
  '37x8': ['driver = "ws2812"', 'width = 37', 'height = 8'],
  '64x32': ['driver = "hub75"', 'rows = 32'],
  '64x64': ['driver = "hub75"', 'rows = 64'],
  '128x64': ['driver = "hub75"', 'rows = 64', 'chain = 2'],
};
// The keys of a keyboard that are the device's buttons, where they have no other use.
const buttons = { ArrowLeft: 'left', Enter: 'action', ArrowRight: 'right' };

const tell = (text) => { $('state').textContent = text; };
const remember = (name, value) => { try { localStorage.setItem(name, value); } catch { /* a private window */ } };
const remembered = (name) => { try { return localStorage.getItem(name); } catch { return null; } };

function start() {
  worker = new Worker('worker.js');
  worker.onmessage = ({ data }) => {
    if ('progress' in data) $('bar').value = data.progress;
    if ('says' in data) console.info(data.says);
    if ('ready' in data) ready(data.ready);
    if ('sample' in data) $('sample').hidden = !data.sample;
    if ('ended' in data) ended(data.ended);
  };
  worker.onerror = (e) => ended(e.message);
  $('bar').hidden = false;
  tell('The device starts. The first time it loads 6 MB; later it needs no network.');
  worker.postMessage({ start: { ...chosen(), zone: zone() } });
}

function ready(with_) {
  key = with_;
  $('bar').hidden = true;
  tell('');
  for (const id of ['take', 'more', 'again', 'panel']) $(id).disabled = false;
  const frame = document.createElement('iframe');
  frame.title = 'The page of the device';
  frame.allow = 'autoplay; clipboard-write; fullscreen';
  frame.src = `device/#${key}`;
  frame.onload = () => frame.contentWindow.addEventListener('keydown', press);
  $('device').replaceChildren(frame);
  $('full').href = frame.src;
  $('full').hidden = false;
  addEventListener('keydown', press);
  followLight();
  for (const name of ['glyphs.deflate', 'eight.deflate']) fetch(name).catch(() => {}); // for later, without a network
}

// press presses a button of the device for a key that nothing on the page has the focus for.
function press(e) {
  const button = buttons[e.key], { activeElement, body } = e.currentTarget.document;
  if (!button || e.defaultPrevented || e.ctrlKey || e.altKey || e.metaKey || activeElement !== body || document.querySelector('dialog[open]')) return;
  e.preventDefault();
  ask('POST', `/live/buttons/${button}`);
}

// followLight makes the light around this phone that of the device's room, where the browser measures it.
function followLight() {
  if (!('AmbientLightSensor' in window)) return;
  try {
    const sensor = new AmbientLightSensor({ frequency: 1 });
    sensor.onreading = () => ask('PUT', '/live/light', { lux: Math.min(sensor.illuminance, 100000) });
    sensor.onerror = () => sensor.stop();
    sensor.start();
  } catch { /* the site may not use it */ }
}

function ended(why) {
  console.warn('the device has ended:', why);
  tell('The device has ended. It starts again when you reload the page.');
}

// ask sends a request to the device and returns {status, parts}.
const ask = (method, path, value) => new Promise((done, failed) => {
  const { port1, port2 } = new MessageChannel(), parts = [];
  let status = 0;
  port1.onmessage = ({ data }) => {
    if (data === null) done({ status, parts });
    else if (data instanceof Uint8Array) parts.push(data);
    else if (data.fault) failed(new Error(data.fault));
    else status = data.status;
  };
  const body = value ? new TextEncoder().encode(JSON.stringify(value)) : null;
  const headers = [['Authorization', 'Basic ' + btoa('dev:' + key)], ['Content-Type', 'application/json']];
  worker.postMessage({ request: { method, path, headers, body } }, [port2]);
});

const saved = () => new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = done;
  worker.postMessage({ save: true }, [port2]);
});

async function download(path, name, type) {
  const { status, parts } = await ask('GET', path);
  if (status !== 200) { tell(`The device refuses that (${status}).`); return; }
  save(new Blob(parts, { type }), name);
}

function save(blob, name) {
  const a = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}

// configure saves the configuration of a card: that of this device, a panel of its size, and a key.
async function configure() {
  const { status, parts } = await ask('GET', '/live/config'), had = status === 200 ? await new Blob(parts).text() : '';
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'; // without those that look alike
  const cardKey = Array.from(crypto.getRandomValues(new Uint8Array(20)), (n) => letters[n % 32]).join('');
  const lines = ['# Written by the demo of ledpost.', ...had.trim() ? [had.trim()] : []];
  if (!/^\s*\[panel\]/m.test(had)) lines.push('', '[panel]', ...panels[$('panel').value]);
  lines.push('', '[card]', `key = "${cardKey}"`, `timezone = ${JSON.stringify(zone())}`, '');
  save(new Blob([lines.join('\n')], { type: 'application/toml' }), 'ledpost.toml');
  const link = Object.assign(document.createElement('a'), { href: `http://ledpost.local:8080/#${cardKey}`, textContent: `http://ledpost.local:8080/#${cardKey}` });
  $('next').replaceChildren('Put it on the card’s first partition. A minute after the first start, this link signs you in; keep it to yourself: ', link);
}

$('take').addEventListener('click', () => $('taking').showModal());
$('more').addEventListener('click', () => $('about').showModal());
$('configuration').addEventListener('click', configure);
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
    tell('This browser cannot run the demo: it needs service workers, which private windows of some browsers lack. This film shows a panel.');
    $('device').replaceChildren(Object.assign(new Image(512, 256), { src: '../front/panel.gif', alt: 'A panel of 64×32 with the time' }));
    return;
  }
  navigator.serviceWorker.addEventListener('message', ({ data, ports }) => {
    const { languages, userAgent } = navigator;
    if (data.request) data.request.headers.push(['Accept-Language', languages.join(',')], ['Cookie', document.cookie], ['User-Agent', userAgent]);
    if (worker) worker.postMessage(data, [ports[0]]);
  });
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
