// SPDX-License-Identifier: Apache-2.0

package board

import (
	"encoding/json"
	"image"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
)

// daily is an alarm of every day, of a clock in German.
const daily = `{"language":"de","alarms":[{"time":"07:00","snooze":9,"days":["mon","tue","wed","thu","fri",` +
	`"sat","sun"]}]}`

// TestHoldOnTheBoard: while a board shows, a long press skips the next alarm of a hidden clock and says
// so for 4 s, a second one takes that back, and an alarm that rings can be snoozed.
func TestHoldOnTheBoard(t *testing.T) {
	for _, row := range []struct {
		why   string
		holds int
		says  string // afterwards
		rings bool
	}{
		{"no press", 0, "", true},
		{"skipped", 1, "entfällt 07:00", false},
		{"taken back", 2, "an 07:00", true},
	} {
		env := apptest.SizedEnv(t, image.Pt(64, 32))
		synctest.Test(t, func(t *testing.T) {
			var board *Board
			mine := App
			mine.New = func(env kit.Env, kept json.RawMessage, version int) device.App {
				board = New(env, kept, version).(*Board)
				return board
			}
			apptest.LiveOn(t, env, device.Fresh(), []kit.App{mine, clock.App}, func(h *apptest.Home) {
				h.Set(clock.Package, daily)
				apptest.Until(t, 1, "22:00:00")
				for range row.holds {
					_, err := h.PressHere(t.Context(), device.ButtonAction, device.Down)
					h.Must(err)
					time.Sleep(time.Second)
					_, err = h.PressHere(t.Context(), device.ButtonAction, device.Up)
					h.Must(err)
				}
				said := ""
				h.Peek(func() {
					w := board.boards[0]
					if time.Now().Before(w.until) {
						said = w.said.lead + " " + w.said.text
					}
					if got := board.Env.Shared.Alarm(time.Now()); (got == "07:00") != row.rings {
						t.Errorf("%s: the clocks say %q", row.why, got)
					}
					if all := w.lines(&content{}, board.Env.Shared, time.Now().Add(saidFor)); (all[0].text == "07:00") != row.rings {
						t.Errorf("%s: below the time is %+v", row.why, all)
					}
				})
				before := h.Scene().Root
				time.Sleep(5 * time.Second)
				if after := h.Scene().Root; said != row.says || (before != after) != (said != "") {
					t.Errorf("%s: it says %q, want %q, and changes afterwards: %v", row.why, said, row.says, before != after)
				}
				apptest.Until(t, 2, "07:00:01")
				snooze(t, h, board.Env.Shared.Alarm, row.rings, row.why)
			})
		})
	}
}

// snooze fails unless an alarm rings now as wanted, which a press of the action button snoozes for
// nine minutes.
func snooze(t *testing.T, h *apptest.Home, says func(time.Time) string, rings bool, why string) {
	t.Helper()
	if got := h.Track().ID != ""; got != rings {
		t.Errorf("%s: it rings at seven: %v, want %v", why, got, rings)
	}
	if !rings {
		return
	}
	h.Must(h.Press(t.Context(), device.ButtonAction))
	if h.Track().ID != "" {
		t.Errorf("%s: it rings after the press", why)
	}
	h.Peek(func() {
		if got := says(time.Now()); got != "9 min" {
			t.Errorf("%s: during the snooze the clocks say %q", why, got)
		}
	})
	time.Sleep(9 * time.Minute)
	if h.Track().ID == "" {
		t.Errorf("%s: it is silent after the snooze", why)
	}
}
