// SPDX-License-Identifier: Apache-2.0

// The panel's colour on the page: that of what it shows, eased over seconds, and never below a
// contrast of 4.5:1 with what is behind it. It is light alone: the glow, the place that one is at, the
// focus. What one presses keeps the accent of the style sheet, as all does with grey pictures, dark
// panels and readers who want less motion.

import { stands } from './still.js';

const every = 1000; // ms between two looks at the picture
const share = 0.25; // of the way to the new colour that each look goes
const least = 4.6; // contrast: 4.5 (WCAG 2.2, 1.4.3) and what rounding to bytes takes
const faint = 0.02; // share of an all-white panel's light below which a picture is dark
const pale = 0.18; // saturation below which light is white

// What the accent stands on in each scheme, and what is written on it: style.css.
const schemes = { light: { behind: '#f4f5f7', on: '#ffffff', step: -1 }, dark: { behind: '#33221b', on: '#14100d', step: 1 } };

const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const bytes = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
const luminance = (c) => [0.2126, 0.7152, 0.0722].reduce((sum, k, i) => sum + k * linear(c[i] / 255), 0);

// contrast is that of two colours, [r, g, b] in bytes.
export function contrast(a, b) {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
}

// shade is the colour of a hue in degrees with a lightness from 0 to 1.
function shade(hue, lightness) {
  const chroma = 0.85 * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((n) => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (lightness - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  });
}

// accentOf is the accent of a hue, as far from what is around it as it must be.
export function accentOf(hue, scheme) {
  const { behind, on, step } = schemes[scheme], around = [bytes(behind), bytes(on)];
  for (let lightness = 0.52; lightness > 0 && lightness < 1; lightness += 0.01 * step) {
    const color = shade(hue, lightness);
    if (around.every((c) => contrast(color, c) >= least)) return color;
  }
  return null; // never: black and white have it
}

// light sums the light of a picture by its colour, {x, y, all}: a vector whose angle is
// the hue, and all of the light in LEDs of full white.
function light({ pixels }) {
  let [x, y, all] = [0, 0, 0];
  for (let i = 0; i < pixels.length; i += 3) {
    const [r, g, b] = [linear(pixels[i] / 255), linear(pixels[i + 1] / 255), linear(pixels[i + 2] / 255)];
    x += r - (g + b) / 2;
    y += (Math.sqrt(3) / 2) * (g - b);
    all += Math.max(r, g, b);
  }
  return { x, y, all };
}

// hueOf is the hue of a picture in degrees, null where it is dark or has none.
export function hueOf(frame) {
  const { x, y, all } = light(frame);
  if (3 * all < faint * frame.pixels.length || Math.hypot(x, y) < pale * all) return null;
  return (Math.atan2(y, x) * 180 / Math.PI + 360) % 360;
}

// Accent follows the panel from the frames that it shows.
export class Accent {
  constructor(panel) {
    this.at = 0;
    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.dark.addEventListener('change', () => this.paint());
    panel.seen.add((frame) => { this.frame = frame; });
    setInterval(() => this.look(), every);
  }

  // look turns the hue towards that of the picture.
  look() {
    if (stands()) return this.rest();
    if (document.hidden || !this.frame || this.frame === this.last) return;
    const hue = hueOf(this.frame), from = this.hue;
    if (hue === null || from === undefined) {
      this.last = this.frame;
      this.hue = hue ?? undefined;
    } else {
      const way = ((hue - from + 540) % 360) - 180;
      if (Math.abs(way) < 2) this.last = this.frame;
      this.hue = (from + share * way + 360) % 360;
    }
    this.paint();
  }

  // rest has no colour of the panel any more.
  rest() {
    if (this.hue === undefined) return;
    this.hue = this.last = undefined;
    this.paint();
  }

  paint() {
    const { style } = document.documentElement, scheme = this.dark.matches ? 'dark' : 'light';
    const color = this.hue === undefined ? null : accentOf(this.hue, scheme);
    if (!color) return ['--tone', '--glow', '--lamp'].forEach((name) => style.removeProperty(name));
    style.setProperty('--tone', `rgb(${color})`);
    style.setProperty('--glow', `rgb(${shade(this.hue, 0.5)})`);
    style.setProperty('--lamp', `rgb(${accentOf(this.hue, 'dark')})`); // beside the panel, which is black in both
  }
}
