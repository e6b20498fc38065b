// SPDX-License-Identifier: Apache-2.0

package device

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// holder is an app that counts the long presses of its widget.
type holder struct {
	ground
	held *[]string
}

func (h holder) Hold(widget string, b Button, _ time.Time) {
	*h.held = append(*h.held, b.String()+" "+widget)
}

// TestLongPress: an app learns of a press that was long and not too long, while its widget
// shows, and if the press had nothing else to do.
func TestLongPress(t *testing.T) {
	hold := func(b Button, d time.Duration) func(*rig) {
		return func(r *rig) { r.press(b, Down); time.Sleep(d); r.press(b, Up) }
	}
	cover := func(r *rig) { n := notice(note.PriorityInfo); r.post(n) }
	for _, row := range []struct {
		why   string
		long  time.Duration // Config.LongPress
		do    func(*rig)
		times int
	}{
		{"just long enough", 0, hold(ButtonAction, 600*time.Millisecond), 1},
		{"short", 0, hold(ButtonAction, 599*time.Millisecond), 0},
		{"the last that counts", 0, hold(ButtonAction, 5*time.Second), 1},
		{"for so long that something lies on it", 0, hold(ButtonAction, 5*time.Second+1), 0},
		{"short by the configuration", time.Second, hold(ButtonAction, 999*time.Millisecond), 0},
		{"long by the configuration", time.Second, hold(ButtonAction, time.Second), 1},
		{"any button", 0, hold(ButtonVolumeUp, time.Second), 1},
		{"it dismissed a message", 0, func(r *rig) { cover(r); hold(ButtonAction, time.Second)(r) }, 0},
		{"a message came meanwhile", 0, func(r *rig) {
			r.press(ButtonAction, Down)
			cover(r)
			time.Sleep(time.Second)
			r.press(ButtonAction, Up)
		}, 0},
		{"another button in between", 0, func(r *rig) {
			r.press(ButtonAction, Down)
			r.click(ButtonVolumeUp)
			time.Sleep(time.Second)
			r.press(ButtonAction, Up)
		}, 0},
		{"let go without a beginning", 0, func(r *rig) { time.Sleep(time.Second); r.press(ButtonAction, Up) }, 0},
		{"the display is off", 0, func(r *rig) {
			off := false
			r.display(DisplayPatch{On: &off})
			hold(ButtonAction, time.Second)(r)
		}, 0},
	} {
		t.Run(row.why, func(t *testing.T) {
			var held []string
			story(t, func(c *Config, _ *Saved) {
				c.LongPress, c.Apps[0] = row.long, holder{ground{"clock"}, &held}
			}, func(t *testing.T, r *rig) {
				row.do(r)
				r.pull(func() {
					if len(held) != row.times || row.times > 0 && held[0][len(held[0])-32:] != FirstWidget("clock") {
						t.Errorf("%q, want %d", held, row.times)
					}
				})
			})
		})
	}
}
