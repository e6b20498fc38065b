// SPDX-License-Identifier: Apache-2.0

package device

import (
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/render"
)

// TestTurnsAreRead: a turn begins with the beginning of a text and ends with its end, a minute
// after its seconds at the latest.
func TestTurnsAreRead(t *testing.T) {
	for _, row := range []struct {
		why   string
		wide  int // pixels of a text that moves by 10 a second after 1.5 s
		anew  bool
		turns time.Duration // how long the turn of 10 s is
	}{
		{"a text that is over in time", 50, true, 13 * time.Second}, // in its second pass
		{"a long one", 200, true, 21500 * time.Millisecond},
		{"one that never ends", 2000, true, 70 * time.Second},
		{"a picture that goes on in the next turn", 200, false, 10 * time.Second},
	} {
		t.Run(row.why, func(t *testing.T) {
			p := newPuppet("puppet")
			root := &render.Marquee{Image: image.NewRGBA(image.Rect(0, 0, row.wide, 8)), Width: 37, Speed: 10}
			change := func(c *Config, s *Saved) {
				with(p)(c, s)
				c.Widgets[1].Visible = true
				p.now.Views = map[string]View{"": {Root: root, Anew: row.anew}}
			}
			story(t, change, func(t *testing.T, r *rig) {
				time.Sleep(20 * time.Second)
				r.seesApp("puppet", "its turn")
				if at := r.scene().Start; row.anew && !at.Equal(time.Now()) {
					t.Errorf("it begins %v ago", time.Since(at))
				}
				time.Sleep(row.turns - 1)
				r.seesApp("puppet", "still")
				time.Sleep(time.Nanosecond)
				r.seesApp("clock", "it has been read")
			})
		})
	}
}

// TestHiddenLeavesAtOnce in every mode, and so does what is removed; what was activated though
// it is hidden stays.
func TestHiddenLeavesAtOnce(t *testing.T) {
	hide := func(r *rig, pkg string) {
		list, err := r.Apps(background)
		r.must(err)
		for i := range list {
			if list[i].Package == pkg {
				list[i].Visible = false
			}
		}
		_, err = r.SetApps(background, list)
		r.must(err)
	}
	for _, mode := range []Mode{AutoMode, ManualMode, ScheduleMode, KioskMode} {
		story(t, three, func(t *testing.T, r *rig) {
			r.mode(mode)
			r.must(r.Activate(background, "second", ""))
			r.seesApp("second", "activated")
			hide(r, "third")
			r.seesApp("second", "another one was hidden before")
			hide(r, "second")
			r.seesApp("clock", mode.String()+": it was hidden")
			r.must(r.Activate(background, "third", ""))
			r.seesApp("third", mode.String()+": activated, hidden before")
			hide(r, "second")
			r.seesApp("third", mode.String()+": nothing has changed")
			r.must(r.Activate(background, "second", ""))
			r.must(r.RemoveWidget(background, FirstWidget("second")))
			r.seesApp("clock", mode.String()+": removed")
		})
	}
}
