// SPDX-License-Identifier: Apache-2.0

// The schedule: which widget shows on which days, from when until when.

import { call, Fault } from './device.js';
import { sign } from './gallery.js';
import { $, closer, explain, make, toast } from './ui.js';
import { dayName, days, Week } from './week.js';
import { t } from './words.js';

export class Schedule {
  // apps has the list of widgets; saved is called when the schedule is another.
  constructor(apps, saved) {
    Object.assign(this, { apps, saved });
    this.week = new Week($('week'), {
      changed: (i, times) => this.rows[i].set(times),
      remove: (i) => this.rows[i].remove(),
      chosen: (i) => this.rows[i].show(),
    });
    $('plan-close').onclick = () => $('plan').close();
    $('plan-add').onclick = () => this.add({ days: days.slice(0, 5), from: '07:00', to: '09:00' }, true);
    $('plan-form').onsubmit = (e) => { e.preventDefault(); this.save(); };
    $('plan-form').oninput = () => this.draw();
  }

  async open(still) {
    const blocks = await call('GET', '/live/schedule'); // or the week would look empty, and be saved so
    if (!still()) return;
    this.rows = [];
    $('blocks').replaceChildren();
    for (const b of blocks) this.add(b);
    this.draw();
    explain($('plan-form'));
    $('plan').showModal();
  }

  // draw shows the rows as a week.
  draw() {
    this.week.show(this.rows.map((r) => {
      const block = r.read(), widget = this.apps.list.find((w) => w.widget === block.widget);
      return { ...block, title: widget ? this.apps.title(widget) : '', icon: sign(widget?.package) };
    }));
  }

  add(block, focus) {
    const boxes = days.map((d) => make('input', { type: 'checkbox', value: d, checked: block.days.includes(d) }));
    const [from, to] = ['from', 'to'].map((n) => make('input', { type: 'time', value: block[n].slice(0, 5), required: true }));
    const widget = make('select', {}, ...this.apps.list.map((w) => make('option', { value: w.widget, textContent: this.apps.title(w) })));
    widget.value = block.widget || this.apps.list[0]?.widget;
    const remove = make('button', { type: 'button', className: 'quiet', textContent: t('plan.remove') });
    const li = make('li', {},
      make('fieldset', { className: 'ticks' }, make('legend', { className: 'hush', textContent: t('plan.days') }), ...boxes.map((b, i) => make('label', {}, b, make('span', { textContent: dayName(i) })))),
      make('div', { className: 'span' }, make('label', {}, t('plan.from'), from), make('label', {}, t('plan.to'), to), make('label', {}, t('plan.shows'), widget), remove));
    const row = {
      read: () => ({ days: boxes.filter((b) => b.checked).map((b) => b.value), from: from.value, to: to.value, widget: widget.value }),
      set: (times) => {
        from.value = times.from ?? from.value;
        to.value = times.to ?? to.value;
        this.draw();
      },
      remove: () => {
        this.rows.splice(this.rows.indexOf(row), 1);
        li.remove();
        this.draw();
        $('plan-add').focus();
      },
      show: () => li.scrollIntoView({ block: 'nearest' }),
    };
    remove.onclick = row.remove;
    this.rows.push(row);
    $('blocks').append(li);
    this.draw();
    if (focus) from.focus();
  }

  async save() {
    const close = closer($('plan'));
    try {
      await call('PUT', '/live/schedule', this.rows.map((r) => r.read()));
      close();
      this.saved();
    } catch (e) {
      explain($('plan-form'), e instanceof Fault ? e.messages.map((m) => m.replace(/^\[(\d+)\]/, (_, n) => t('plan.block', { n: +n + 1 }))) : [e.message]);
    }
  }
}
