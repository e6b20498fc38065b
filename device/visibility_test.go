package device

import (
	"context"
	"testing"
	"time"
)

// condition is a column of the table of decisions 4.
type condition struct {
	name string
	set  func(*rig, bool)
}

var conditions = []condition{
	{"screensaver", (*rig).saver},
	{"kiosk", func(r *rig, on bool) {
		m := AutoMode
		if on {
			m = KioskMode
		}
		_, err := r.SetMode(context.Background(), m)
		r.must(err)
	}},
	{"display off", func(r *rig, on bool) { r.display(DisplayPatch{On: ptr(!on)}) }},
	{"pixel stream", func(r *rig, on bool) {
		if on {
			r.must(r.SetStream(context.Background(), blank, Sender{}))
		} else {
			r.must(r.SetStream(context.Background(), nil, Sender{}))
		}
	}},
}

// TestVisibility is the table of decisions 4, row by row.
func TestVisibility(t *testing.T) {
	for _, c := range conditions {
		for _, p := range []Priority{Info, Warning} {
			t.Run(c.name+": "+p.String()+" waits", func(t *testing.T) {
				story(t, nil, func(t *testing.T, r *rig) {
					c.set(r, true)
					id := r.post(note(p))
					r.shows("", "hidden")
					c.set(r, false)
					r.shows(id, "what is alive is shown when it ends")
				})
			})
			t.Run(c.name+": visible "+p.String()+" goes back to the queue", func(t *testing.T) {
				story(t, nil, func(t *testing.T, r *rig) {
					id := r.post(note(p))
					time.Sleep(2 * time.Second)
					c.set(r, true)
					r.shows("", "hidden")
					r.outcome(id, "")
					c.set(r, false)
					time.Sleep(stand - time.Millisecond)
					r.shows(id, "it starts over")
				})
			})
		}
		t.Run(c.name+": critical shows", func(t *testing.T) {
			story(t, nil, func(t *testing.T, r *rig) {
				c.set(r, true)
				before := r.scene()
				id := r.post(note(Critical))
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
		})
	}
}

// TestCriticalLightsADarkPanel, also one whose brightness was set to 0.
func TestCriticalLightsADarkPanel(t *testing.T) {
	for _, on := range []bool{true, false} {
		story(t, nil, func(t *testing.T, r *rig) {
			r.display(DisplayPatch{On: &on, Brightness: ptr(0), BrightnessMode: ptr(ManualBrightness)})
			if level := r.scene().Level; level != 0 {
				t.Errorf("level %v, want 0", level)
			}
			r.post(note(Critical))
			if level := r.scene().Level; level != 0.02 {
				t.Errorf("level %v under a critical notification, want the least of the limits, 0.02", level)
			}
			time.Sleep(stand)
			if level := r.scene().Level; level != 0 {
				t.Errorf("level %v afterwards, want 0 again", level)
			}
		})
	}
}

// TestCriticalStays: what may be seen is not disturbed when a condition begins,
// or ends.
func TestCriticalStays(t *testing.T) {
	for _, c := range conditions {
		t.Run(c.name, func(t *testing.T) {
			story(t, nil, func(t *testing.T, r *rig) {
				id := r.post(note(Critical))
				for _, on := range []bool{true, false} {
					time.Sleep(time.Second)
					c.set(r, on)
					r.shows(id, "critical is never hidden")
				}
				time.Sleep(stand - 2*time.Second)
				r.outcome(id, Shown)
			})
		})
	}
}

// TestHiddenExpire: lifetimes run while a notification must wait.
func TestHiddenExpire(t *testing.T) {
	for _, c := range conditions {
		t.Run(c.name, func(t *testing.T) {
			story(t, nil, func(t *testing.T, r *rig) {
				c.set(r, true)
				n := note(Warning)
				n.Lifetime = time.Minute
				id := r.post(n)
				time.Sleep(time.Minute)
				r.outcome(id, Expired)
				c.set(r, false)
				r.shows("", "it comes no more")
			})
		})
	}
}

func TestNormalVisibility(t *testing.T) {
	rows := []struct {
		name            string
		first, second   Priority
		secondInterrupt bool
	}{
		{"info waits for info", Info, Info, false},
		{"warning interrupts info", Info, Warning, true},
		{"critical interrupts info", Info, Critical, true},
		{"info waits for warning", Warning, Info, false},
		{"warning waits for warning", Warning, Warning, false},
		{"critical interrupts warning", Warning, Critical, true},
		{"critical waits for critical", Critical, Critical, false},
		{"warning waits for critical", Critical, Warning, false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			story(t, nil, func(t *testing.T, r *rig) {
				first := r.post(note(row.first))
				time.Sleep(time.Second)
				second := r.post(note(row.second))
				if !row.secondInterrupt {
					r.shows(first, "the first stays")
					time.Sleep(stand - time.Second)
					r.shows(second, "then the second")
					r.outcome(first, Shown)
					return
				}
				r.shows(second, "interrupted")
				r.outcome(first, "")
				time.Sleep(stand)
				r.shows(first, "back after the interruption")
				time.Sleep(stand - time.Millisecond)
				r.shows(first, "shown again from its beginning")
				time.Sleep(time.Millisecond)
				r.outcome(first, Shown)
			})
		})
	}
}

func TestInternalRanksBesideInfo(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		n := note(Info)
		n.Origin = Internal
		first := r.post(n)
		second := r.post(note(Info))
		r.shows(first, "in turn")
		third := r.post(note(Warning))
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
		if _, err := r.Notify(context.Background(), note(Warning), ""); err != ErrHidden {
			t.Errorf("hidden notification: %v, want ErrHidden", err)
		}
		r.shows(r.post(note(Critical)), "critical is not refused")
	})
}
