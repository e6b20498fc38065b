// SPDX-License-Identifier: Apache-2.0

// Small pictures that move stand still for whoever asked the system for less motion.

const less = matchMedia('(prefers-reduced-motion: reduce)');

// still gives a URL of what a picture begins with, if motion is not wanted; else the
// URL that it was given.
export async function still(src) {
  if (!less.matches || !src) return src;
  const img = new Image();
  img.src = src;
  await img.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: img.naturalWidth, height: img.naturalHeight });
  canvas.getContext('2d').drawImage(img, 0, 0); // the first frame (HTML Standard, 4.12.5.1.14)
  return canvas.toDataURL();
}

export const stands = () => less.matches;
