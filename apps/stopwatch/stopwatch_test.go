// SPDX-License-Identifier: Apache-2.0

package stopwatch

import (
	"image"
	"image/color"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/kit/tally"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
)

// home is a running device with a stopwatch, in fake time.
type home struct{ *apptest.Home }

// live runs f with a device that was switched off with saved, and switches it off: it
// returns what the device saved. It needs a bubble of synctest.
var live = apptest.Homes(func(h *apptest.Home) *home { return &home{h} }, apptest.Backdrop, App)

// watch does an action of the stopwatch.
func (h *home) watch(action string) {
	h.T.Helper()
	h.Must(h.Do(h.T.Context(), Package, "", "stopwatch."+action, nil, true))
}

// seesWatch fails unless the panel shows a stopwatch that says that.
func (h *home) seesWatch(want time.Duration, why string) {
	h.T.Helper()
	h.Must(h.Activate(h.T.Context(), Package, ""))
	scene, size := h.Scene(), image.Pt(37, 8)
	face := tally.NewFace(kit.Env{Size: size, Fonts: apptest.SmallFonts(h.T)}, color.RGBA{255, 255, 255, 255})
	got := apptest.LitAt(h.T, scene.Root, size, time.Since(scene.Start))
	if says := apptest.LitAt(h.T, &tally.Tally{Face: face, Base: want}, size, 0); got != says {
		h.T.Errorf("%s: it shows\n%swant %v\n%s", why, got, want, says)
	}
}

// TestStopwatch by its actions and the button, unseen and over a restart.
func TestStopwatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		saved := live(t, device.Fresh(), func(h *home) {
			h.seesWatch(0, "at first")
			h.watch("start")
			time.Sleep(1500 * time.Millisecond)
			h.seesWatch(1500*time.Millisecond, "it runs")
			h.Must(h.Press(t.Context(), device.ButtonAction))
			time.Sleep(time.Hour)
			h.seesWatch(1500*time.Millisecond, "it pauses")
			h.Must(h.Press(t.Context(), device.ButtonAction))
			h.watch("start")
			time.Sleep(2 * time.Minute)
			h.Must(h.Activate(t.Context(), apptest.Backdrop.Package, ""))
			time.Sleep(3 * time.Minute)
			h.seesWatch(5*time.Minute+1500*time.Millisecond, "it ran unseen")
		})
		time.Sleep(time.Hour)
		saved = live(t, saved, func(h *home) {
			h.seesWatch(65*time.Minute+1500*time.Millisecond, "it was switched off for an hour")
			h.watch("pause")
		})
		time.Sleep(time.Hour)
		live(t, saved, func(h *home) {
			h.seesWatch(65*time.Minute+1500*time.Millisecond, "it was switched off while it paused")
			h.watch("reset")
			h.seesWatch(0, "reset")
		})
	})
}

// TestStopwatchLeavesButtons: the action button is its own, the others go to the device.
func TestStopwatchLeavesButtons(t *testing.T) {
	s := apptest.Started[*Stopwatch](t, App, kit.Env{Size: image.Pt(37, 8), Fonts: apptest.SmallFonts(t)}, "")
	for _, row := range []struct {
		widget string
		button device.Button
		taken  bool
	}{{"a", device.ButtonAction, true}, {"a", device.ButtonLeft, false}, {"a", device.ButtonRight, false},
		{"b", device.ButtonAction, false}} {
		if taken := s.Press(row.widget, row.button, apptest.Noon); taken != row.taken {
			t.Errorf("button %v of %s: taken %v", row.button, row.widget, taken)
		}
	}
}

// TestStopwatchTakesTheButton: it begins, pauses and goes on by the button alone.
func TestStopwatchTakesTheButton(t *testing.T) {
	s := apptest.Started[*Stopwatch](t, App, apptest.SizedEnv(t, image.Pt(37, 8)), "")
	for _, row := range []struct {
		at     time.Duration // after noon
		phase  kit.Phase
		passed time.Duration // while it pauses
	}{{0, kit.Running, 0}, {5 * time.Second, kit.Paused, 5 * time.Second}, {time.Hour, kit.Running, 0},
		{time.Hour + 2*time.Second, kit.Paused, 7 * time.Second}} {
		s.Press("a", device.ButtonAction, apptest.Noon.Add(row.at))
		if w := s.watches[0]; w.Phase != row.phase || w.Passed != row.passed {
			t.Errorf("pressed after %v: phase %v with %v, want %v with %v", row.at, w.Phase, w.Passed, row.phase, row.passed)
		}
	}
}

// TestStopwatchWithoutMemory: what it cannot read of what was kept it does without.
func TestStopwatchWithoutMemory(t *testing.T) {
	for _, kept := range []string{``, `7`, `{"a":{"phase":"ringing"}}`, `{"a":{"phase":"running"}}`,
		`{"a":{"phase":"paused","passed":-1}}`} {
		s := New(kit.Env{Size: image.Pt(37, 8), Fonts: apptest.SmallFonts(t)}, []byte(kept), 1).(*Stopwatch)
		apptest.Set(t, s, "")
		if now := s.Step(apptest.Noon); now.Keep != nil || now.Views["a"].Root == nil {
			t.Errorf("%s: %+v, want one that is ready", kept, now)
		}
	}
}

// TestStopwatchTellsOthers: the measured time while it stands, the time of its start while it
// runs, as the region writes times.
func TestStopwatchTellsOthers(t *testing.T) {
	env := apptest.SizedEnv(t, image.Pt(37, 8))
	s := apptest.Started[*Stopwatch](t, App, env, "")
	tells := func(why, want string) {
		t.Helper()
		s.Step(apptest.Noon)
		if b, _ := env.Shared.Brief("a", apptest.Noon); b.Text != want {
			t.Errorf("%s: others read %q, want %q", why, b.Text, want)
		}
	}
	tells("it stands", tally.Text(0))
	must.Do(t, s.Do("a", "stopwatch.start", nil, apptest.Noon))
	at, _ := env.Local(device.Region{}, "").Time(apptest.Noon)
	tells("it runs", at+" →")
	s.SetRegion(device.Region{Hours: 12})
	at, _ = env.Local(device.Region{Hours: 12}, "").Time(apptest.Noon)
	tells("it runs, with 12 hours", at+" →")
}
