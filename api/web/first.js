// SPDX-License-Identifier: Apache-2.0

// Before the page is first drawn: who has the key sees all of it at once, with as much
// room for the panel as it took last time. The modules make it work as soon as the
// device answers. A key in the address, as in http://lamp.local:8080/#KEY, signs in, and
// leaves the address and the history of the window at once.
// Which place is shown is known before the page is drawn, too (places.js).
function keyOfAddress() { // the last key before it, '' if there was none; undefined = the address has no key
  const [, key] = /^#([\w.~-]{8,256})$/.exec(location.hash) || []; // never #/…
  if (!key) return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  const last = localStorage.getItem('ledpost.key') || '';
  localStorage.setItem('ledpost.key', key);
  return last;
}
globalThis.keyBefore = keyOfAddress();
globalThis.isWide = (width, height) => width >= 3 * height; // a panel so low that a desk's window is empty below it
function placeOfAddress() { // what the address says after #/, or Now
  return (/^#\/(now|send|apps|look|device)(?![\w-])/.exec(location.hash) || [, 'now'])[1];
}
document.documentElement.dataset.at = placeOfAddress();
globalThis.authorization = (key) => 'Basic ' + btoa(unescape(encodeURIComponent('dev:' + key)));
globalThis.socketOf = (path, key) => { // the key goes in a subprotocol: a browser cannot give a header, and a URL would end in a log
  const ws = new WebSocket(location.origin.replace(/^http/, 'ws') + path, ['ledpost', 'ledpost.key.' + key]);
  ws.binaryType = 'arraybuffer';
  return ws;
};
{ // what the page begins with comes with its files: answers (device.js), and the panel's frames (panel.js)
  const key = localStorage.getItem('ledpost.key');
  globalThis.begun = key && fetch('/live/start', {
    credentials: 'omit', cache: 'no-store', headers: { Authorization: authorization(key) }, signal: AbortSignal.timeout(5000),
  });
  if (key) begun.catch(() => {}); // it is asked again
  if (key && !sessionStorage.getItem('ledpost.refused')) { // of wrong keys the device takes few
    const ws = globalThis.framed = socketOf('/live/frames', key);
    Object.assign(ws, { key, onmessage: (m) => { ws.last = m; } });
  }
}
{
  const page = document.documentElement, ratio = localStorage.getItem('ledpost.ratio');
  if (localStorage.getItem('ledpost.key')) page.classList.add('opening');
  if (!localStorage.getItem('ledpost.welcome')) page.classList.add('inviting'); // room for the card, until it is known (invite.js)
  if (ratio) page.style.setProperty('--ratio', ratio);
  page.toggleAttribute('data-night', Date.now() - localStorage.getItem('ledpost.night') < 12 * 36e5); // it was night a while ago: no flash of light
  page.toggleAttribute('data-wide', isWide(...(ratio || '40 / 11').split(' / ')));
}
