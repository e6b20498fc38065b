// SPDX-License-Identifier: Apache-2.0

// The list of notifications that are alive.

import { call, Fault, once, Unreachable } from './device.js';
import { thumb } from './iconpictures.js';
import { because, mender } from './mend.js';
import { $, arrange, fold, make, toast, write } from './ui.js';
import { undoable } from './undo.js';
import { t } from './words.js';

export const path = '/api/v2/device/notifications';

const words = (frame) => {
  if (frame.chartData) return t('queue.chart', { count: frame.chartData.length });
  if (frame.goalData) return t('queue.goal', { value: `${frame.goalData.current} ${frame.goalData.unit || ''}`.trim() });
  return frame.text;
};

const title = (item) => item.model.frames.map(words).filter(Boolean).join(' · ') || t('queue.icon');

// ofIcon is why icons of item cannot be shown, '' when that is not its reason. Of a message that has ended
// the reason goes on with why.
function ofIcon(item) {
  const [before, ...causes] = (item.reason || '').split(/(?:^|; )frames\[\d+\]\.icon: /);
  const icons = before ? '' : causes.join('; ');
  return item.outcome ? icons.replace(/; [^;]*$/, '') : icons;
}

// lacking adds to how an item stands why a sign stands in place of its icons.
export function lacking(item, state) {
  const reason = ofIcon(item);
  return reason ? t('queue.lacks', { state, reason }) : state;
}

// whyNot is why an item waits, '' when it is seen or only waits for its turn.
const whyNot = (item, visible) => (item.id === visible || ofIcon(item) ? '' : item.reason || '');

// stateOf says how an item stands that is alive, beside the one that is visible; reason is why it waits.
export function stateOf(item, visible, reason = whyNot(item, visible)) {
  return lacking(item, item.id === visible ? t('queue.visible') : reason ? t('queue.waits', { reason: because(reason) }) : t('queue.waiting'));
}

// body is a notification as it is sent again, for as long as it would have lived; now is the time of
// the device, in ms. It makes no sound again, whose address may be hidden.
const body = ({ priority, icon_type, expiration_date: end, model }, now) => ({ priority, icon_type, lifetime: Math.max(1000, Date.parse(end + 'Z') - now), model: { ...model, sound: undefined } });

export class Queue {
  // changed is called after something was dismissed here, moved with the old and the new id of what was taken back.
  constructor(changed, moved) {
    Object.assign(this, { changed, moved });
    this.list = $('queue');
    this.rows = new Map(); // id → row
    this.items = []; // as the device has them
    this.ahead = 0; // ms from the page's own time, which nobody sets, to the device's clock
    $('clear').onclick = () => this.drop('', t('queue.cleared'));
  }

  // load shows the queue, and gives the text of what is visible; next is that of what comes after it.
  async load() {
    const heard = (headers) => { this.ahead = (Date.parse(headers.get('Date')) || Date.now()) - performance.now(); };
    const [items, current] = await Promise.all([call('GET', path, undefined, heard), call('GET', path + '/current')]);
    this.show(items, current.id);
    this.offer(items);
    const next = items.find((item) => item.id !== current.id && (!item.reason || ofIcon(item)));
    this.next = next ? title(next) : '';
    return current.id ? title(current) : '';
  }

  // offer takes back what a lost answer has left open, where it was done.
  offer(items) {
    const { again = [], done } = this.unheard ?? {}, gone = again.filter((x) => !items.some((item) => item.id === x.id));
    this.unheard = null;
    if (gone.length) this.undoable(done, gone);
  }

  undoable(done, again) { undoable(done, () => this.send(again), { kept: { kind: 'messages', data: again } }); }

  // send queues again what was dismissed, in its order, and each once however often it is called.
  async send(items) {
    for (const item of items) {
      item.again ??= { key: once(), body: body(item, this.ahead + performance.now()) };
      const { success } = await call('POST', path, item.again.body, undefined, { 'Idempotency-Key': item.again.key });
      this.moved(item.id, success.id);
    }
    this.changed();
  }

