// SPDX-License-Identifier: Apache-2.0

// Which LEDs of a panel a photograph shows as lit, and the answer that follows: the rules of
// hw/photo and hw/panelfind, with their numbers.

import { t } from './words.js';

const glows = 0.3, gloomy = 0.12; // from which light on an LED is lit, below which it is dark
const seems = 0.08; // from which light on a dark LED of the frame is wrong
const tooDark = 0.032, tooBright = 0.58, least = 0.05; // of the photograph
const distinct = 1.5; // times as bright as others the colour of a band is
const leastSide = 4; // px between two LEDs
const rings = [[[1, 0], [-1, 0], [0, 1], [0, -1]], [[1, 1], [-1, 1], [1, -1], [-1, -1]], [[2, 0], [-2, 0], [0, 2], [0, -2]]];
const points = [-2, -1, 0, 1, 2].flatMap((i) => [-2, -1, 0, 1, 2].filter((j) => i * i + j * j <= 5).map((j) => [i / 2, j / 2]));
const linear = Float64Array.from({ length: 256 }, (_, i) => (i / 255 > 0.04045 ? ((i / 255 + 0.055) / 1.055) ** 2.4 : i / 255 / 12.92));

const fail = (key, values) => { throw new Error(t('seek.photo-' + key, values)); };

// solve solves linear equations by Gauss; null if they have no single solution.
function solve(rows) {
  const n = rows.length;
  for (let col = 0; col < n; col++) {
    let best = col;
    for (let r = col; r < n; r++) if (Math.abs(rows[r][col]) > Math.abs(rows[best][col])) best = r;
    [rows[col], rows[best]] = [rows[best], rows[col]];
    if (Math.abs(rows[col][col]) < 1e-12) return null;
    for (let r = 0; r < n; r++) {
      const by = rows[r][col] / rows[col][col];
      if (r !== col) for (let c = col; c <= n; c++) rows[r][c] -= by * rows[col][c];
    }
  }
  return rows.map((row, i) => row[n] / row[i]);
}

// project gives where each place of the panel is in the photograph whose corner LEDs are at `at`.
function project(at, cols, rows) {
  const far = [[0, 0], [cols - 1, 0], [cols - 1, rows - 1], [0, rows - 1]];
  const turns = at.every(([x, y], i) => {
    const [bx, by] = at[(i + 1) % 4], [cx, cy] = at[(i + 2) % 4];
    return (bx - x) * (cy - y) - (by - y) * (cx - x) >= leastSide;
  });
  const q = turns && solve(at.flatMap(([x, y], i) => {
    const [u, v] = far[i];
    return [[u, v, 1, 0, 0, 0, -u * x, -v * x, x], [0, 0, 0, u, v, 1, -u * y, -v * y, y]];
  }));
  if (!q) fail('corners');
  const to = (u, v) => {
    const w = q[6] * u + q[7] * v + 1;
    return [(q[0] * u + q[1] * v + q[2]) / w, (q[3] * u + q[4] * v + q[5]) / w];
  };
  for (const [u, v] of far) {
    const [x, y] = to(u, v);
    for (const [i, j] of rings[0]) {
      const [nx, ny] = to(u + i, v + j);
      if (Math.hypot(nx - x, ny - y) < leastSide) fail('corners');
    }
  }
  return to;
}

// alike reports whether all LEDs are about as bright, in each colour.
function alike(seen) {
  const of = (pick) => [0, 1, 2].map((c) => seen.reduce((m, l) => pick(m, l[c]), seen[0][c])), low = of(Math.min), high = of(Math.max);
  return high.every((h, c) => h - low[c] <= 0.4 * Math.max(...high));
}

// unmix takes the light of neighbours and surroundings away, as much as it learns from the photograph.
function unmix(seen, cols, rows) {
  const around = (light, i, c) => rings.map((ring) => ring.reduce((sum, [dx, dy]) => {
    const x = i % cols + dx, y = Math.floor(i / cols) + dy;
    return x < 0 || y < 0 || x >= cols || y >= rows ? sum : sum + light[y * cols + x][c];
  }, 0));
  let light = seen.map((l) => [...l]);
  for (let round = 0; round < 4 && !alike(seen); round++) {
    const all = light.flat(), top = all.reduce((a, b) => Math.max(a, b)), low = all.reduce((a, b) => Math.min(a, b));
    const lit = light.map((l) => l.map((v) => (v > low + (top - low) * 0.3 ? (v - low) / (top - low) : 0)));
    const sums = [0, 0, 0, 0, 0].map(() => [0, 0, 0, 0, 0, 0]);
    seen.forEach((l, i) => l.forEach((value, c) => {
      const v = [1, lit[i][c], ...around(lit, i, c), value];
      sums.forEach((sum, r) => v.forEach((w, k) => { sum[k] += v[r] * w; }));
    }));
    const s = solve(sums);
    if (!s || s[1] <= 0) break;
    const base = Math.max(s[0], 0), spread = s.slice(2).map((v) => Math.min(Math.max(v / s[1], 0), 0.2));
    for (let pass = 0; pass < 8; pass++) {
      const last = light;
      light = seen.map((l, i) => l.map((v, c) => Math.max(around(last, i, c).reduce((rest, n, r) => rest - spread[r] * n, v - base), 0)));
    }
  }
  const top = light.reduce((m, l) => Math.max(m, ...l), 0);
  if (top <= 0) fail('dark');
  return light.map((l) => l.map((v) => Math.min(v / top, 1)));
}

