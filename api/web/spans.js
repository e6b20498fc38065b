// SPDX-License-Identifier: Apache-2.0

// Texts whose parts have colours and effects of their own: marks[i] is what text[i] has,
// a colour, an effect or both with a space between, '' for those of the frame.

// colorIn and effectIn are what a mark says, '' if it says nothing of it.
export const colorIn = (mark) => (mark || '').split(' ').find(isColor) || '';
export const effectIn = (mark) => (mark || '').split(' ').find((w) => !isColor(w)) || '';

// recolored and affected are a mark with another colour, or another effect.
export const recolored = (mark, color) => [color, effectIn(mark)].filter(Boolean).join(' ');
export const affected = (mark, effect) => [colorIn(mark), effect].filter(Boolean).join(' ');

// carried gives the marks of a text after it was edited: what stays at its beginning and
// its end keeps its colour, what is new takes that of the character before it.
export function carried(before, marks, after) {
  let head = 0, tail = 0;
  const least = Math.min(before.length, after.length);
  while (head < least && before[head] === after[head]) head++;
  while (tail < least - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const fresh = Array(after.length - head - tail).fill(marks[head - 1] || '');
  return [...marks.slice(0, head), ...fresh, ...marks.slice(before.length - tail, before.length)];
}

// runs gives the parts of equal marks, as [text, mark].
export function runs(text, marks) {
  const out = [];
  for (let i = 0; i < text.length; i++) {
    if (out.length && out.at(-1)[1] === (marks[i] || '')) out.at(-1)[0] += text[i];
    else out.push([text[i], marks[i] || '']);
  }
  return out;
}

// fragments gives a frame's text: itself where no part has a mark.
export function fragments(text, marks) {
  if (!marks.some(Boolean)) return text;
  return runs(text, marks).map(([t, mark]) => {
    const c = colorIn(mark), effect = effectIn(mark);
    return { t, ...(c && { c }), ...(effect && { effect }) };
  });
}

// unmarked is the opposite of fragments, for anything.
export function unmarked(value) {
  const parts = Array.isArray(value) ? value : [{ t: value }];
  let text = '', marks = [];
  for (const part of parts) {
    const t = String(part?.t ?? '');
    text += t;
    marks = marks.concat(Array(t.length).fill(affected(isColor(part?.c) ? part.c : '', isName(part?.effect) ? part.effect : '')));
  }
  return { text, marks };
}

const isName = (e) => typeof e === 'string' && /^[a-z_]+$/.test(e);

export const isColor = (c) => typeof c === 'string' && /^#[0-9a-f]{6}$/i.test(c);
