// SPDX-License-Identifier: Apache-2.0

// Sound: what the device plays, and its built-in sounds, in the browser.

import { call, socket } from './device.js';
import { told } from './words.js';

// Ear plays the device's stream (GET /live/audio) a little behind, so that a
// late packet is not heard, and at most half a second: what a browser that keeps
// its audio suspended does not play is dropped.
export class Ear {
  constructor() {
    this.delay = 0.15;
    this.most = 0.5;
    addEventListener('click', () => this.context?.resume());
  }

  start() { this.connect(); }

  connect() {
    const ws = this.ws = socket('/live/audio');
    ws.onmessage = (m) => {
      if (this.ws !== ws) return;
      if (typeof m.data === 'string') this.open(JSON.parse(m.data));
      else if (this.context) this.play(new Int16Array(m.data));
    };
    ws.onclose = () => {
      if (this.ws === ws) setTimeout(() => this.ws === ws && this.connect(), 1500);
    };
  }

  // open takes the stream's rate, so that no packet is resampled on its own.
  open(format) {
    this.context?.close();
    this.format = format;
    this.context = new AudioContext({ sampleRate: format.rate });
    this.at = -1;
  }

  play(samples) {
    const now = this.context.currentTime;
    if (this.at < now) this.at = now + this.delay;
    if (this.at - now > this.most) return;
    const { channels, rate } = this.format;
    const buffer = this.context.createBuffer(channels, samples.length / channels, rate);
    for (let c = 0; c < channels; c++) {
      const out = buffer.getChannelData(c);
      for (let i = 0; i < out.length; i++) out[i] = samples[i * channels + c] / 32768;
    }
    const source = this.context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.context.destination);
    source.start(this.at);
    this.at += buffer.duration;
  }

  stop() {
    const ws = this.ws;
    this.ws = null;
    ws?.close();
    this.context?.close();
    this.context = null;
  }
}

// playHere plays a built-in sound in the browser.
export async function playHere(category, id) {
  const blob = await call('GET', `/live/sounds/${category}/${id}.wav`);
  const url = URL.createObjectURL(blob);
  const audio = new Audio(url);
  audio.onended = () => URL.revokeObjectURL(url);
  await audio.play();
}

// builtIn are the sounds of the specification.
export const builtIn = {
  notifications: ('bicycle car cash cat dog dog2 energy knock-knock letter_email lose1 lose2 negative1 negative2 negative3 ' +
    'negative4 negative5 notification notification2 notification3 notification4 open_door positive1 positive2 positive3 ' +
    'positive4 positive5 positive6 statistic thunder water1 water2 win win2 wind wind_short').split(' '),
  alarms: Array.from({ length: 13 }, (_, i) => 'alarm' + (i + 1)),
};

// soundName is a built-in sound in the reader's words, with its number if there are several.
export function soundName(id) {
  const [, word, number] = /^(.+?)(\d*)$/.exec(id);
  return [told('sound.' + word, word), number].filter(Boolean).join(' ');
}
