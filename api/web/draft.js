// SPDX-License-Identifier: Apache-2.0

// A notification that is being written: what the form's fields hold, as they hold it.
// The device knows best what is wrong with them.

import { seconds, written } from './durations.js';
import { effectIn, fragments, isColor, unmarked } from './spans.js';

export const maxFrames = 32;

// blank is a new frame. Fields that are '' are the device's affair.
export const blank = () => ({
  kind: 'text', icon: '', text: '', marks: [], start: '0', current: '50', end: '100', unit: '%', chart: '',
  color: '', effect: '', colors: ['#FF0000', '#FFE000'], background: '', overlay: '', progress: '', seconds: '',
});

export const draft = () => ({
  frames: [blank()], priority: 'info', icon_type: 'none', sound: '', cycles: '1', stays: false, lifetime: '',
});

// manifold are the effects that take colours.
const manifold = ['gradient', 'palette'];

// takesColors tells whether a frame, or a part of its text, has such an effect.
export const takesColors = (f) => [f.effect, ...(f.kind === 'text' ? f.marks.map(effectIn) : [])].some((e) => manifold.includes(e));

const words = (text) => text.split(/[\s,;]+/).filter(Boolean);

// thousandfold is a duration in milliseconds; what is none goes to the device as it is.
const thousandfold = (text) => { const s = seconds(text, 1); return isNaN(s) ? text.trim() : Math.round(1000 * s); };

// shown tells whether a frame shows anything.
const shown = (f) => f.icon || f.kind !== 'text' || f.text;

// isEmpty tells whether there is nothing to send yet.
export const isEmpty = (d) => d.frames.every((f) => !shown(f) || f.kind === 'chart' && !f.chart.trim() && !f.icon);

function wireFrame(f) {
  const out = f.icon ? { icon: f.icon } : {};
  if (f.kind === 'goal') out.goalData = { start: f.start.trim(), current: f.current.trim(), end: f.end.trim(), unit: f.unit };
  else if (f.kind === 'chart') out.chartData = words(f.chart);
  else if (f.text) out.text = fragments(f.text, f.marks);
  for (const field of ['color', 'effect', 'background', 'overlay']) if (f[field]) out[field] = f[field];
  if (takesColors(f)) out.colors = f.colors;
  if (f.progress.trim()) out.progress = f.progress.trim();
  if (f.seconds.trim()) out.duration = thousandfold(f.seconds);
  return numbers(out);
}

// numbers makes numbers of texts that are some, as examples have them.
function numbers(out) {
  const number = (v) => (typeof v === 'string' && v !== '' && isFinite(v) ? Number(v) : v);
  if (out.goalData) for (const k of ['start', 'current', 'end']) out.goalData[k] = number(out.goalData[k]);
  if (out.chartData) out.chartData = out.chartData.map(number);
  if (out.progress) out.progress = number(out.progress);
  return out;
}

// wire is the body of a POST.
export function wire(d) {
  const model = { frames: d.frames.map(wireFrame), cycles: d.stays ? 0 : d.cycles.trim() };
  if (model.cycles && isFinite(model.cycles)) model.cycles = Number(model.cycles);
  const [category, id] = d.sound.split('/');
  if (id) model.sound = { category, id, repeat: d.stays && category === 'alarms' ? 0 : 1 };
  const body = { priority: d.priority, icon_type: d.icon_type, model };
  if (d.lifetime.trim()) body.lifetime = thousandfold(d.lifetime);
  return body;
}

const text = (v) => (['string', 'number'].includes(typeof v) ? String(v) : '');
const oneOf = (v, all) => (all.includes(v) ? v : all[0]);

function readFrame(w) {
  const f = blank(), goal = w?.goalData, chart = w?.chartData;
  Object.assign(f, unmarked(w?.text));
  for (const field of ['icon', 'color', 'effect', 'background', 'overlay', 'progress']) f[field] = text(w?.[field]);
  if (w?.duration) f.seconds = written(w.duration / 1000);
  if (Array.isArray(w?.colors) && w.colors.every(isColor) && w.colors.length > 1) f.colors = w.colors;
  if (goal) {
    f.kind = 'goal';
    for (const field of ['start', 'current', 'end', 'unit']) f[field] = text(goal[field]);
  } else if (Array.isArray(chart)) {
    f.kind = 'chart';
    f.chart = chart.map(text).join(', ');
  }
  return f;
}

// read is the opposite of wire, for anything that may once have been one.
export function read(body) {
  const d = draft(), model = body?.model, frames = Array.isArray(model?.frames) ? model.frames.slice(0, maxFrames) : [];
  if (frames.length) d.frames = frames.map(readFrame);
  d.priority = oneOf(body?.priority, ['info', 'warning', 'critical']);
  d.icon_type = oneOf(body?.icon_type, ['none', 'info', 'alert']);
  d.stays = model?.cycles === 0;
  if (!d.stays && model?.cycles !== undefined) d.cycles = text(model.cycles);
  if (model?.sound?.id) d.sound = `${text(model.sound.category)}/${text(model.sound.id)}`;
  if (body?.lifetime) d.lifetime = written(body.lifetime / 1000);
  return d;
}

// said is a notification in a line.
export function said(d) {
  const words = (f) => ({ goal: `${f.current} ${f.unit}`.trim(), chart: f.chart }[f.kind] ?? (f.text || f.icon));
  return d.frames.map(words).filter(Boolean).join(' · ');
}
