// SPDX-License-Identifier: Apache-2.0

// Pictures for the icon editor. The device decodes PNG, GIF and WebP with all their frames
// and scales them as it scales icons; of other pictures, and of large ones, the browser makes a
// PNG of the first frame.

import { call, Fault } from './device.js';
import { maxFrames } from './pixels.js';
import { t } from './words.js';

const maxBytes = 256 << 10; // that the device takes
const head = 1 << 20; // bytes in which a file tells whether it moves, behind profiles of colour and the like
const side = 256; // px of the PNG: there is more to average than an icon has pixels

// frames gives { frames, cut } of a file; cut tells whether there were more.
export async function frames(file, size) {
  const direct = ['image/png', 'image/apng', 'image/gif', 'image/webp'].includes(file.type) && file.size <= maxBytes;
  if (direct) {
    try {
      return await decode(file, size);
    } catch (e) {
      if (!(e instanceof Fault)) throw e; // perhaps the browser can read it
    }
  }
  const out = await decode(await still(file), size);
  return { ...out, cut: await moves(file) };
}

// moves tells whether a picture has more than one frame, of PNG and WebP as far as the beginning says
// so: a chunk acTL before the pixels of a PNG, and the flag of animation in the chunk VP8X of a WebP. The
// decoder gives one character a byte, but another one than that of its number for 80 to 9F.
async function moves(file) {
  const begin = new TextDecoder('latin1').decode(await file.slice(0, head).arrayBuffer());
  if (begin.startsWith('GIF8')) return repeats(new Uint8Array(await file.arrayBuffer()));
  return /^RIFF....WEBPVP8X..../s.test(begin) && (begin.charCodeAt(20) & 2) > 0 || /^.PNG\r\n\x1a\n(?:(?!IDAT).)*acTL/s.test(begin);
}

// repeats tells whether a GIF has a second picture: it goes from block to block. Extensions begin with
// 21, pictures with 2C, and both end with parts that say their lengths.
function repeats(gif) {
  const table = (flags) => (flags & 0x80 ? 6 << (flags & 7) : 0); // bytes of a table of colours
  let at = 13 + table(gif[10]), pictures = 0;
  while (gif[at] === 0x21 || gif[at] === 0x2c && ++pictures < 2) {
    at += gif[at] === 0x21 ? 2 : 11 + table(gif[at + 9]);
    while (gif[at]) at += 1 + gif[at];
    at += 1;
  }
  return pictures > 1;
}

// sizeOf gives the smallest of sizes that a picture fits into, the largest if none.
export async function sizeOf(file, sizes) {
  const image = await load(file), longest = Math.max(image.naturalWidth, image.naturalHeight);
  return sizes.find((s) => s >= longest) || sizes.at(-1);
}

async function load(file) {
  const url = URL.createObjectURL(file), image = new Image();
  try {
    image.src = url;
    await image.decode();
    return image;
  } catch {
    throw new Error(t('editor.no-picture', { name: file.name || '' }));
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function decode(blob, size) {
  const { total, frames: all } = await call('POST', `/live/picture?size=${size}`, blob);
  return { frames: all.slice(0, maxFrames).map(({ ms, pixels }) => ({ ms: ms || 200, pixels })), cut: total > Math.min(all.length, maxFrames) };
}

// still draws a picture on a canvas, small.
async function still(file) {
  const image = await load(file);
  const scale = Math.min(1, side / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  const g = canvas.getContext('2d');
  g.imageSmoothingQuality = 'high';
  g.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}
