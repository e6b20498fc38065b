// SPDX-License-Identifier: Apache-2.0

// What one does with the panel on the page: fill the screen with it, keep a picture of
// it or a GIF, choose how its LEDs look.

import { call } from './device.js';
import { load } from './load.js';
import { $, make, toast, write } from './ui.js';
import { locale, minutesOf, number, t, timeOfDay } from './words.js';

const slot = 'ledpost.leds';
const far = 100, near = 60; // px scrolled from which the panel is small, and below which it is not
const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });

export class Stage {
  constructor(panel) {
    this.panel = panel;
    this.stage = $('stage');
    $('share').onclick = (e) => this.share(e);
    $('film').hidden = !films();
    const acts = { full: () => this.fill(true), snapshot: () => this.snapshot(), record: () => this.record('gif'), film: () => this.record('webm') };
    for (const [id, act] of Object.entries(acts)) {
      $(id).onclick = () => {
        $('share-menu').hidePopover?.(); // a browser without popovers shows the buttons for good
        act();
      };
    }
    this.offer();
    $('leds').onchange = (e) => this.choose(e.target.value);
    addEventListener('scroll', () => this.shrink(), { passive: true });
    document.addEventListener('fullscreenchange', () => { if (!document.fullscreenElement) this.fill(false); });
    document.addEventListener('keydown', (e) => { if (e.key === 'Escape' && this.filled) this.fill(false); });
  }

  // shrink leaves nothing but the panel of itself while the page is scrolled. The room
  // that it gives up stays empty, or what is read would jump.
  shrink() {
    const { stage } = this, small = scrollY > (stage.classList.contains('small') ? near : far);
    if (this.filled || small === stage.classList.contains('small')) return;
    const high = stage.offsetHeight;
    stage.classList.toggle('small', small);
    stage.style.marginBottom = small ? `${high - stage.offsetHeight}px` : '';
  }

  // away greys the panel and says since when nothing is known of it: since is the time of
  // the last news, 0 if there was none yet. Without an argument the device is back.
  away(since) {
    const gone = since !== undefined;
    this.stage.toggleAttribute('data-away', gone);
    $('away').hidden = !gone;
    if (gone) write($('away'), since ? t('away.since', { time: time.format(since) }) : t('away.never'));
  }

  // status says until when it is night. What is dimmed for the dark is drawn as eyes there see it.
  status({ night, showing, brightness }) {
    this.darken(Boolean(night));
    $('dusk').hidden = !night;
    if (night) write($('dusk').querySelector('span'), nightSaid(night));
    this.panel.adapt(night || showing.kind === 'screensaver' ? brightness / 100 : 1);
  }

  // darken has a telephone shine as little as can be read at night, its bar too, and when the page is opened next (first.js).
  darken(night) {
    const page = document.documentElement;
    for (const bar of document.querySelectorAll('meta[name=theme-color]')) {
      bar.dataset.day ??= bar.content;
      bar.content = night ? '#000' : bar.dataset.day;
    }
    if (night === this.dark) return;
    this.dark = night;
    page.toggleAttribute('data-night', night);
    try {
      localStorage.setItem('ledpost.night', night ? Date.now() : '');
    } catch { /* there is no room for it, and it can be done without */ }
  }

  // load asks what LEDs the panel has; what was chosen on this page wins.
  async load() {
    this.own = await call('GET', '/live/panel').then((p) => p.leds, () => 'round');
    $('leds').value = localStorage.getItem(slot) || '';
    this.panel.as($('leds').value || this.own);
  }

  choose(kind) {
    if (kind) localStorage.setItem(slot, kind);
    else localStorage.removeItem(slot);
    this.panel.as(kind || this.own);
  }

  // fill shows nothing but the panel. Where a browser has no full screen, the panel
  // fills its window.
  fill(on) {
    this.filled = on;
    this.stage.classList.toggle('full', on);
    this.offer();
    if (on) this.stage.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
  }

  snapshot() {
    this.panel.draw();
    this.panel.canvas.toBlob((blob) => save(blob, 'png'));
  }

  // share ends what runs, a recording or the full screen, instead of opening the menu.
  share(e) {
    if (!this.recording && !this.filled) return;
    e.preventDefault();
    if (!this.recording) this.fill(false);
    else if (this.recorder?.running) this.recorder.stop();
  }

  // offer names the button by what it does: left are the seconds that a recording still takes, 0 while its file is made.
  offer(left) {
    const button = $('share'), busy = left !== undefined;
    write(button.querySelector('span'), busy ? String(left || '…') : t(this.filled ? 'stage.leave' : 'stage.share'));
    if (busy) button.setAttribute('aria-label', left ? t('stage.stop', { seconds: left }) : t('stage.making'));
    else button.removeAttribute('aria-label');
    button.toggleAttribute('data-records', busy);
    button.disabled = left === 0;
  }

  // record makes a GIF or a film.
  async record(type) {
    if (this.recording) return;
    this.recording = true;
    try {
      this.recorder ??= new (await load('record')).Recorder(this.panel);
      const count = (left) => this.offer(left);
      const file = await (type === 'gif' ? this.recorder.record(count) : this.recorder.film(count));
      save(file, type);
      const size = number(Math.ceil(file.size / 1000), { style: 'unit', unit: 'kilobyte' });
      toast(type === 'gif' ? t('stage.saved', { size }) : t('stage.film-saved', { size }));
    } catch (e) {
      toast(e.message, true);
    }
    this.recording = false;
    this.offer();
  }
}

// nightSaid says that it is night, and until when.
export const nightSaid = ({ until }) => (until ? t('now.night', { until: timeOfDay(minutesOf(until)) }) : t('now.night-dark'));

// films reports whether the browser records films.
const films = () => Boolean(globalThis.MediaRecorder?.isTypeSupported('video/webm') && HTMLCanvasElement.prototype.captureStream);

// save gives the browser a file to keep.
export function save(blob, type) {
  const url = URL.createObjectURL(blob), name = document.title.replace(/[^\p{L}\p{N}]+/gu, '-');
  const stamp = new Date().toISOString().slice(0, 19).replace(/[T:]/g, '-');
  make('a', { href: url, download: `${name}-${stamp}.${type}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}
