// SPDX-License-Identifier: Apache-2.0

package device

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// nocturnal is a ground with another picture at night.
type nocturnal struct {
	ground
	day, night render.Widget
	on         *bool
}

func (n nocturnal) SetNight(on bool) { *n.on = on }

func (n nocturnal) Step(time.Time) Now {
	root := n.day
	if *n.on {
		root = n.night
	}
	return Now{Views: map[string]View{"": {Root: root}}}
}

// TestNocturnal: an app draws for the night from the step on in which the night begins, until
// the step in which it ends.
func TestNocturnal(t *testing.T) {
	one := nocturnal{ground{"clock"}, &render.Fill{}, &render.Still{}, new(bool)}
	story(t, func(c *Config, _ *Saved) { c.Apps = []App{one} }, func(t *testing.T, r *rig) {
		see := func(why string, want render.Widget) {
			t.Helper()
			if got := r.scene().Root; got != want {
				t.Errorf("%s: %T, want %T", why, got, want)
			}
		}
		see("by day", one.day)
		must.Get(r.SetNight(background, NightPatch{When: ptr(NightTime), From: ptr(at("22:00")), To: ptr(at("06:00"))}))(t)
		see("at night", one.night)
		time.Sleep(6 * time.Hour)
		see("in the morning", one.day)
	})
}
