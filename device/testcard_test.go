// SPDX-License-Identifier: Apache-2.0

package device

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render/testcard"
)

// TestPatternIsOverEverything, and leaves everything as it was.
func TestPatternIsOverEverything(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		id := r.post(notice(note.PriorityCritical))
		r.kind(NotificationShows, "before")
		r.must(r.Test(background, testcard.Corners, 10*time.Second))
		r.kind(TestShows, "over a critical notification")
		if st := r.Status(); st.Held != 1 || st.Reason != "a test pattern shows" {
			t.Errorf("%d are held back: %q", st.Held, st.Reason)
		}
		r.display(DisplayPatch{On: ptr(false)})
		r.kind(TestShows, "the display is off")
		if s := r.scene(); s.Level == 0 || s.Front != nil || s.Enter.For != 0 {
			t.Errorf("it is dark, has something before it, or fades in: %+v", s)
		}
		r.display(DisplayPatch{On: ptr(true)})
		time.Sleep(9 * time.Second)
		r.kind(TestShows, "nearly over")
		r.must(r.Test(background, testcard.Rows, 10*time.Second))
		time.Sleep(9 * time.Second)
		r.kind(TestShows, "another one begins anew")
		time.Sleep(time.Second)
		r.kind(NotificationShows, "the notification comes back")
		time.Sleep(stand)
		r.outcome(id, note.OutcomeShown)
		r.must(r.Test(background, testcard.Levels, time.Hour))
		time.Sleep(MaxTest - 1)
		r.kind(TestShows, "at most so long")
		time.Sleep(time.Nanosecond)
		r.kind(WidgetShows, "it ends by itself")
		r.must(r.Test(background, testcard.Levels, time.Minute))
		r.must(r.Test(background, testcard.Levels, 0))
		r.kind(WidgetShows, "it is ended")
	})
}
