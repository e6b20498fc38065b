// SPDX-License-Identifier: Apache-2.0

// The kinds of panel that can be set up here: a picture of each, what is asked about
// it, and what is changed when the picture on it is not right.

const svg = 'http://www.w3.org/2000/svg';

// drawing is a small picture of LEDs on a board: ink gives the colour of column x, row y.
function drawing({ cols, rows, board, ink, round = true, gap = 0 }) {
  const root = document.createElementNS(svg, 'svg');
  const add = (name, attributes) => {
    const e = document.createElementNS(svg, name);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    root.append(e);
  };
  const gaps = gap ? Math.ceil(cols / gap) - 1 : 0;
  const width = cols * 4 + gaps * 3 + 6, height = rows * 4 + 6;
  root.setAttribute('viewBox', `0 0 ${width} ${height}`);
  root.setAttribute('aria-hidden', 'true');
  add('rect', { width, height, rx: 3, fill: board });
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < cols; x++) {
      const at = 3 + x * 4 + (gap ? Math.floor(x / gap) * 3 : 0);
      if (round) add('circle', { cx: at + 2, cy: 5 + y * 4, r: 1.5, fill: ink(x, y) });
      else add('rect', { x: at + 0.4, y: 3.4 + y * 4, width: 3.2, height: 3.2, fill: ink(x, y) });
    }
  }
  return root;
}

const wave = (x, y, rows) => Math.abs(y - (rows - 1) / 2 - Math.sin(x / 2.2) * (rows / 3)) < 1;
const hue = (x, of) => `hsl(${Math.round(360 * x / of)} 90% 60%)`;

const number = (key, value, min, max) => ({ key, value, min, max });
const select = (key, ...options) => ({ key, value: options[0], options });
const text = (key, value, pattern) => ({ key, value, pattern });
// list is asked for as text with commas; its value is what is proposed.
const list = (key, ...value) => ({ key, value });
const strip = (order) => ({
  fields: [number('width', 16, 1, 2048), number('height', 16, 1, 2048), number('power_limit', 8, 1, 200)],
  guesses: { wiring: ['serpentine-rows', 'rows', 'serpentine-columns', 'columns'] }, turns: true, mirrors: true, order,
});

// fields are asked for; guesses are tried in turn when the picture is scrambled; turns
// and mirrors say which corrections the driver has; order is that of its colours; unknown
// says that a search can find out which panel it is (seek.js).
export const kinds = {
  max7219: {
    fields: [number('modules', 4, 1, 128), number('rows', 1, 1, 16)],
    guesses: { wiring: ['fc16', 'generic', 'parola', 'icstation'] }, turns: true,
    picture: () => drawing({ cols: 16, rows: 8, gap: 8, board: '#1c1c22', ink: (x, y) => (wave(x, y, 8) ? '#ff3b30' : '#4a2020') }),
  },
  hub75: {
    fields: [select('rows', 32, 16, 64), select('cols', 64, 32, 128), number('chain', 1, 1, 16), number('parallel', 1, 1, 6),
      select('wiring', 'regular', 'adafruit-hat', 'adafruit-hat-pwm', 'compute-module')],
    unknown: true,
    guesses: { multiplexing: ['direct', 'stripe', 'checkered', 'spiral', 'zstripe', 'coreman', 'kaler2scan'] }, turns: true, mirrors: true, order: 'RGB',
    picture: () => drawing({ cols: 24, rows: 12, board: '#101014', ink: (x, y) => (wave(x, y, 12) ? hue(x, 24) : '#26262c') }),
  },
  ws2812: {
    ...strip('GRB'),
    picture: () => drawing({ cols: 8, rows: 8, board: '#e8e8e8', round: false, ink: (x, y) => hue(x + y, 16) }),
  },
  apa102: {
    ...strip('BGR'),
    picture: () => drawing({ cols: 8, rows: 8, board: '#f4f4ee', round: false, ink: (x, y) => hue(7 - x + y, 16) }),
  },
  unicornhd: {
    fields: [], guesses: {}, turns: true, mirrors: true,
    picture: () => drawing({ cols: 16, rows: 16, board: '#14181c', ink: (x, y) => hue(x + y, 32) }),
  },
  ssd1306: {
    fields: [select('chip', 'ssd1306', 'sh1106', 'ssd1309'), select('size', '128x64', '128x32')],
    guesses: { sequential: [false, true] }, half: true,
    picture: () => drawing({ cols: 24, rows: 12, board: '#10305a', round: false, ink: (x, y) => (wave(x, y, 12) ? '#9fe8ff' : '#04101c') }),
  },
  ssd1322: {
    fields: [], guesses: {}, half: true,
    picture: () => drawing({ cols: 32, rows: 8, board: '#20242c', round: false, ink: (x, y) => (wave(x, y, 8) ? `hsl(50 90% ${30 + x}%)` : '#08090c') }),
  },
  st7789: {
    fields: [select('module', '240x240', '240x320', '320x172')],
    guesses: { inverse: [false, true] }, turns: true, mirrors: true, order: 'RGB',
    picture: () => drawing({ cols: 16, rows: 12, board: '#0b0b0e', ink: (x, y) => (wave(x, y, 12) ? hue(x, 16) : '#1c1c22') }),
  },
  ht16k33: {
    fields: [select('module', '8x8', '16x8', '16x8-mini')], guesses: {}, turns: true, mirrors: true,
    picture: () => drawing({ cols: 8, rows: 8, board: '#12603a', ink: (x, y) => (wave(x, y, 8) ? '#b6ff5c' : '#2f5a2c') }),
  },
  tm1640: {
    fields: [select('module', '16x8', '8x8')], guesses: {}, turns: true, mirrors: true,
    picture: () => drawing({ cols: 16, rows: 8, board: '#16324a', ink: (x, y) => (wave(x, y, 8) ? '#7fd0ff' : '#24465e') }),
  },
  is31fl: {
    fields: [select('module', 'scroll-phat-hd', '16x9', 'charlie-wing', 'charlie-bonnet', '11x7', 'rgb-13x9')], guesses: {}, turns: true, mirrors: true,
    picture: () => drawing({ cols: 17, rows: 7, board: '#141414', ink: (x, y) => `rgb(255 255 255 / ${wave(x, y, 7) ? 1 : 0.12 + 0.02 * x})` }),
  },
  ddp: {
    fields: [list('hosts', 'wled.local'), text('size', '32x8', '[0-9]+x[0-9]+')], guesses: {},
    picture: () => drawing({ cols: 16, rows: 8, board: '#17171a', round: false, ink: (x, y) => hue(x + 2 * y, 32) }),
  },
  pixoo64: {
    fields: [list('hosts', 'pixoo.local')], guesses: {},
    picture: () => drawing({ cols: 16, rows: 16, board: '#26262b', round: false, ink: (x, y) => hue(x * y, 64) }),
  },
  awtrix: {
    fields: [list('hosts', 'awtrix.local')], guesses: {},
    picture: () => drawing({ cols: 24, rows: 8, board: '#f0f0ee', round: false, ink: (x, y) => (wave(x, y, 8) ? hue(x, 24) : '#33333a') }),
  },
  none: {
    fields: [], guesses: {},
    picture: () => drawing({ cols: 24, rows: 10, board: '#5b6470', round: false, ink: (x, y) => (y < 1 ? '#c6ccd4' : wave(x, y, 10) ? '#ff8f63' : '#14161a') }),
  },
};

