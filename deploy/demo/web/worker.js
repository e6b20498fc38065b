// SPDX-License-Identifier: Apache-2.0
'use strict';
// The program, in a worker of its own. The page sends {start}, {request} and {socket}; the latter two with
// a port for the answer (deploy/demo/web.go).
/* global Go, files */
importScripts('files.js', 'sample.js', 'wasm_exec.js');

let running;
const started = new Promise((done) => { running = done; });
globalThis.ledpost = {
  ready(key) { running(); postMessage({ ready: key }); },
  ended(why) { postMessage({ ended: why }); },
};

// program fetches the program as the browser can unpack it, and tells how far it is.
async function program() {
  let packing = 'gzip';
  try { new DecompressionStream('brotli'); packing = 'brotli'; } catch { /* not yet */ }
  const answer = await fetch(packing === 'brotli' ? 'ledpost.wasm.br' : 'ledpost.wasm.gz');
  if (!answer.ok) throw new Error(`the program cannot be fetched: ${answer.status}`);
  const of = Number(answer.headers.get('Content-Length')) || 0;
  let got = 0;
  const counted = new TransformStream({ transform(part, to) { got += part.length; postMessage({ progress: of && got / of }); to.enqueue(part); } });
  const unpacked = answer.body.pipeThrough(counted).pipeThrough(new DecompressionStream(packing));
  return new Response(unpacked, { headers: { 'Content-Type': 'application/wasm' } });
}

async function start(options) {
  globalThis.ledpost.options = options;
  const go = new Go();
  const [{ instance }] = await Promise.all([WebAssembly.instantiateStreaming(program(), go.importObject), files.load()]);
  await go.run(instance);
}

onmessage = async ({ data, ports }) => {
  if (data.start) {
    start(data.start).catch((e) => postMessage({ ended: String(e) }));
    return;
  }
  if (data.save) {
    await files.save();
    ports[0].postMessage(null);
    return;
  }
  await started;
  if (data.request) globalThis.ledpost.request(data.request, ports[0]);
  if (data.socket) globalThis.ledpost.socket(data.socket, ports[0]);
};
