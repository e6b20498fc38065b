// SPDX-License-Identifier: Apache-2.0

package countdown

import (
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// TestCountdownRingsAgain with another key, when a run was begun during the ringing.
func TestCountdownRingsAgain(t *testing.T) {
	c := counting(t, nil, `{"duration":300}`)
	do(t, c, "countdown.start", nil, apptest.Noon)
	end := apptest.Noon.Add(5 * time.Minute)
	first := c.Step(end).Alert
	do(t, c, "countdown.start", nil, end.Add(time.Second))
	if again := c.Step(end.Add(time.Second)).Alert; first.Note == nil || again.Key == first.Key {
		t.Errorf("the ringing %q goes on in the next run", again.Key)
	}
	if c.Ended(first.Key, note.OutcomeDismissed, end.Add(2*time.Second)); c.timers[0].Phase != kit.Running {
		t.Error("the end of the ringing ends the next run")
	}
}

// TestCountdownStaysOver: who comes after the ringing sees that the time is over, until
// something ends it.
func TestCountdownStaysOver(t *testing.T) {
	size, end := image.Pt(37, 8), apptest.Noon.Add(5*time.Minute)
	for name, row := range map[string]struct {
		act  func(*Countdown, string)
		over bool
	}{
		"nobody comes":          {func(*Countdown, string) {}, true},
		"the ringing runs out":  {func(c *Countdown, ring string) { c.Ended(ring, note.OutcomeExpired, end) }, true},
		"somebody dismisses it": {func(c *Countdown, ring string) { c.Ended(ring, note.OutcomeDismissed, end) }, false},
		"another ringing ends":  {func(c *Countdown, _ string) { c.Ended("another", note.OutcomeDismissed, end) }, true},
		"a press, later": {func(c *Countdown, _ string) {
			c.Step(end.Add(time.Hour))
			c.Press("a", device.ButtonAction, end.Add(time.Hour))
		}, false},
		"a reset, later": {func(c *Countdown, _ string) {
			c.Step(end.Add(time.Hour))
			do(t, c, "countdown.reset", nil, end.Add(time.Hour))
		}, false},
		"another button, later": {func(c *Countdown, _ string) {
			c.Step(end.Add(time.Hour))
			c.Press("a", device.ButtonLeft, end.Add(time.Hour))
		}, true},
		"the power fails, later": {func(c *Countdown, _ string) {
			c.kept = map[string]timerState{"a": c.timers[0].timerState}
			apptest.Set(t, c, `{"duration":300}`)
		}, true},
	} {
		c := counting(t, nil, `{"duration":300}`)
		ready := pixtest.String(apptest.Drawn(c.Step(apptest.Noon).Views["a"], size, apptest.Noon))
		do(t, c, "countdown.start", nil, apptest.Noon)
		alert := c.Step(end).Alert
		zero := pixtest.String(apptest.Drawn(alert.View, size, end))
		row.act(c, alert.Key)
		later := end.Add(2 * time.Hour)
		want := ready
		if row.over {
			want = zero
		}
		out := c.Step(later)
		if out.Alert.Note != nil {
			t.Errorf("%s: it rings two hours later", name)
		}
		if got := pixtest.String(apptest.Drawn(out.Views["a"], size, later)); got != want {
			t.Errorf("%s: two hours later\n%swant\n%s", name, got, want)
		}
	}
}
