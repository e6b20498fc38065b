// SPDX-License-Identifier: Apache-2.0

package api

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/ledpost/ledpost/api/web"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// listen plays a stream of 8 kHz on an AudioContext that stands still, as where
// the browser has yet to allow sound, and on one that runs; then packets come
// after the end.
const listen = `(async () => {
	const contexts = [], sockets = [];
	globalThis.AudioContext = class {
		constructor(options) { Object.assign(this, {rate: options?.sampleRate, currentTime: 0, started: [], closed: false}); contexts.push(this); }
		createBuffer(channels, length, rate) { return {duration: length / rate, getChannelData: () => new Float32Array(length)}; }
		createBufferSource() { return {connect() {}, start: at => this.started.push(at)}; }
		close() { this.closed = true; }
		resume() {}
	};
	globalThis.WebSocket = class { constructor() { sockets.push(this); } close() {} };
	const {Ear} = await import('/sound.js');
	const ear = new Ear(), packet = () => new Int16Array(2 * 800).buffer; // 100 ms
	ear.start();
	const early = contexts.length;
	sockets[0].onmessage({data: packet()}); // before the format
	sockets[0].onmessage({data: JSON.stringify({rate: 8000, channels: 2})});
	const context = contexts[contexts.length - 1];
	for (let i = 0; i < 100; i++) sockets[0].onmessage({data: packet()});
	const suspended = context.started.length;
	for (let i = 0; i < 100; i++) {
		context.currentTime += 0.1;
		sockets[0].onmessage({data: packet()});
	}
	const behind = context.started.at(-1) - context.currentTime, running = context.started.length - suspended;
	ear.stop();
	sockets[0].onmessage({data: JSON.stringify({rate: 8000, channels: 2})});
	sockets[0].onmessage({data: packet()});
	return JSON.stringify({early, rate: context.rate, suspended, running, behind, contexts: contexts.length, closed: context.closed});
})()`

// The page's ear plays at the stream's rate, is never far behind, and lets
// nothing pile up while the browser keeps quiet.
func TestEar(t *testing.T) {
	chromium := testtool.Find(t, "chromium")
	mux := http.NewServeMux()
	mux.Handle("/", web.Handler())
	mux.HandleFunc("/blank", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, `<html lang="en">`)
	})
	srv := httptest.NewServer(mux)
	defer srv.Close()
	var got struct {
		Early, Rate, Suspended, Running, Contexts int
		Behind                                    float64
		Closed                                    bool
	}
	must.Do(t, json.Unmarshal([]byte(evaluate(t, chromium, srv.URL+"/blank", listen)), &got))
	if got.Early != 0 || got.Contexts != 1 || got.Rate != 8000 || !got.Closed {
		t.Errorf("%+v: want one context, of the stream's rate, closed at the end", got)
	}
	if got.Suspended < 1 || got.Suspended > 6 || got.Running < 95 || got.Behind > 0.5 {
		t.Errorf("%+v: want 0.5 s waiting at most, and no gap while it plays", got)
	}
}
