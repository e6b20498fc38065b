// SPDX-License-Identifier: Apache-2.0

package countdown

import (
	"image"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/kit/tally"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// TestCountdownShowsTheTimeLeft while it runs, on the panel of a device.
func TestCountdownShowsTheTimeLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		saved := live(t, device.Fresh(), func(h *home) {
			h.count("", "configure", device.Args{"duration": 60})
			h.count("", "start", nil)
			h.seesLeft(time.Minute, "at its start")
			time.Sleep(20 * time.Second)
			h.seesLeft(40*time.Second, "20 s later")
			h.count("", "reset", nil)
			h.count("", "start", nil)
			time.Sleep(50 * time.Second)
			h.seesLeft(10*time.Second, "in another run")
			h.count("", "reset", nil)
			h.count("", "start", nil)
			time.Sleep(20 * time.Second)
		})
		time.Sleep(10 * time.Second)
		live(t, saved, func(h *home) { h.seesLeft(30*time.Second, "10 s without power later") })
	})
}

// TestCountdownTellsOthers the time left while it stands, else the time of its end, at which it
// rings.
func TestCountdownTellsOthers(t *testing.T) {
	env := apptest.SizedEnv(t, image.Pt(37, 8))
	c := New(env, nil, 0).(*Countdown)
	must.Do(t, c.Configure([]device.WidgetSettings{{ID: "a", Title: "Tea", Settings: []byte(`{"duration":180}`)}}))
	for _, row := range []struct {
		after  time.Duration
		action string
		want   string
	}{
		{0, "countdown.reset", "3:00"},
		{0, "countdown.start", "→ 12:37"},
		{30 * time.Second, "countdown.pause", "2:30"},
		{time.Minute, "countdown.start", "→ 12:38"},
		{4 * time.Minute, "", "0:00"},             // it rings
		{5*time.Minute + kit.RingFor, "", "0:00"}, // nobody came
		{time.Hour, "countdown.reset", "3:00"},
	} {
		now := apptest.Noon.Add(row.after)
		if row.action != "" {
			do(t, c, row.action, nil, now)
		}
		rings := c.Step(now).Views["a"].Rings
		if want := strings.TrimPrefix(row.want, "→ "); want == row.want && !rings.IsZero() ||
			want != row.want && rings.Format("15:04") != want {
			t.Errorf("%s after %v: it rings at %v, and tells %s", row.action, row.after, rings, row.want)
		}
		if b, _ := env.Shared.Brief("a", now); b.Text != row.want || b.Lead != "Tea" ||
			b.Icon != kit.Builtin("status-hourglass") {
			t.Errorf("%s after %v: %+v, want %s", row.action, row.after, b, row.want)
		}
	}
}

// seesLeft fails unless the panel shows a countdown of a minute with want left.
func (h *home) seesLeft(want time.Duration, why string) {
	h.T.Helper()
	h.Must(h.Activate(h.T.Context(), Package, ""))
	size, now, scene := image.Pt(37, 8), time.Now(), h.Scene()
	env := kit.Env{Size: size, Fonts: apptest.SmallFonts(h.T), Icons: apptest.BlankIcons{}}
	face := tally.NewFace(env, kit.InkOf(kit.PlainLook, ""))
	says := device.View{Root: &tally.Tally{Face: face, Base: want, Rate: -1, Total: time.Minute}, Start: now}
	got := pixtest.String(apptest.Drawn(device.View{Root: scene.Root, Start: scene.Start}, size, now))
	if want := pixtest.String(apptest.Drawn(says, size, now)); got != want {
		h.T.Errorf("%s:\n%swant\n%s", why, got, want)
	}
}
