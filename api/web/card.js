// SPDX-License-Identifier: Apache-2.0

// A message as a link: #/send?m= and the JSON of its body in base64url. Whoever opens it
// finds the composer filled, on their own device; nothing is sent by itself.

import { read, said } from './draft.js';

const most = 4096; // bytes of the JSON

// linkOf is the link of a body behind an address; '' if it holds too much.
export function linkOf(body, address) {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  if (bytes.length > most) return '';
  const text = btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return `${address}#/send?m=${text}`;
}

// cardOf is the draft that an address holds; null if it holds none.
export function cardOf(hash) {
  const [, text] = /^#\/send\?m=([\w-]+)$/.exec(hash) || [];
  if (!text || text.length > Math.ceil(most * 4 / 3)) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const d = read(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
    return said(d) === '' ? null : d;
  } catch {
    return null; // somebody cut the link
  }
}
