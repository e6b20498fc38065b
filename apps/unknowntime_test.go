// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"image"
	"testing"
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
		{clock.App, `{}`}, {date.App, `{}`}, {until.App, `{"date":"2026-12-24"}`}, {sky.App, `{"latitude":52,"longitude":13}`},
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
