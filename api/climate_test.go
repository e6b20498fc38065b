// SPDX-License-Identifier: Apache-2.0

package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
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
		wants(t, r.do("POST", "/live/buttons/"+row.button, ""), row.status, "", row.name)
		if w := r.do("GET", "/api/v2/device/audio", ""); !strings.Contains(w.Body.String(), row.volume) {
			t.Errorf("%s: %s, want %s", row.name, w.Body, row.volume)
		}
	}
	for _, path := range []string{"/api", "/api/", "/live", "/live/"} {
		wants(t, r.do("GET", path, ""), http.StatusNotFound, "", path)
	}
}
