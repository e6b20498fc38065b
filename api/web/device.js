// The device's API, for this page: the key is asked for here and kept in this
// browser; credentials are "omit" so that the browser never asks by itself.

const slot = 'ledpost.key';
let key = localStorage.getItem(slot) || '';

export const hasKey = () => key !== '';

export function setKey(value) {
  key = value.trim();
  if (key) localStorage.setItem(slot, key);
  else localStorage.removeItem(slot);
}

export class Refused extends Error {}

// call asks the device. It throws Refused when the key is wrong, else an Error
// with the device's own words.
export async function call(method, path, body) {
  const raw = body instanceof Blob || body === undefined;
  const answer = await fetch(path, {
    method, credentials: 'omit', cache: 'no-store',
    headers: { Authorization: 'Basic ' + btoa(unescape(encodeURIComponent('dev:' + key))) },
    body: raw ? body : JSON.stringify(body),
  });
  if (answer.status === 401) throw new Refused('That key is not the device\'s.');
  const type = answer.headers.get('Content-Type') || '';
  const data = type.startsWith('application/json') ? await answer.json() : await answer.blob();
  if (!answer.ok) throw new Error(data.errors ? data.errors.map((e) => e.message).join('; ') : answer.statusText);
  return data;
}

// socket opens a WebSocket; the key goes in a subprotocol, since a browser
// cannot give a header and a URL would end in a log.
export function socket(path) {
  const url = location.origin.replace(/^http/, 'ws') + path;
  const ws = new WebSocket(url, ['ledpost', 'ledpost.key.' + key]);
  ws.binaryType = 'arraybuffer';
  return ws;
}
