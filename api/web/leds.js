// SPDX-License-Identifier: Apache-2.0

// The light of LEDs, which every painter of the panel follows: a frame's sRGB values
// become light, an LED's light falls on its lens and, as a halo, on what is around it,
// light adds up, and the sum becomes sRGB again. Lengths are in pitches of the panel.

export const margin = 1.5; // around the panel, where the halo of its edge has room
export const falloff = 1.2; // a halo is glow · exp(-falloff · distance²)
export const reach = 2; // LEDs that a halo reaches each way
export const ground = [10, 11, 14]; // sRGB, of the board: the page's --black
export const body = [30, 32, 38]; // sRGB, of an LED that is off

// A lens reaches to half a pitch or less, and its edge is soft; a diffuser makes it
// larger, softer and brighter around.
export const kinds = {
  'round': { square: false, half: 0.41, soft: 0.03, glow: 0.05 },
  'square': { square: true, half: 0.37, soft: 0.03, glow: 0.05 },
  'round-diffuser': { square: false, half: 0.44, soft: 0.14, glow: 0.085 },
  'square-diffuser': { square: true, half: 0.45, soft: 0.07, glow: 0.085 },
};

// adapted is how bright eyes that are used to the dark see a panel whose brightness is level, 0 to
// 1: the dimmest light is plain to them, and no screen in a bright room could show it as it is.
export const adapted = (level) => (level > 0 ? least + (1 - least) * level : 0);
const least = 0.55; // of full light

const light = (s) => (s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4);
const shade = (l) => (l <= 0.0031308 ? 12.92 * l : 1.055 * l ** (1 / 2.4) - 0.055);

// toLight is the light, 0 to 1, of each sRGB value; toShade the sRGB value of each
// 4095th of the light.
export const toLight = Float32Array.from({ length: 256 }, (_, i) => light(i / 255));
export const toShade = Uint8ClampedArray.from({ length: 4096 }, (_, i) => 255 * shade(i / 4095));

export const lightOf = (color) => color.map((v) => toLight[v]);

// covered is how much of the place x, y from an LED's middle its lens covers, 0 to 1;
// blur widens the edge.
export function covered(kind, x, y, blur = 0) {
  const far = kind.square ? Math.max(Math.abs(x), Math.abs(y)) : Math.hypot(x, y), soft = Math.max(kind.soft, blur);
  const t = Math.min(1, Math.max(0, (kind.half + soft - far) / (2 * soft)));
  return t * t * (3 - 2 * t);
}