// The corners, clockwise, and the turns of a picture as what becomes of each: a
// picture is mirrored first, then turned (docs/hardware.md).
export const corners = ['top-left', 'top-right', 'bottom-right', 'bottom-left'];
const turned = (degrees) => (c) => (c + degrees / 90) % 4;
const mirrored = (c) => [1, 0, 3, 2][c];
const setting = (mirror, rotate) => (c) => turned(rotate)(mirror === 'x' ? mirrored(c) : c);

// turn returns the keys rotate and mirror that put the picture right, when the angles
// of the top left and the top right corner are seen at the corners red and green;
// null if no turn does, or the panel has none such.
export function turn(kind, keys, red, green) {
  const before = setting(keys.mirror, keys.rotate || 0);
  for (const mirror of ['', 'x']) {
    for (const rotate of [0, 90, 180, 270]) {
      const seen = setting(mirror, rotate);
      if (seen(0) !== red || seen(1) !== green) continue;
      return undo(kind, before, seen);
    }
  }
  return null;
}

// undo finds the keys after which panel(after(c)) is c, where panel is what the panel
// itself does: seen is panel(before(c)).
function undo(kind, before, seen) {
  const panel = [];
  for (let c = 0; c < 4; c++) panel[before(c)] = seen(c);
  for (const mirror of kind.mirrors ? ['', 'x'] : ['']) {
    for (const rotate of kind.turns ? [0, 90, 180, 270] : kind.half ? [0, 180] : [0]) {
      const after = setting(mirror, rotate);
      if ([0, 1, 2, 3].every((c) => panel[after(c)] === c)) return { rotate, mirror };
    }
  }
  return null;
}

// reorder returns the order of colours with which red, green and blue are seen so,
// when with the order of now they are seen as in seen, such as 'GRB'.
export function reorder(order, seen) {
  const out = [...order];
  ['R', 'G', 'B'].forEach((colour, i) => { out[order.indexOf(colour)] = seen[i]; });
  return out.join('');
}

// next returns the keys of the next guess, after the last one the first.
export function next(kind, keys) {
  for (const [key, values] of Object.entries(kind.guesses)) {
    return { [key]: values[(values.indexOf(keys[key] ?? values[0]) + 1) % values.length] };
  }
  return null;
}
