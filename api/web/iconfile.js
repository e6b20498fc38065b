// SPDX-License-Identifier: Apache-2.0

// An icon as a file: a PNG of one picture, a GIF of several.

const most = 255; // colours of a frame, besides what is clear

export function file(size, frames) {
  return frames.length === 1 ? png(size, frames[0].pixels) : Promise.resolve(gif(size, frames));
}

const channels = (color) => [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));

function png(size, pixels) {
  const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
  const g = canvas.getContext('2d'), image = g.createImageData(size, size);
  pixels.forEach((c, i) => c && image.data.set([...channels(c), 255], 4 * i));
  g.putImageData(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

const word = (n) => [n & 255, n >> 8];
const letters = (s) => [...s].map((c) => c.charCodeAt(0));

export function gif(size, frames) {
  const out = [...letters('GIF89a'), ...word(size), ...word(size), 0x70, 0, 0];
  out.push(0x21, 0xff, 11, ...letters('NETSCAPE2.0'), 3, 1, 0, 0, 0); // for ever
  for (const { ms, pixels } of frames) {
    const table = tableOf(pixels);
    out.push(0x21, 0xf9, 4, 0x09, ...word(Math.max(2, Math.round(ms / 10))), 0, 0); // cleared afterwards; colour 0 is clear
    out.push(0x2c, 0, 0, 0, 0, ...word(size), ...word(size), 0x87, 0, 0, 0); // a table of 256 colours, of which the first is clear
    for (let i = 1; i <= most; i++) out.push(...(table.colors[i - 1] ? channels(table.colors[i - 1]) : [0, 0, 0]));
    out.push(...codes(pixels.map((c) => table.of(c))), 0);
  }
  return new Blob([new Uint8Array([...out, 0x3b])], { type: 'image/gif' });
}

// tableOf gives a frame its colours, coarser ones where they are too many.
function tableOf(pixels) {
  for (let step = 1; ; step *= 2) {
    const near = (c) => (step === 1 || !c ? c : '#' + channels(c).map((v) => Math.min(255, Math.round(v / step) * step).toString(16).padStart(2, '0')).join(''));
    const colors = [...new Set(pixels.filter(Boolean).map(near))];
    if (colors.length > most) continue;
    const index = new Map(colors.map((c, i) => [c, i + 1]));
    return { colors, of: (c) => (c ? index.get(near(c)) : 0) };
  }
}

const clear = 256, end = 257;

// codes packs indices as codes of 9 bits in blocks, GIF89a's appendix F; a table that is
// cleared in time never grows, so that nothing is compressed: icons are small.
function codes(indices) {
  const bytes = [];
  let held = 0, bits = 0;
  const put = (code) => {
    held |= code << bits;
    for (bits += 9; bits >= 8; bits -= 8, held >>>= 8) bytes.push(held & 255);
  };
  indices.forEach((c, i) => {
    if (i % 250 === 0) put(clear);
    put(c);
  });
  put(end);
  if (bits) bytes.push(held & 255);
  const out = [8];
  for (let i = 0; i < bytes.length; i += 255) out.push(Math.min(255, bytes.length - i), ...bytes.slice(i, i + 255));
  return out;
}
