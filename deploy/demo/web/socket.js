// SPDX-License-Identifier: Apache-2.0
'use strict';
// In place of the browser's WebSocket, which a service worker cannot answer: one that speaks to the device by a
// channel, for which it asks the service worker. That puts this script before those of the device's page.

// The language that somebody chooses is a cookie of the device's page. The service worker sees no cookies, so that the
// tab around the device passes this one on; it gets it, too.
{
  const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie'), { pathname } = new URL('.', document.currentScript.src);
  Object.defineProperty(document, 'cookie', { get, set(text) { set.call(this, `${text}; path=${pathname}`); } });
}

window.WebSocket = class extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSING = 2;
  static CLOSED = 3;

  constructor(url, protocols = []) {
    super();
    Object.assign(this, { url, protocol: '', readyState: 0, binaryType: 'blob', bufferedAmount: 0, onopen: null, onmessage: null, onerror: null, onclose: null });
    const { port1, port2 } = new MessageChannel(), to = new URL(url);
    this.port = port1;
    port1.onmessage = ({ data }) => this.hear(data);
    navigator.serviceWorker.controller.postMessage({ socket: { path: to.pathname + to.search, protocols: [protocols].flat() } }, [port2]);
  }

  hear(data) {
    if (this.readyState === 3) return;
    if (typeof data === 'string') this.tell(new MessageEvent('message', { data }));
    else if (data instanceof Uint8Array) this.tell(new MessageEvent('message', { data: this.binaryType === 'blob' ? new Blob([data]) : data.buffer }));
    else if ('open' in data) {
      this.readyState = 1;
      this.protocol = data.open;
      this.tell(new Event('open'));
    } else this.end(data.closed);
  }

  end(code) {
    this.readyState = 3;
    this.port.close();
    if (code !== 1000) this.tell(new Event('error'));
    this.tell(new CloseEvent('close', { code, wasClean: code === 1000 }));
  }

  tell(event) {
    const heard = this['on' + event.type];
    if (heard) heard.call(this, event);
    this.dispatchEvent(event);
  }

  send(text) { this.port.postMessage(text); }

  close() {
    if (this.readyState > 1) return;
    this.port.postMessage(null);
    this.readyState = 2;
    setTimeout(() => this.readyState === 2 && this.end(1000));
  }
};
