// The list of notifications that are alive.

import { call } from './device.js';

const path = '/api/v2/device/notifications';

const make = (tag, props, ...children) => {
  const e = Object.assign(document.createElement(tag), props);
  e.append(...children);
  return e;
};

const words = (frame) => {
  if (frame.chartData) return 'chart of ' + frame.chartData.length + ' values';
  if (frame.goalData) return `goal ${frame.goalData.current}${frame.goalData.unit || ''}`;
  if (Array.isArray(frame.text)) return frame.text.map((f) => f.t).join('');
  return String(frame.text ?? '');
};

export async function showQueue(list, changed) {
  const [items, current] = await Promise.all([call('GET', path), call('GET', path + '/current')]);
  const rows = items.map((item) => {
    const seen = item.id === current.id;
    const text = item.model.frames.map(words).filter(Boolean).join(' · ') || 'icon';
    const dismiss = make('button', { className: 'quiet', textContent: 'Dismiss', onclick: () => drop(item.id, changed) });
    dismiss.setAttribute('aria-label', 'Dismiss ' + text);
    const row = make('li', {},
      make('span', { className: 'badge ' + item.priority, textContent: item.priority }),
      make('p', {}, text, make('small', { textContent: (seen ? 'visible now' : 'waiting') + ' · ' + item.type })),
      dismiss);
    row.dataset.id = item.id;
    return row;
  });
  if (same(list, rows)) return items.length;
  const focused = list.contains(document.activeElement) && document.activeElement.closest('li').dataset.id;
  list.replaceChildren(...rows);
  if (focused) list.querySelector(`[data-id="${focused}"] button`)?.focus();
  return items.length;
}

const same = (list, rows) => list.children.length === rows.length &&
  rows.every((row, i) => row.dataset.id === list.children[i].dataset.id && row.textContent === list.children[i].textContent);

async function drop(id, changed) {
  await call('DELETE', `${path}/${id}`).catch(() => {}); // it may have ended by itself
  changed();
}

export async function dropAll(changed) {
  await call('DELETE', path);
  changed();
}
