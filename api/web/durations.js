// SPDX-License-Identifier: Apache-2.0

// Durations as people write them.

const whole = /^\d{1,5}$/, parted = /^\d{1,5}([.,]\d{1,3})?$/;

// seconds reads minutes:seconds, hours:minutes:seconds, or one number of a unit in
// seconds; NaN if it is none. Seconds as the unit may have decimals.
export function seconds(text, unit = 60) {
  const parts = text.trim().split(':'), fits = (p, i) => (unit === 1 && i === parts.length - 1 ? parted : whole).test(p);
  if (parts.length > 3 || !parts.every(fits)) return NaN;
  const values = parts.map((p) => +p.replace(',', '.'));
  if (values.slice(1).some((v) => v >= 60)) return NaN;
  return values.length === 1 ? values[0] * unit : values.reduce((sum, v) => 60 * sum + v);
}

// written is minutes:seconds, or hours:minutes:seconds; '' of no number.
export function written(s) {
  if (typeof s !== 'number') return '';
  const two = (n) => String(n).padStart(2, '0'), h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60, [rest, part] = String(+(s % 60).toFixed(3)).split('.');
  return `${h ? `${h}:${two(m)}` : m}:${two(rest)}${part ? '.' + part : ''}`;
}

// tidy is a text as a duration is written, at least low and at most high seconds, or as it is
// if it is none.
export function tidy(text, unit, low = 0, high = Infinity) {
  const s = seconds(text, unit);
  return isNaN(s) ? text : written(Math.max(low, Math.min(s, high)));
}
