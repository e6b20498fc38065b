// SPDX-License-Identifier: Apache-2.0

package api

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/web"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// TestPresenceIsSeen in the status and the metrics, and only with a sensor.
func TestPresenceIsSeen(t *testing.T) {
	story(t, func(s *setup) { s.dev.Absence = time.Minute }, func(t *testing.T, r *rig) {
		for _, row := range []struct{ tell, status, metrics string }{
			{"", "", ""},
			{"yes", `"presence":true`, "ledpost_presence 1"},
			{"no", `"presence":false`, "ledpost_presence 0"},
		} {
			if row.tell != "" {
				must.Do(t, r.dev.SetPresence(t.Context(), row.tell == "yes"))
			}
			status, metrics := r.do("GET", "/live/status", "").Body.String(), r.do("GET", "/metrics", "").Body.String()
			if !strings.Contains(status, row.status) || row.tell == "" && strings.Contains(status+metrics, "presence") ||
				!strings.Contains(metrics, row.metrics) {
				t.Errorf("%q: %s\n%s", row.tell, status, metrics)
			}
		}
	})
}

// TestClimateIsSeen in the status and the metrics, and only while it is measured.
func TestClimateIsSeen(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		for _, row := range []struct {
			name            string
			set             device.Climate
			status, metrics string
		}{
			{"no sensor", device.Climate{}, "", ""},
			{"a temperature", device.Climate{Temperature: device.Measured{Value: 21.46, Known: true}},
				`"climate":{"temperature":21.5}`, "ledpost_temperature_celsius 21.5"},
			{"carbon dioxide", device.Climate{CO2: device.Measured{Value: 823, Known: true}}, `"climate":{"co2":820}`,
				"ledpost_carbon_dioxide_ppm 820"},
			{"a humidity", device.Climate{Humidity: device.Measured{Value: 48, Known: true}}, `"climate":{"humidity":48}`,
				"ledpost_humidity_percent 48"},
		} {
			must.Do(t, r.dev.SetClimate(t.Context(), row.set))
			status, metrics := r.do("GET", "/live/status", "").Body.String(), r.do("GET", "/metrics", "").Body.String()
			if !strings.Contains(status, row.status) || row.status == "" && strings.Contains(status, "climate") {
				t.Errorf("%s: %s", row.name, status)
			}
			if !strings.Contains(metrics, row.metrics) || row.metrics == "" && strings.Contains(metrics, "_celsius") {
				t.Errorf("%s: the metrics lack %q", row.name, row.metrics)
			}
		}
	})
}

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
		io.WriteString(w, `<html lang="en" data-languages="en English">`)
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

func TestButtons(t *testing.T) {
	r := newRig(t, nil)
	r.do("PUT", "/api/v2/device/audio", `{"volume":40}`)
	rows := []struct {
		name, button string
		status       int
		volume       string
	}{
		{"louder", "volume_up", http.StatusOK, `"volume":45`},
		{"softer", "volume_down", http.StatusOK, `"volume":40`},
		{"held", "volume_up?hold=0.01", http.StatusOK, `"volume":45`},
		{"and back", "volume_down?hold=0", http.StatusOK, `"volume":40`},
		{"held for too long", "volume_up?hold=6", http.StatusBadRequest, `"volume":40`},
		{"held for no time", "volume_up?hold=NaN", http.StatusBadRequest, `"volume":40`},
		{"no such button", "nose", http.StatusNotFound, `"volume":40`},
	}
	for _, row := range rows {
		if w := r.do("POST", "/live/buttons/"+row.button, ""); w.Code != row.status {
			t.Errorf("%s: %d %s", row.name, w.Code, w.Body)
		}
		if w := r.do("GET", "/api/v2/device/audio", ""); !strings.Contains(w.Body.String(), row.volume) {
			t.Errorf("%s: %s, want %s", row.name, w.Body, row.volume)
		}
	}
	for _, path := range []string{"/api", "/api/", "/live", "/live/"} {
		if w := r.do("GET", path, ""); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d, want 404", path, w.Code)
		}
	}
}
