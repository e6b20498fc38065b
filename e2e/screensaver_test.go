// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// TestEffectsAsScreensaver: the API makes a hidden widget of effects the widget of the screensaver,
// which then moves on the panel; switched off, the clock is back.
func TestEffectsAsScreensaver(t *testing.T) {
	r := rig.Launch(t, nil)
	var status struct {
		Showing struct{ Kind, Package, Widget string }
	}
	shows := func(kind, pkg, why string) {
		t.Helper()
		for end := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
			r.Call("GET", "/live/status", "", &status)
			if status.Showing.Kind == kind && status.Showing.Package == pkg {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("%s: %+v, want %s of %s", why, status.Showing, kind, pkg)
			}
		}
	}
	shows("widget", "com.lametric.clock", "at first")
	widget, done := r.Widget("com.ledpost.effects"), any(nil)
	body := `{"screensaver":{"enabled":true,"widget":%q,"mode":"time_based","mode_params":{"enabled":true,"start_time":"00:00:00","end_time":"23:59:59"}}}`
	r.Call("PUT", "/api/v2/device/display", fmt.Sprintf(body, widget), &done)
	shows("screensaver", "com.ledpost.effects", "switched on")
	if status.Showing.Widget != widget {
		t.Errorf("the widget %q shows, want %q", status.Showing.Widget, widget)
	}
	first := pixtest.String(r.Frame())
	for end := time.Now().Add(10 * time.Second); pixtest.String(r.Frame()) == first; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the effect stands still:\n%s", first)
		}
	}
	r.Call("PUT", "/api/v2/device/display", `{"screensaver":{"enabled":false}}`, &done)
	shows("widget", "com.lametric.clock", "switched off")
}
