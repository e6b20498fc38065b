// SPDX-License-Identifier: Apache-2.0

// Durations as people write them.

// seconds reads minutes, minutes:seconds or hours:minutes:seconds; NaN if it is none.
export function seconds(text) {
  const parts = text.trim().split(':').map((p) => (/^\d{1,4}$/.test(p) ? +p : NaN));
  if (parts.length > 3 || parts.slice(1).some((p) => p > 59)) return NaN;
  return parts.length === 1 ? parts[0] * 60 : parts.reduce((sum, p) => 60 * sum + p);
}

// written is minutes:seconds, or hours:minutes:seconds; '' of no number.
export function written(s) {
  if (typeof s !== 'number') return '';
  const two = (n) => String(n).padStart(2, '0'), h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60;
  return `${h ? `${h}:${two(m)}` : m}:${two(Math.floor(s % 60))}`;
}
