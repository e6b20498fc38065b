// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device"
)

// TestPatience: clients give up after 2 s, so whatever is asked is answered
// before that, also by a brain that does not answer. It is only late then: 503,
// and when to come back.
func TestPatience(t *testing.T) {
	calls := []struct{ method, path, body string }{
		{"GET", "/healthz", ""},
		{"GET", "/api/v2/device", ""},
		{"PUT", "/api/v2/device", `{"mode":"auto"}`},
		{"GET", "/api/v2/device/display", ""},
		{"PUT", "/api/v2/device/display", `{"brightness":5}`},
		{"GET", "/api/v2/device/audio", ""},
		{"PUT", "/api/v2/device/audio", `{"volume":5}`},
		{"GET", "/api/v2/device/notifications", ""},
		{"GET", "/api/v2/device/notifications/1", ""},
		{"POST", "/api/v2/device/notifications", frameOf(`{"text":"x"}`)},
		{"DELETE", "/api/v2/device/notifications/1", ""},
		{"DELETE", "/api/v2/device/notifications", ""},
		{"GET", "/live/look", ""},
		{"PUT", "/live/look", `{"smooth":true}`},
		{"GET", "/live/light", ""},
		{"POST", "/live/indicators", `{}`},
		{"POST", "/live/try", `{"seconds":0}`},
		{"POST", "/live/buttons/action", ""},
		{"GET", "/metrics", ""},
	}
	var mute *device.Device // never runs
	story(t, func(s *setup) {
		mute = device.New(s.dev, s.saved, device.Edges{})
		s.api.Device = mute
	}, func(t *testing.T, r *rig) {
		for _, c := range calls {
			begun := time.Now()
			w := r.do(c.method, c.path, c.body)
			if took := time.Since(begun); took >= 2*time.Second || w.Code < 500 && c.path != "/metrics" {
				t.Errorf("%s %s: %d after %v", c.method, c.path, w.Code, took)
			}
			if own := c.path == "/metrics" || c.path == "/healthz"; !own && (w.Code != 503 || w.Header().Get("Retry-After") == "") {
				t.Errorf("%s %s: %d %s %q", c.method, c.path, w.Code, w.Body, w.Header())
			}
		}
	})
}

// TestClosedHalf: a client that closes its half of the connection behind a GET, as nc -N
// does, looks like one that has gone, and still gets the whole answer.
func TestClosedHalf(t *testing.T) {
	r := newRig(t, nil)
	defer r.stop()
	gone, leave := context.WithCancel(t.Context())
	leave()
	for path, want := range map[string]string{
		"/healthz":               `"status":"ok"`,
		"/metrics":               `ledpost_health{part="device"} 0`,
		"/live/light":            `"curve"`,
		"/live/region":           `"language"`,
		"/api/v2/device/display": `"brightness"`,
	} {
		w := r.ask(request("GET", path, "").WithContext(gone))
		if w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %s, want %s in it", path, w.Code, w.Body, want)
		}
	}
}
