// SPDX-License-Identifier: Apache-2.0

package api

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
)

// guest is an app whose widgets come from outside.
type guest struct{ ground }

func (guest) About() device.About {
	return device.About{Package: "awtrix.custom", Title: "AWTRIX app", Guest: true}
}

// TestAppsOfGuests: clients take the first widget of each app in the list, so one without any is not
// in it.
func TestAppsOfGuests(t *testing.T) {
	r := newRig(t, func(s *setup) { s.dev.Apps = append(s.dev.Apps, guest{}) })
	listed := func(want bool) {
		t.Helper()
		w := r.do("GET", "/api/v2/device/apps", "")
		if w.Code != 200 || strings.Contains(w.Body.String(), `"awtrix.custom"`) != want ||
			!strings.Contains(w.Body.String(), "com.lametric.clock") {
			t.Errorf("%d %s, want it in the list: %v", w.Code, w.Body, want)
		}
	}
	listed(false)
	w := must.Get(r.dev.AddWidget(t.Context(), "awtrix.custom", nil))(t)
	listed(true)
	must.Do(t, r.dev.RemoveWidget(t.Context(), w.ID))
	listed(false)
}
