// SPDX-License-Identifier: Apache-2.0

package tronbyt

import (
	"context"
	"errors"
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/render"
)

// TestOldPictures: a picture is good for ten minutes, or twice its time, while its widget shows; a turn
// begins with the last one, however old.
func TestOldPictures(t *testing.T) {
	size := image.Pt(4, 2)
	picture := &render.Still{Image: image.NewRGBA(image.Rectangle{Max: size})}
	type event struct {
		after  time.Duration
		due    bool    // Attend says so
		brings brought // zero = nothing comes
	}
	came := func(after, dwell time.Duration) event {
		return event{after, true, brought{picture: picture, dwell: dwell}}
	}
	for _, row := range []struct {
		why    string
		events []event
		at     time.Duration
		says   string // "" = the picture
		again  time.Duration
	}{
		{"it has just come", []event{came(0, time.Second)}, 0, "", fresh},
		{"its last moment", []event{came(0, time.Second)}, fresh - 1, "", fresh},
		{"it is too old", []event{came(0, time.Second)}, fresh, "Tronbyt", 0},
		{"it shows for long", []event{came(0, time.Hour)}, 2*time.Hour - 1, "", 2 * time.Hour},
		{"and no longer", []event{came(0, time.Hour)}, 2 * time.Hour, "Tronbyt", 0},
		{"nobody sees it", []event{came(0, time.Second), {time.Minute, false, brought{}}}, time.Hour, "", 0},
		{"its next turn", []event{came(0, 0), {time.Minute, false, brought{}}, {time.Hour, true, brought{}}}, time.Hour, "",
			time.Hour + fresh},
		{"a turn that goes on", []event{came(0, 0), {time.Minute, true, brought{}}}, fresh, "Tronbyt", 0},
		{"a fault meanwhile", []event{came(0, 0), {time.Minute, true, brought{trouble: errors.New("no")}}},
			time.Minute, "", fresh},
		{"a fault, and it is too old", []event{came(0, 0), {time.Minute, true, brought{trouble: errors.New("no")}}}, fresh,
			"Tronbyt: no", 0},
		{"the fault is over", []event{{0, true, brought{trouble: errors.New("no")}}, came(1, 0)}, fresh + 1, "Tronbyt", 0},
	} {
		a := apptest.Started[*Tronbyt](t, App, apptest.SizedEnv(t, size), `{"url":"http://server/7"}`)
		for _, e := range row.events {
			now := apptest.Noon.Add(e.after)
			a.Attend(func(string) bool { return e.due }, now)
			a.post = func(_ context.Context, f func(time.Time)) error { f(now); return nil }
			if e.brings != (brought{}) {
				_ = a.show("a", a.screens[0].cfg)(t.Context(), e.brings)
				_ = a.show("a", Config{URL: "http://before/"})(t.Context(), brought{trouble: errors.New("of settings of before")})
				_ = a.show("b", a.screens[0].cfg)(t.Context(), brought{trouble: errors.New("of a widget that is gone")})
			}
		}
		out := a.Step(apptest.Noon.Add(row.at))
		if said := a.screens[0].said; said != row.says || (out.Views["a"].Root == picture) != (said == "") {
			t.Errorf("%s: it says %q, want %q", row.why, said, row.says)
		}
		if want := apptest.Noon.Add(row.again); row.again > 0 && !out.Again.Equal(want) ||
			row.again == 0 && !out.Again.IsZero() {
			t.Errorf("%s: it is stepped again at %v, want %v", row.why, out.Again, row.again)
		}
	}
}
