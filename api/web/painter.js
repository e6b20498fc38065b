// SPDX-License-Identifier: Apache-2.0

// The panel drawn by the 2D canvas, where there is no WebGL2: the light is summed for
// each LED and between the LEDs, and the canvas only enlarges it.

import { body, covered, falloff, ground, kinds, lightOf, margin, reach, toLight, toShade } from './leds.js';

const sheet = (width, height) => Object.assign(document.createElement('canvas'), { width, height });
const near = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-falloff * (i - reach) ** 2));
const boardLight = lightOf(ground), bodyLight = lightOf(body);

// Painter draws on a canvas.
export class Painter {
  constructor(canvas) {
    this.canvas = canvas;
    this.to = canvas.getContext('2d', { alpha: false });
  }

  // fit prepares for LEDs of a kind with pitch pixels between them.
  fit(width, height, pitch, kind) {
    const wide = width + 2 * reach, high = height + 2 * reach;
    Object.assign(this, { pitch, wide, high, glow: kinds[kind].glow });
    this.around = layer(wide, high);
    this.lenses = layer(width, height);
    this.light = new Float32Array(3 * wide * high);
    this.rows = new Float32Array(3 * wide * (high + 2 * reach));
    this.sum = new Float32Array(3 * wide * high);
    this.large = sheet(pitch * width, pitch * height).getContext('2d');
    this.mask = masked(width, height, pitch, kinds[kind]);
  }

  // halo sums the light around the LEDs of a frame: along the rows, then down. Around
  // each step's input is enough darkness that no edge is a case of its own.
  halo({ width, height, pixels }) {
    const { light, rows, sum, wide, glow } = this, line = 3 * wide;
    for (let y = 0, from = 0; y < height; y++) {
      let to = (y + reach) * line + 3 * reach;
      for (let x = 0; x < 3 * width; x++) light[to++] = toLight[pixels[from++]];
    }
    const [far, next, own] = near;
    for (let i = 3 * reach, to = i + reach * line; i < light.length - 3 * reach; i++, to++) {
      rows[to] = far * (light[i - 6] + light[i + 6]) + next * (light[i - 3] + light[i + 3]) + own * light[i];
    }
    for (let i = 0; i < sum.length; i++) {
      sum[i] = glow * (far * (rows[i] + rows[i + 4 * line]) + next * (rows[i + line] + rows[i + 3 * line]) + own * rows[i + 2 * line]);
    }
  }

  draw(frame) {
    this.halo(frame);
    const { light, sum, around, lenses, wide, pitch } = this, { width, height } = frame;
    for (let i = 0, o = 0; i < sum.length; o++) {
      for (let c = 0; c < 3; c++, i++) around.data[o++] = shaded(sum[i] + boardLight[c]);
    }
    for (let y = 0, o = 0; y < height; y++) {
      let i = 3 * ((y + reach) * wide + reach);
      for (let x = 0; x < width; x++, o++) {
        for (let c = 0; c < 3; c++, i++) lenses.data[o++] = shaded(sum[i] + light[i] + boardLight[c] + bodyLight[c]);
      }
    }
    around.put();
    lenses.put();
    this.compose(pitch, width, height);
  }

  // compose cuts the lenses to their shape and lays them over the light around.
  compose(pitch, width, height) {
    const { to, large } = this, first = Math.floor(margin * pitch), off = first - reach * pitch;
    large.globalCompositeOperation = 'copy';
    large.imageSmoothingEnabled = false;
    large.drawImage(this.lenses.sheet, 0, 0, pitch * width, pitch * height);
    large.globalCompositeOperation = 'destination-in';
    large.drawImage(this.mask, 0, 0);
    to.drawImage(this.around.sheet, off, off, pitch * this.wide, pitch * this.high);
    to.drawImage(large.canvas, first, first);
  }
}

const shaded = (light) => toShade[light < 1 ? 4095 * light | 0 : 4095];

// layer is a small sheet and its pixels.
function layer(width, height) {
  const small = sheet(width, height), g = small.getContext('2d'), image = g.createImageData(width, height);
  image.data.fill(255);
  return { sheet: small, data: image.data, put: () => g.putImageData(image, 0, 0) };
}

// masked is the shape of all lenses.
function masked(width, height, pitch, kind) {
  const one = sheet(pitch, pitch), g = one.getContext('2d'), image = g.createImageData(pitch, pitch);
  for (let y = 0, o = 3; y < pitch; y++) {
    for (let x = 0; x < pitch; x++, o += 4) {
      image.data[o] = 255 * covered(kind, (x + 0.5) / pitch - 0.5, (y + 0.5) / pitch - 0.5, 0.6 / pitch);
    }
  }
  g.putImageData(image, 0, 0);
  const all = sheet(pitch * width, pitch * height), to = all.getContext('2d');
  to.fillStyle = to.createPattern(one, 'repeat');
  to.fillRect(0, 0, all.width, all.height);
  return all;
}
