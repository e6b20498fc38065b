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

// fetched is a file of the demo, in parts. The page hears how far it is.
async function fetched(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name} cannot be fetched: ${answer.status}`);
  const of = Number(answer.headers.get('Content-Length')) || 0;
  let got = 0;
  return answer.body.pipeThrough(new TransformStream({
    transform(part, to) { got += part.length; postMessage({ progress: of && got / of }); to.enqueue(part); },
  }));
}

// program is the program by brotli, or by gzip if that breaks off or cannot be unpacked.
async function program(imports) {
  const compiled = async (unpacked) => WebAssembly.instantiateStreaming(new Response(await unpacked, { headers: { 'Content-Type': 'application/wasm' } }), imports);
  try {
    return await compiled(brotli());
  } catch (e) {
    console.warn('the program comes by gzip:', e);
    return compiled((await fetched('ledpost.wasm.gz')).pipeThrough(new DecompressionStream('gzip')));
  }
}

// brotli unpacks the program as the browser can: in parts by its own decoder, or as a whole by ours (deploy/demo/brotli).
async function brotli() {
  let unpack;
  try { unpack = new DecompressionStream('brotli'); } catch { return decoded(); }
  return (await fetched('ledpost.wasm.br')).pipeThrough(unpack);
}

async function decoded() {
  const script = await new Response((await fetch('brotli.js.gz')).body.pipeThrough(new DecompressionStream('gzip'))).text();
  const { BrotliDecode } = await import(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
  return BrotliDecode(new Int8Array(await new Response(await fetched('ledpost.wasm.br')).arrayBuffer()));
}

async function start(options) {
  globalThis.ledpost.options = options;
  const go = new Go();
  const [{ instance }] = await Promise.all([program(go.importObject), files.load()]);
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
