// SPDX-License-Identifier: Apache-2.0

package device

import (
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render/testcard"
)

// TestDigits: they are over everything but critical notifications, questions and test
// patterns, stay while somebody goes on to ask for them, and end by themselves.
func TestDigits(t *testing.T) {
	const show = 5 * time.Second
	for _, row := range []struct {
		why  string
		do   func(r *rig)
		want ShowingKind
	}{
		{"they show", func(*rig) {}, TestShows},
		{"over a notification", func(r *rig) { r.post(notice(note.PriorityWarning)) }, TestShows},
		{"on a display that is off", func(r *rig) { r.display(DisplayPatch{On: new(false)}) }, TestShows},
		{"not over a critical one", func(r *rig) { r.post(notice(note.PriorityCritical)) }, NotificationShows},
		{"until their time is over", func(*rig) { time.Sleep(show) }, WidgetShows},
		{"or they are taken away", func(r *rig) { r.must(r.ShowDigits(background, "", show)) }, WidgetShows},
		{"longer if asked for again", func(r *rig) {
			before := r.scene().ID
			time.Sleep(show - 1)
			r.must(r.ShowDigits(background, "0815", show))
			time.Sleep(show - 1)
			if r.scene().ID != before {
				r.t.Error("a second request starts the digits again")
			}
		}, TestShows},
		{"others replace them", func(r *rig) {
			before := r.scene().ID
			r.must(r.ShowDigits(background, "4711", show))
			if r.scene().ID == before {
				r.t.Error("the old ones stay")
			}
		}, TestShows},
	} {
		storyOf(t, row.why, nil, func(t *testing.T, r *rig) {
			r.must(r.ShowDigits(background, "0815", show))
			row.do(r)
			r.kind(row.want, row.why)
		})
	}
	storyOf(t, "a question stays", nil, func(t *testing.T, r *rig) {
		r.ask()
		r.must(r.ShowDigits(background, "0815", show))
		r.kind(PromptShows, "a question")
	})
	storyOf(t, "a test pattern stays", nil, func(t *testing.T, r *rig) {
		r.must(r.Test(background, testcard.Rows, time.Minute))
		before := r.scene().ID
		r.must(r.ShowDigits(background, "0815", show))
		r.must(r.ShowDigits(background, "", show))
		if r.scene().ID != before {
			t.Error("it is gone")
		}
	})
}
