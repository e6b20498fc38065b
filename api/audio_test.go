// SPDX-License-Identifier: Apache-2.0

package api

import (
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ledpost/ledpost/device"
)

// TestAudioAvailable: whether there is a speaker is known only while it runs.
func TestAudioAvailable(t *testing.T) {
	var plugged atomic.Bool
	story(t, func(s *setup) { s.dev.Audio = plugged.Load }, func(t *testing.T, r *rig) {
		for _, in := range []bool{false, true, false} {
			plugged.Store(in)
			want := `"available":false,"volume"`
			if in {
				want = `"available":true,"volume"`
			}
			for _, path := range []string{"/api/v2/device/audio", "/api/v2/device"} {
				if body := r.do("GET", path, "").Body.String(); !strings.Contains(body, want) {
					t.Errorf("a speaker is there: %v; %s answers %s", in, path, body)
				}
			}
		}
	})
	story(t, func(s *setup) { s.dev.Audio = nil }, func(t *testing.T, r *rig) {
		if a, err := r.dev.Audio(t.Context()); err != nil || a != (device.Audio{Volume: 50, Range: a.Range, Limit: a.Limit}) {
			t.Errorf("a device that never has a speaker says %+v, %v", a, err)
		}
	})
}