// read gives the light of each LED, row by row, three colours from 0 to 1, of pixels as a canvas
// has them and the middles of the corner LEDs, clockwise from the top left.
export function read({ data, width, height }, at, cols, rows) {
  const to = project(at, cols, rows);
  const disc = (u, v, radius) => {
    const sum = [0, 0, 0];
    for (const [i, j] of points) {
      const [x, y] = to(u + i * radius, v + j * radius).map(Math.round);
      if (x >= 0 && y >= 0 && x < width && y < height) for (let c = 0; c < 3; c++) sum[c] += linear[data[4 * (y * width + x) + c]] / points.length;
    }
    return sum;
  };
  const places = Array.from({ length: cols * rows }, (_, i) => [i % cols, Math.floor(i / cols)]);
  const seen = places.map(([x, y]) => disc(x, y, 0.2)), gaps = places.map(([x, y]) => disc(x + 0.5, y + 0.5, 0.1));
  const total = (list) => list.reduce((sum, l) => sum + Math.max(...l), 0);
  const brightest = seen.reduce((m, l) => Math.max(m, ...l), 0), darkest = [...seen, ...gaps].reduce((m, l) => Math.min(m, ...l), 1);
  const flooded = gaps.filter((l) => Math.min(...l) > tooBright || Math.max(...l) > 0.98).length;
  if (brightest < tooDark) fail('dark');
  if (flooded * 5 > seen.length) fail('unclear');
  if (brightest - darkest < least || alike(seen) && total(gaps) > 0.8 * total(seen)) fail('dark');
  return unmix(seen, cols, rows);
}

// lit gives the LEDs [x, y] that are lit.
function lit(light, cols) {
  const v = light.map((l) => Math.max(...l)), all = v.flatMap((l, i) => (l >= glows ? [[i % cols, Math.floor(i / cols)]] : []));
  return { all, unclear: v.some((l) => l >= gloomy && l < glows) };
}

// answers are the answers to the kinds of question, as the device takes them.
export const answers = {
  led(light, cols) {
    const { all, unclear } = lit(light, cols);
    if (all.length > 1) fail('several', { n: all.length });
    if (unclear) fail('unclear');
    return all[0].map((n) => n + 1).join();
  },

  rows(light, cols, rows) {
    const { all, unclear } = lit(light, cols), count = Array.from({ length: rows }, (_, y) => all.filter((p) => p[1] === y).length).filter(Boolean);
    if (unclear || count.some((n) => n * 4 < Math.max(...count))) fail('unclear');
    return String(count.length);
  },

  bands(light, cols, rows) {
    const halves = [0, 1].map((half) => [0, 1, 2].map((n) => {
      const all = light.filter((_, i) => Math.floor(3 * (i % cols) / cols) === n && Math.floor(2 * Math.floor(i / cols) / rows) === half);
      const most = all.map((l) => Math.max(...l)), lit = most.filter((l) => l >= glows).length, dark = most.filter((l) => l < gloomy).length;
      if (!lit && dark * 2 > all.length) return '-';
      const sum = [0, 1, 2].map((c) => all.reduce((s, l) => s + l[c], 0));
      const which = sum.findIndex((s, c) => s > distinct * Math.max(...sum.filter((_, k) => k !== c)));
      if (lit * 2 < all.length || which < 0) fail('unclear');
      return 'rgb'[which];
    }).join(''));
    return halves[0] === halves[1] ? halves[0] : halves.join('/');
  },

  clean(light, cols, rows) {
    const wrong = light.flatMap((l, i) => {
      const x = i % cols, y = Math.floor(i / cols), along = Math.floor((2 * x + 1) * rows / (2 * cols));
      const on = x === 0 || y === 0 || x === cols - 1 || y === rows - 1 || y === along || y === rows - 1 - along;
      return (on ? Math.min(...l) < seems : Math.max(...l) >= seems) ? [[x, y]] : [];
    });
    if (wrong.some(([x, y]) => x % (cols - 1) === 0 && y % (rows - 1) === 0)) fail('unclear');
    if (wrong.length && wrong.length * 50 < light.length) fail('unclear');
    return wrong.length ? 'no' : 'yes';
  },
};
