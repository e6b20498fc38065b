// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"image"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/date"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/sky"
	"github.com/ledpost/ledpost/apps/until"
	"github.com/ledpost/ledpost/device"
)

// TestUnknownTime: while the clock has not been set, an app shows no day and no time, says so, and looks
// again within the hour; then it is as if the clock had always been right.
func TestUnknownTime(t *testing.T) {
	size := image.Pt(64, 32)
	for _, row := range []struct {
		app      kit.App
		settings string
	}{
		{clock.App, `{}`}, {date.App, `{}`}, {until.App, `{"date":"2026-12-24"}`},
		{sky.App, `{"latitude":52,"longitude":13}`},
	} {
		app := func(right time.Time) device.App { // a clock that is right from then on
			env := apptest.SizedEnv(t, size)
			env.Clock = device.NewWallClock(right, time.Time{})
			a := row.app.New(env, nil, 0)
			apptest.Set(t, a, row.settings)
			return a
		}
		shown := func(a device.App, now time.Time) string {
			out := a.Step(now)
			if out.Again.After(now.Add(time.Hour)) {
				t.Errorf("%s: at %v it looks again at %v", row.app.Package, now, out.Again)
			}
			return apptest.LitAt(t, out.Views["a"].Root, size, 0)
		}
		waits, early := app(apptest.Midday), apptest.Midday.Add(-time.Hour)
		if shown(waits, early) == shown(app(time.Time{}), early) {
			t.Errorf("%s: it shows what it cannot know", row.app.Package)
		}
		if shown(waits, apptest.Midday) != shown(app(time.Time{}), apptest.Midday) {
			t.Errorf("%s: it waits though the clock is right", row.app.Package)
		}
	}
}

// TestADayOfRotation: 24 hours in which every app has its turns, with an alarm in
// the morning: what is seen is drawn, and the memory stays what it was.
func TestADayOfRotation(t *testing.T) {
	if testing.Short() {
		t.Skip("a day is long")
	}
	synctest.Test(t, func(t *testing.T) {
		apptest.Live(t, device.Fresh(), append(table[:len(table):len(table)], apptest.Backdrop), func(h *apptest.Home) {
			h.Set(clock.Package, `{"alarms":[{"time":"07:00","days":["mon","tue","wed","thu","fri","sat","sun"],"sunrise":30}]}`)
			list, err := h.Apps(t.Context())
			h.Must(err)
			for i := range list {
				list[i].Visible, list[i].Seconds = true, 10
			}
			_, err = h.SetApps(t.Context(), list)
			h.Must(err)
			seen, m := map[string]int{}, image.NewRGBA(image.Rect(0, 0, 37, 8))
			turns := func(n int) {
				for range n {
					time.Sleep(10 * time.Second)
					synctest.Wait()
					seen[h.Status().Showing.Package]++
					scene := h.Scene()
					scene.Root.Draw(m, image.Point{}, time.Since(scene.Start))
				}
			}
			const hour = 360 // turns
			turns(8 * hour)  // the alarm has rung, and nobody came
			before := heap()
			turns(16 * hour)
			if after := heap(); after > before+256<<10 {
				t.Errorf("%d bytes of memory after 8 hours, %d after 24", before, after)
			}
			for _, w := range list {
				if seen[w.Package] == 0 {
					t.Errorf("%s never had its turn", w.Package)
				}
			}
		})
	})
}

// heap is how many bytes are in use.
func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
