// SPDX-License-Identifier: Apache-2.0

// How the page plays the device's sound: a stream of 8 kHz in packets of 100 ms, on an AudioContext
// that stands still, as where the browser has yet to allow sound, and then on one that runs; then
// packets come after the end. The answer is a Heard.

(async () => {
  const contexts = [], sockets = [];
  globalThis.AudioContext = class {
    constructor(options) {
      Object.assign(this, { rate: options?.sampleRate, currentTime: 0, started: [], closed: false });
      contexts.push(this);
    }
    createBuffer(channels, length, rate) {
      return { duration: length / rate, getChannelData: () => new Float32Array(length) };
    }
    createBufferSource() { return { connect() {}, start: (at) => this.started.push(at) }; }
    close() { this.closed = true; }
    resume() {}
  };
  globalThis.WebSocket = class { constructor() { sockets.push(this); } close() {} };

  const { Ear } = await (globalThis.joined?.get('sound.js') ?? import('/sound.js'));
  const ear = new Ear();
  ear.start();
  const format = () => sockets[0].onmessage({ data: JSON.stringify({ rate: 8000, channels: 2 }) });
  const packet = () => sockets[0].onmessage({ data: new Int16Array(2 * 800).buffer });
  packet();
  const early = contexts.length;
  format();
  const context = contexts.at(-1);
  for (let i = 0; i < 100; i++) packet();
  const suspended = context.started.length;
  for (let i = 0; i < 100; i++) {
    context.currentTime += 0.1;
    packet();
  }
  const behind = context.started.at(-1) - context.currentTime, running = context.started.length - suspended;
  ear.stop();
  format();
  packet();
  return { early, rate: context.rate, suspended, running, behind, contexts: contexts.length, closed: context.closed };
})()
