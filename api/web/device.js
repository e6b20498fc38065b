// SPDX-License-Identifier: Apache-2.0

// The device's API, for this page: the key is asked for here and kept in this
// browser; credentials are "omit" so that the browser never asks by itself.

import { refusal } from './refusals.js';
import { t } from './words.js';

const slot = 'ledpost.key';
let key = localStorage.getItem(slot) || '', held; // the one that the device has taken

export const hasKey = () => key !== '';
export const theKey = () => key;

export function setKey(value) {
  key = value.trim();
  if (key) localStorage.setItem(slot, key);
  else localStorage.removeItem(slot);
  sessionStorage.removeItem('ledpost.made'); // keys for other programs (copyas.js)
  sessionStorage.removeItem('ledpost.program'); // an own app that is not saved (write.js)
}

// takeKey uses the key that another part of the page has kept.
export function takeKey() { key = localStorage.getItem(slot) || ''; }

// Refused: the key is wrong.
export class Refused extends Error {}

// Unreachable: the device does not answer.
export class Unreachable extends Error {}

// Fault: the device says what is wrong, in messages.
export class Fault extends Error {
  constructor(messages, data, status) {
    super(messages.join(' · '));
    this.messages = messages;
    this.data = data; // all of the answer
    this.status = status; // of HTTP, if it was an answer
  }
}

const patience = 5000; // ms for an answer; a file takes longer
const pauses = [200, 800, 2000]; // ms before a question is asked again whose connection broke

// again asks a few times more what has no answer because its connection broke, while the device is
// there. What is changed by PUT is not asked again: a later change may have come before it.
export async function again(ask) {
  for (const pause of pauses) {
    try {
      return await ask();
    } catch (e) {
      if (!(e instanceof TypeError) || document.getElementById('stage').hasAttribute('data-away')) throw e; // as fetch tells of a connection
    }
    await new Promise((done) => setTimeout(done, pause));
  }
  return ask();
}

// once is a new Idempotency-Key: the device does what has one once, however often it is asked.
export const once = () => [...crypto.getRandomValues(new Uint8Array(12))].map((b) => b.toString(16).padStart(2, '0')).join('');

// call asks the device. It throws one of the above. heard is given the headers of the
// answer, whatever that is; headers are more of them to send.
export const call = (method, path, body, heard, headers) => ask(method, path, body, { heard, headers });

const beginning = '/live/start';
let early = globalThis.begun; // the answer for which first.js has asked
let kept = {}; // answers by their paths, until the page has begun or something changes
let date; // of them

// begin asks for all with which the page begins, and gives the revision of the device. Until forgetAnswers
// no GET that is among it asks the device.
export async function begin() {
  const { revision, answers } = await ask('GET', beginning, undefined, { heard: (headers) => { date = headers.get('Date'); } });
  kept = answers;
  return revision;
}

export function forgetAnswers() { kept = {}; }

// answerTo gives the answer that is there already, undefined = none.
function answerTo(path) {
  if (path === beginning && early) {
    const answer = early;
    early = null;
    return answer;
  }
  const { status, type, body } = kept[path] ?? {};
  return status && new Response(body, { status, headers: { 'Content-Type': type, Date: date } });
}

// picture is one that the browser may keep.
export const picture = (path) => ask('GET', path, undefined, { cache: 'default' });

// ask is call with a patience of its own, in ms, or another use of the browser's cache.
export async function ask(method, path, body, { wait = patience, cache = 'no-store', heard = () => {}, headers = {} } = {}) {
  if (!key) throw new Refused(t('fault.key')); // it was forgotten
  const repeats = method !== 'PUT', raw = body instanceof Blob || body === undefined;
  const marked = repeats && method !== 'GET' && { 'Idempotency-Key': once() }; // the device remembers few
  if (method !== 'GET') forgetAnswers();
  const asked = () => answerTo(path) ?? fetch(path, {
    method, credentials: 'omit', cache, keepalive: method === 'DELETE', // also when the page is left
    headers: { ...marked, ...headers, Authorization: globalThis.authorization(key) },
    body: raw ? body : JSON.stringify(body),
    signal: body instanceof Blob ? undefined : AbortSignal.timeout(wait),
  });
  const answer = await (repeats ? again(asked) : asked()).catch(() => { throw new Unreachable(t('fault.silent')); });
  if (answer.status === 401) {
    sessionStorage.setItem('ledpost.refused', 'yes'); // first.js asks but once then
    throw new Refused(t(held === key ? 'fault.revoked' : 'fault.key'));
  }
  if (held !== key) sessionStorage.removeItem('ledpost.refused');
  held = key;
  heard(answer.headers);
  const type = answer.headers.get('Content-Type') || '';
  const data = await (type.startsWith('application/json') ? answer.json() : answer.blob())
    .catch(() => { throw new Unreachable(t('fault.broken')); });
  const told = answer.ok || data.parts; // /healthz answers 503 when a part has failed
  if (!told) throw new Fault(data.errors ? data.errors.map((e) => refusal(e.message)) : [answer.statusText || t('fault.status', { status: String(answer.status) })], data, answer.status);
  return data;
}

// socket opens a WebSocket.
export const socket = (path) => globalThis.socketOf(path, key);

// earlyFrames gives once the WebSocket of frames that first.js has opened, if it holds and is of the key in use;
// last is the frame that came already.
export function earlyFrames() {
  const ws = globalThis.framed;
  globalThis.framed = null;
  if (ws?.readyState <= WebSocket.OPEN && ws.key === key) return ws;
  ws?.close();
  return null;
}
