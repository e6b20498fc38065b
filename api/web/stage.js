// What one does with the panel on the page: fill the screen with it, keep a picture of
// it or a GIF, choose how its LEDs look.

import { call } from './device.js';
import { Recorder } from './record.js';
import { $, make, toast, write } from './ui.js';
import { number, t } from './words.js';

const slot = 'ledpost.leds';

export class Stage {
  constructor(panel) {
    this.panel = panel;
    this.recorder = new Recorder(panel);
    $('full').onclick = () => this.fill(!this.filled);
    $('snapshot').onclick = () => this.snapshot();
    $('record').onclick = () => this.record();
    $('leds').onchange = (e) => this.choose(e.target.value);
    document.addEventListener('fullscreenchange', () => { if (!document.fullscreenElement) this.fill(false); });
    document.addEventListener('keydown', (e) => { if (e.key === 'Escape' && this.filled) this.fill(false); });
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
    const stage = this.panel.canvas.parentElement;
    stage.classList.toggle('full', on);
    $('full').setAttribute('aria-pressed', on);
    if (on) stage.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
  }

  snapshot() {
    this.panel.draw();
    this.panel.canvas.toBlob((blob) => save(blob, 'png'));
  }

  // record begins a GIF, or ends it before its time.
  async record() {
    if (this.recorder.running) return this.recorder.stop();
    const button = $('record');
    button.setAttribute('aria-pressed', true);
    try {
      const gif = await this.recorder.record((left) => this.count(left));
      save(gif, 'gif');
      toast(t('stage.saved', { size: number(Math.ceil(gif.size / 1000), { style: 'unit', unit: 'kilobyte' }) }));
    } catch (e) {
      toast(e.message, true);
    }
    button.setAttribute('aria-pressed', false);
    this.count(null);
  }

  // count shows the seconds that a recording still takes.
  count(left) {
    write($('record-left'), left === null ? '' : left > 0 ? String(left) : '…');
    $('record').setAttribute('aria-label', left === null ? t('stage.record') : left > 0 ? t('stage.stop', { seconds: left }) : t('stage.making'));
    $('record').disabled = left === 0;
  }
}

// save gives the browser a file to keep.
function save(blob, type) {
  const url = URL.createObjectURL(blob), name = document.title.replace(/[^\p{L}\p{N}]+/gu, '-');
  const stamp = new Date().toISOString().slice(0, 19).replace(/[T:]/g, '-');
  make('a', { href: url, download: `${name}-${stamp}.${type}` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}
