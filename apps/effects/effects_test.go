// SPDX-License-Identifier: Apache-2.0

package effects

import (
	"encoding/json"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/effects"
)

// shown returns what a widget of these settings shows.
func shown(t *testing.T, settings string, now time.Time) *render.Sequence {
	t.Helper()
	app := apptest.Started[*Effects](t, App, apptest.SizedEnv(t, image.Pt(64, 32)), settings)
	return app.Step(now).Views["a"].Root.(*render.Sequence)
}

// TestListOfEffects: each for its time, in order, and then again from the first.
func TestListOfEffects(t *testing.T) {
	for _, row := range []struct {
		name, settings string
		period         time.Duration
	}{
		{"all", `{}`, time.Duration(len(effects.Backgrounds())) * 30 * time.Second},
		{"two", `{"effects":["aurora","fire"],"seconds":7}`, 14 * time.Second},
		{"one", `{"effects":["lava"]}`, 30 * time.Second},
	} {
		if got := shown(t, row.settings, apptest.Noon).Period(); got != row.period {
			t.Errorf("%s: %v, want %v", row.name, got, row.period)
		}
	}
}

// TestShuffle: another order at another time, the same at the same time.
func TestShuffle(t *testing.T) {
	size := image.Pt(64, 32)
	lit := func(now time.Time) string {
		var all strings.Builder
		for i := range 4 {
			all.WriteString(apptest.LitAt(t, shown(t, `{"shuffle":true}`, now), size, time.Duration(10+30*i)*time.Second))
		}
		return all.String()
	}
	first := lit(apptest.Noon)
	if lit(apptest.Noon) != first {
		t.Error("two orders at the same time")
	}
	if lit(apptest.Noon.Add(time.Hour)) == first {
		t.Error("one order at two times")
	}
}

// TestUnknownEffect is refused by its place.
func TestUnknownEffect(t *testing.T) {
	err := New(apptest.SizedEnv(t, image.Pt(8, 8)), nil,
		0).(*Effects).Configure([]device.WidgetSettings{{ID: "a", Settings: json.RawMessage(`{"effects":["fire","x"]}`)}})
	if err == nil || !strings.HasPrefix(err.Error(), `[0].settings.effects[1]: "x" is not one of `) {
		t.Errorf("%v", err)
	}
}

// TestFramesOfEffectsAllocateNothing, transitions included.
func TestFramesOfEffectsAllocateNothing(t *testing.T) {
	w, m := shown(t, `{"seconds":5}`, apptest.Noon), image.NewRGBA(image.Rect(0, 0, 64, 32))
	at := time.Duration(0)
	draw := func() { w.Draw(m, image.Point{}, at); at += 33 * time.Millisecond }
	for at < w.Period() {
		draw()
	}
	if n := testing.AllocsPerRun(300, draw); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// TestEffectsFollowTheLook: they change by the transition that the owner chooses.
func TestEffectsFollowTheLook(t *testing.T) {
	size := image.Pt(64, 32)
	app := apptest.Started[*Effects](t, App, apptest.SizedEnv(t, size), `{"effects":["aurora","fire"],"seconds":5}`)
	change := func(by paint.Transition) string {
		app.SetLook(paint.Look{Transition: by})
		return apptest.LitAt(t, app.Step(apptest.Noon).Views["a"].Root, size, 5*time.Second+by.Render().For/2)
	}
	if change(paint.NoTransition) == change(paint.SlideTransition) {
		t.Error("the look changes nothing between two effects")
	}
}
