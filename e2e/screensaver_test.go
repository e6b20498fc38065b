// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
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
		eventually.True(t, why+", "+kind+" shows "+pkg, func() bool {
			r.Call("GET", "/live/status", "", &status)
			return status.Showing.Kind == kind && status.Showing.Package == pkg
		})
	}
	shows("widget", "com.lametric.clock", "at first")
	widget, done := r.Widget("com.ledpost.effects"), any(nil)
	body := `{"screensaver":{"enabled":true,"widget":%q,"mode":"time_based","mode_params":{"enabled":true,` +
		`"start_time":"00:00:00","end_time":"23:59:59"}}}`
	r.Call("PUT", "/api/v2/device/display", fmt.Sprintf(body, widget), &done)
	shows("screensaver", "com.ledpost.effects", "switched on")
	if status.Showing.Widget != widget {
		t.Errorf("the widget %q shows, want %q", status.Showing.Widget, widget)
	}
	first := pixtest.String(r.Frame())
	eventually.True(t, "the effect moves", func() bool { return pixtest.String(r.Frame()) != first })
	r.Call("PUT", "/api/v2/device/display", `{"screensaver":{"enabled":false}}`, &done)
	shows("widget", "com.lametric.clock", "switched off")
}

// TestClockActions: the requests of clients, and what they make of its settings.
func TestClockActions(t *testing.T) {
	const widget = "/api/v2/device/apps/com.lametric.clock/widgets/08b8eac21074f8f7e5a29f2855ba8060/actions"
	r := rig.Launch(t, nil)
	var done any
	for _, body := range []string{
		`{"id":"clock.alarm","params":{"enabled":true,"time":"10:00:00","wake_with_radio":false}}`, // openHAB
		// ioBroker, a state at a time
		`{"id":"clock.alarm","params":{"time":"10:30"},"activate":true}`,
		`{"id":"clock.alarm","params":{"wake_with_radio":true},"activate":true}`,
		`{"id":"clock.clockface","params":{"type":"page_a_day"},"activate":true}`,
		`{"id":"clock.clockface","params":{"icon":"data:image/png;base64,` +
			`iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAYAAADED76LAAAAOklEQVQYlWNUVFBgwAeYcEncv//gP` +
			`04FMEmsCmCSiooKjHAFMEF0SRQTsEnCFcAE0SUZGBgYGAl5EwA+6RhuHb9bggAAAABJRU5ErkJggg==","type":"custom"},"activate":true}`,
		`{"id":"clock.clockface","params":{"type":"weather"}}`,
	} {
		r.Call("POST", widget, body, &done)
	}
	var list []struct {
		Settings struct {
			Face, Icon string
			Alarms     []struct {
				Time, Sound string
				Days        []string
				Enabled     bool
			}
		}
	}
	r.Call("GET", "/live/apps", "", &list)
	s := list[0].Settings
	if s.Face != "weather" || s.Icon == "" || len(s.Alarms) != 1 {
		t.Fatalf("the settings are %+v", s)
	}
	if a := s.Alarms[0]; a.Time != "10:30" || a.Sound != "radio" || !a.Enabled || len(a.Days) != 7 {
		t.Errorf("the alarm is %+v", a)
	}
}
