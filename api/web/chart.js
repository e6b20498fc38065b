// SPDX-License-Identifier: Apache-2.0

// Small charts as SVG. Colours come from the page's style.

const ns = 'http://www.w3.org/2000/svg';

// svg makes an element of a drawing.
export function svg(tag, attributes, ...children) {
  const e = document.createElementNS(ns, tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
  e.append(...children);
  return e;
}

const wide = 240, high = 48;

// line draws values, of which null is a gap, over their own range, which begins at 0
// or below; a single value is a dotted line. label says in words what is drawn.
export function line(values, label) {
  const known = values.filter((v) => v !== null), top = Math.max(...known, 1e-9), low = Math.min(...known, 0);
  const x = (i) => (values.length < 2 ? 0 : (i / (values.length - 1)) * wide), y = (v) => high - 2 - ((v - low) / (top - low)) * (high - 4);
  let path = '';
  values.forEach((v, i) => {
    if (v !== null) path += `${path && values[i - 1] !== null ? 'L' : 'M'}${x(i).toFixed(1)} ${y(v).toFixed(1)}`;
  });
  if (known.length === 1) path = `M0 ${high / 2}H${wide}`;
  return svg('svg', { class: 'chart', viewBox: `0 0 ${wide} ${high}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label }, svg('path', { d: path, class: known.length > 1 ? 'curve' : 'curve begun' }));
}