  // show keeps the rows that stay, and the focus in the list.
  show(items, visible) {
    Object.assign(this, { items, visible });
    const focus = this.list.contains(document.activeElement) ? [...this.list.children].indexOf(document.activeElement.closest('li')) : -1;
    const mended = new Set(['']); // each reason is told once, not on each row
    const rows = items.map((item) => {
      const row = this.rows.get(item.id) || this.row(item);
      const why = whyNot(item, visible), reason = mended.has(why) ? '' : why;
      write(row.querySelector('.state'), stateOf(item, visible, reason));
      this.mend(row, reason);
      mended.add(reason);
      row.querySelector('.state').classList.toggle('seen', item.id === visible);
      return row;
    });
    this.rows = new Map(items.map((item, i) => [item.id, rows[i]]));
    if (rows.length !== this.list.children.length || rows.some((row, i) => row !== this.list.children[i])) this.place(rows, focus);
    fold(this.list);
    write($('count'), String(items.length));
    $('empty').hidden = items.length > 0;
    if (items.length === 0 && document.activeElement === $('clear')) $('queue-title').focus();
    $('clear').disabled = items.length === 0;
  }

  // mend puts the button on a row that ends the reason for which it waits.
  mend(row, reason) {
    const place = row.querySelector('.mends');
    if (place.dataset.reason === reason) return;
    place.dataset.reason = reason;
    place.replaceChildren(...[reason && mender(reason, this.changed)].filter(Boolean));
  }

  // held says why something waits that would show otherwise.
  held({ held, reason }) {
    $('held').hidden = !held;
    if (held) write($('held'), t('queue.held', { count: held, reason: because(reason) }));
  }

  // place sets the rows; a focus whose row has gone passes to the next one.
  place(rows, focus) {
    const focused = document.activeElement;
    arrange(this.list, rows);
    if (focus < 0) return;
    const stays = this.list.contains(focused);
    (stays ? focused : rows[Math.min(focus, rows.length - 1)]?.querySelector('button') || $('queue-title')).focus();
  }

  row(item) {
    const text = title(item), icon = item.model.frames.find((f) => f.icon !== undefined)?.icon;
    const dismiss = make('button', { className: 'quiet', textContent: t('queue.dismiss'), onclick: () => this.dismiss(item.id) });
    dismiss.setAttribute('aria-label', t('queue.dismiss-name', { name: text }));
    const what = make('div', { className: 'what' }, make('p', { textContent: text }), make('small', {},
      make('span', { className: 'badge ' + item.priority, textContent: t('priority.' + item.priority) }),
      make('span', { className: 'badge state' }),
      item.type === 'internal' ? t('queue.internal') : ''));
    const row = make('li', {}, ...(icon === undefined ? [] : [this.picture(String(icon))]), what, make('span', { className: 'mends' }), dismiss);
    row.dataset.id = item.id;
    return row;
  }

  // picture is an icon's place, until it is there.
  picture(icon) {
    const place = make('span', { className: 'icon' });
    thumb(icon).then((src) => src && place.replaceWith(make('img', { className: 'icon', src, alt: '' })));
    return place;
  }

  dismiss(id) { return this.drop('/' + id, t('queue.dismissed')); }

  // drop dismisses one, or all. What the device itself says is not sent again.
  async drop(which, done) {
    const again = this.items.filter((item) => item.type !== 'internal' && ['', '/' + item.id].includes(which));
    try {
      await call('DELETE', path + which);
      if (again.length) this.undoable(done, again);
      else toast(done);
    } catch (e) {
      if (!(e instanceof Fault)) toast(e.message, true); // else it has ended by itself
      if (e instanceof Unreachable) this.unheard = { again, done }; // it may be dismissed all the same: load tells
    }
    this.changed();
  }
}
