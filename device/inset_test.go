// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"image"
	"image/color"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// shared is an app that leaves the lower half of a panel of 64×32 to notifications.
type shared struct{ ground }

var crimson = color.RGBA{200, 0, 0, 255}

func (a shared) Step(time.Time) Now {
	return Now{
		Views: map[string]View{
			"": {Root: &render.Fill{Bounds: image.Pt(64, 32), Color: crimson}, Room: image.Rect(0, 16, 64, 32)}}}
}

// reds returns how many pixels of the upper and the lower half of the panel are red.
func reds(r *rig, after time.Duration) (upper, lower int) {
	s := r.scene()
	m := image.NewRGBA(image.Rect(0, 0, 64, 32))
	s.Root.Draw(m, image.Point{}, time.Since(s.Start)+after)
	for i := 0; i < len(m.Pix); i += 4 {
		if m.Pix[i] == crimson.R && m.Pix[i+1] == 0 {
			if i < len(m.Pix)/2 {
				upper++
			} else {
				lower++
			}
		}
	}
	return upper, lower
}

// TestNotificationTakesItsRoom: a notification takes the lower half of a widget that
// leaves it that, sliding in and out, and all of the panel when it is critical, or when
// another widget shows.
func TestNotificationTakesItsRoom(t *testing.T) {
	wide := func(c *Config, _ *Saved) {
		c.Width, c.Height = 64, 32
		c.Apps = []App{shared{ground{"clock"}}, ground{"second"}}
	}
	story(t, wide, func(t *testing.T, r *rig) {
		const half = 64 * 16
		below := r.scene()
		r.post(notice(note.PriorityInfo))
		for _, row := range []struct {
			why          string
			after        time.Duration
			upper, lower int
		}{
			{"it comes from below", 0, half, half},
			{"it is in its room", time.Second, half, 0},
			{"it has left again", stand, half, half},
		} {
			if upper, lower := reds(r, row.after); upper != row.upper || lower != row.lower {
				t.Errorf("%s: %d and %d pixels of the ground, want %d and %d", row.why, upper, lower, row.upper, row.lower)
			}
		}
		if upper, lower := reds(r, 100*time.Millisecond); upper != half || lower == 0 || lower == half {
			t.Errorf("while it slides %d and %d pixels of the ground are seen", upper, lower)
		}
		if r.scene().ID != below.ID {
			t.Error("the time beside it takes part in a transition")
		}
		time.Sleep(time.Second)
		must.Do(t, r.Next(context.Background()))
		if upper, lower := reds(r, 0); upper != 0 || lower != 0 {
			t.Errorf("over another widget it leaves %d and %d pixels", upper, lower)
		}
		must.Do(t, r.Next(context.Background()))
		if upper, lower := reds(r, 0); upper != half || lower != 0 {
			t.Errorf("over the first widget again it leaves %d and %d pixels", upper, lower)
		}
		time.Sleep(stand)
		r.shows("", "it is over")
		r.post(notice(note.PriorityCritical))
		if upper, lower := reds(r, time.Second); upper != 0 || lower != 0 {
			t.Errorf("a critical one leaves %d and %d pixels", upper, lower)
		}
	})
}
