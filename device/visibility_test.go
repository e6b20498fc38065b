// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// condition is a column of the table of docs/decisions.md 4.
type condition struct {
	name string
	set  func(*rig, bool)
}

var conditions = []condition{
	{"screensaver", (*rig).saver},
	{"kiosk", func(r *rig, on bool) {
		if on {
			r.mode(KioskMode)
		} else {
			r.mode(AutoMode)
		}
	}},
	{"display off", func(r *rig, on bool) { r.display(DisplayPatch{On: new(!on)}) }},
	{"pixel stream", func(r *rig, on bool) {
		if on {
			r.must(r.SetStream(context.Background(), blank, Sender{}))
		} else {
			r.must(r.SetStream(context.Background(), nil, Sender{}))
		}
	}},
}

// TestVisibility is the table of docs/decisions.md 4: row by row.
func TestVisibility(t *testing.T) {
	for _, c := range conditions {
		for _, p := range []note.Priority{note.PriorityInfo, note.PriorityWarning} {
			storyOf(t, c.name+": "+p.String()+" waits", nil, func(t *testing.T, r *rig) {
				c.set(r, true)
				id := r.post(notice(p))
				r.shows("", "hidden")
				c.set(r, false)
				r.shows(id, "what is alive is shown when it ends")
			})
			storyOf(t, c.name+": visible "+p.String()+" goes back to the queue", nil, func(t *testing.T, r *rig) {
				id := r.post(notice(p))
				time.Sleep(2 * time.Second)
				c.set(r, true)
				r.shows("", "hidden")
				r.outcome(id, "")
				c.set(r, false)
				time.Sleep(stand - time.Millisecond)
				r.shows(id, "it starts over")
			})
		}
		storyOf(t, c.name+": critical shows", nil, func(t *testing.T, r *rig) {
			c.set(r, true)
			before := r.scene()
			id := r.post(notice(note.PriorityCritical))
			r.shows(id, "critical is never hidden")
			if r.scene().Level == 0 {
				t.Error("the panel is dark under a critical notification")
			}
			time.Sleep(stand)
			r.shows("", "its cycle is over")
			if after := r.scene(); after.Root != before.Root || after.Level != before.Level {
				t.Errorf("afterwards the scene is %+v, want what it was, %+v", after, before)
			}
		})
	}
}

// TestCriticalStays: what may be seen is not disturbed when a condition begins,
// or ends.
func TestCriticalStays(t *testing.T) {
	for _, c := range conditions {
		storyOf(t, c.name, nil, func(t *testing.T, r *rig) {
			id := r.post(notice(note.PriorityCritical))
			for _, on := range []bool{true, false} {
				time.Sleep(time.Second)
				c.set(r, on)
				r.shows(id, "critical is never hidden")
			}
			time.Sleep(stand - 2*time.Second)
			r.outcome(id, note.OutcomeShown)
		})
	}
}

// TestHiddenExpire: lifetimes run while a notification must wait.
func TestHiddenExpire(t *testing.T) {
	for _, c := range conditions {
		storyOf(t, c.name, nil, func(t *testing.T, r *rig) {
			c.set(r, true)
			n := notice(note.PriorityWarning)
			n.Lifetime = time.Minute
			id := r.post(n)
			time.Sleep(time.Minute)
			r.outcome(id, note.OutcomeExpired)
			c.set(r, false)
			r.shows("", "it comes no more")
		})
	}
}

func TestNormalVisibility(t *testing.T) {
	rows := []struct {
		name            string
		first, second   note.Priority
		secondInterrupt bool
	}{
		{"info waits for info", note.PriorityInfo, note.PriorityInfo, false},
		{"warning interrupts info", note.PriorityInfo, note.PriorityWarning, true},
		{"critical interrupts info", note.PriorityInfo, note.PriorityCritical, true},
		{"info waits for warning", note.PriorityWarning, note.PriorityInfo, false},
		{"warning waits for warning", note.PriorityWarning, note.PriorityWarning, false},
		{"critical interrupts warning", note.PriorityWarning, note.PriorityCritical, true},
		{"critical waits for critical", note.PriorityCritical, note.PriorityCritical, false},
		{"warning waits for critical", note.PriorityCritical, note.PriorityWarning, false},
	}
	for _, row := range rows {
		storyOf(t, row.name, nil, func(t *testing.T, r *rig) {
			first := r.post(notice(row.first))
			time.Sleep(time.Second)
			second := r.post(notice(row.second))
			if !row.secondInterrupt {
				r.shows(first, "the first stays")
				time.Sleep(stand - time.Second)
				r.shows(second, "then the second")
				r.outcome(first, note.OutcomeShown)
				return
			}
			r.shows(second, "interrupted")
			r.outcome(first, "")
			time.Sleep(stand)
			r.shows(first, "back after the interruption")
			time.Sleep(stand - time.Millisecond)
			r.shows(first, "shown again from its beginning")
			time.Sleep(time.Millisecond)
			r.outcome(first, note.OutcomeShown)
		})
	}
}

func TestInternalRanksBesideInfo(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		n := notice(note.PriorityInfo)
		n.Origin = note.OriginInternal
		first := r.post(n)
		second := r.post(notice(note.PriorityInfo))
		r.shows(first, "in turn")
		third := r.post(notice(note.PriorityWarning))
		r.shows(third, "below warning")
		time.Sleep(stand)
		r.shows(first, "back at the head")
		time.Sleep(stand)
		r.shows(second, "in turn")
	})
}

func TestRefuseWhenHidden(t *testing.T) {
	strict := func(c *Config, _ *Saved) { c.RefuseWhenHidden = true }
	story(t, strict, func(t *testing.T, r *rig) {
		r.saver(true)
		if _, err := r.Notify(context.Background(), notice(note.PriorityWarning), ""); err != ErrHidden {
			t.Errorf("hidden notification: %v, want ErrHidden", err)
		}
		r.shows(r.post(notice(note.PriorityCritical)), "critical is not refused")
	})
}
