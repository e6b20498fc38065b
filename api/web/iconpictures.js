// SPDX-License-Identifier: Apache-2.0

// The pictures of icons, as the device gives them.

import { call, Fault } from './device.js';
import { still } from './still.js';

// picture gives an icon's file. While the device fetches it from the gallery it is asked
// again each second, for some time.
const patience = 15;
export async function picture(ref, left = patience) {
  let coming = false;
  try {
    return await call('GET', '/live/icons/' + encodeURIComponent(ref), undefined, (headers) => { coming = headers.has('Retry-After'); });
  } catch (e) {
    if (!(e instanceof Fault) || !coming || left <= 0) throw e;
  }
  await new Promise((done) => setTimeout(done, 1000));
  return picture(ref, left - 1);
}

// thumb gives a URL of an icon's picture, '' if it has none. Pictures are kept.
const thumbs = new Map();
export function thumb(ref) {
  if (ref.startsWith('data:')) return still(ref).catch(() => '');
  if (!thumbs.has(ref)) {
    thumbs.set(ref, picture(ref).then(URL.createObjectURL).then(still).catch(() => {
      thumbs.delete(ref); // it may yet come from the gallery
      return '';
    }));
  }
  return thumbs.get(ref);
}

// forget lets thumb ask for an icon's picture again.
export const forget = (ref) => thumbs.delete(ref);
