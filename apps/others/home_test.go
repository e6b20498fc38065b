// SPDX-License-Identifier: Apache-2.0

package others

import (
	"context"
	"encoding/json"
	"image"
	"image/color"
	"io"
	"math"
	"net"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/must"
)

// drawings are what ledpost-apps does about the apps of a device.
var drawings = map[string]func(conn io.ReadWriter) error{
	"good":  func(c io.ReadWriter) error { return says(`[{"text":"hello"}]`)(c, applet.Request{}, "") },
	"bad":   func(c io.ReadWriter) error { return fails(c, applet.Request{}, "") },
	"empty": func(c io.ReadWriter) error { return says(`[]`)(c, applet.Request{}, "") },
	"slow":  func(c io.ReadWriter) error { _, err := io.Copy(io.Discard, c); return err },
	"film": func(c io.ReadWriter) error {
		white := slices.Repeat([]byte{255}, 4*64*32)
		if err := applet.Write(c, applet.KindImage, applet.Image{Delay: 1000}, white); err != nil {
			return err
		}
		return applet.Write(c, applet.KindDone, applet.Done{}, nil)
	},
}

// lives runs a device of 64×32 on which widgets show these apps, in turn; f gets their ids by the names of the apps.
func lives(
	t *testing.T, names []string, f func(t *testing.T, h *apptest.Home, o *Others, widgets map[string]string),
) {
	env := apptest.SizedEnv(t, image.Pt(64, 32))
	env.Dir = t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		var o *Others
		mine := kit.App{Package: Package, New: func(env kit.Env, _ json.RawMessage, _ int) device.App {
			o = New(env)
			o.open = open
			return o
		}}
		apptest.LiveOn(t, env, device.Fresh(), []kit.App{apptest.Backdrop, mine}, func(h *apptest.Home) {
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error)
			go func() { ended <- o.Run(ctx, h.Post) }()
			widgets := map[string]string{}
			for _, name := range names {
				must.Do(t, o.Shelf.Put(name, []byte(name)))
				w := must.Get(h.AddWidget(t.Context(), Package, json.RawMessage(`{"app":"`+name+`"}`)))(t)
				widgets[name] = w.ID
			}
			list := must.Get(h.Apps(t.Context()))(t)
			list[0].Visible = false
			must.Get(h.SetApps(t.Context(), list))(t)
			f(t, h, o, widgets)
			cancel()
			must.Do(t, <-ended)
		})
	})
}

// open begins one of the drawings.
func open(context.Context) (io.ReadWriteCloser, error) {
	ours, theirs := net.Pipe()
	go func() {
		defer theirs.Close()
		var r applet.Request
		if m, err := applet.Read(theirs, applet.KindRequest); err == nil && m.Decode(&r) == nil {
			_ = drawings[r.App](theirs)
		}
	}()
	return ours, nil
}

// TestTurnsOnADevice: neither an app that fails nor one that does not answer costs another widget its turn, and one that
// has nothing to show has none.
func TestTurnsOnADevice(t *testing.T) {
	names := []string{"good", "slow", "bad", "empty"}
	lives(t, names, func(t *testing.T, h *apptest.Home, o *Others, widgets map[string]string) {
		time.Sleep(time.Minute) // each has been drawn once, or has not answered
		shown := map[string]int{}
		for range 6 * 60 {
			time.Sleep(time.Second)
			if h.Scene().Root == nil {
				t.Fatal("the panel is dark")
			}
			shown[h.Status().Showing.Widget]++
		}
		for _, name := range []string{"good", "slow", "bad"} {
			if got := shown[widgets[name]]; got < 110 || got > 130 {
				t.Errorf("%s shows for %d of 360 s, want a third", name, got)
			}
		}
		if got := shown[widgets["empty"]]; got > 0 {
			t.Errorf("what has nothing to show shows for %d s", got)
		}
		h.Peek(func() {
			for name, want := range map[string]string{
				"good": "", "slow": "slow: ledpost-apps does not answer", "bad": "bad, line 3: no city",
			} {
				if got := o.Views[widgets[name]].Says; got != want {
					t.Errorf("%s says %q, want %q", name, got, want)
				}
			}
		})
	})
}

// TestNightOnADevice: an app has the brightness of the device by day, and at night that of the night, and its colour.
func TestNightOnADevice(t *testing.T) {
	lives(t, []string{"film"}, func(t *testing.T, h *apptest.Home, o *Others, widgets map[string]string) {
		manual, sixty, dim := device.ManualBrightness, 60, 5
		must.Get(h.SetDisplay(t.Context(), device.DisplayPatch{BrightnessMode: &manual, Brightness: &sixty}))(t)
		red := note.Color{R: 255, Set: true}
		by, film := device.NightTime, widgets["film"]
		must.Get(h.SetNight(t.Context(), device.NightPatch{When: &by, From: clock(t, "22:00"), To: clock(t, "06:00"),
			Brightness: &dim, Color: &red, Widget: &film}))(t)
		for _, row := range []struct {
			at    string
			tint  color.RGBA
			level int
		}{
			{"21:00:00", color.RGBA{}, 60},
			{"23:00:00", color.RGBA{255, 0, 0, 255}, 5},
		} {
			apptest.Until(t, 1, row.at)
			s := h.Scene()
			if h.Status().Showing.Widget != film || s.Tint != row.tint || int(math.Round(100*s.Level)) != row.level {
				t.Errorf("at %s %q shows, tinted %v, at %v", row.at, h.Status().Showing.Widget, s.Tint, s.Level)
			}
			h.Peek(func() {
				if s.Root != o.Views[film].Root {
					t.Errorf("at %s another picture shows", row.at)
				}
			})
		}
	})
}

// clock returns a time of the day.
func clock(t *testing.T, text string) *walltime.TimeOfDay {
	return new(must.Get(walltime.ParseTimeOfDay(text))(t))
}

// TestRegionOfApps: an app that has been drawn is drawn again in another language, and so are the sentences about it.
func TestRegionOfApps(t *testing.T) {
	r := newRig(t, "one")
	r.set(`{"app":"one"}`, ``)
	r.draws(0)
	english := r.view("b").Says
	r.SetRegion(device.Region{Language: "de"}.WithDefaults())
	r.want("in another language", r.draws(0), "a")
	if r.last.Language != "de" || r.view("b").Says == english {
		t.Errorf("the app writes in %q, and the device %q", r.last.Language, r.view("b").Says)
	}
	r.SetRegion(device.Region{Language: "de", Hours: 12}.WithDefaults())
	r.want("in the same language", r.draws(0))
}

// TestBriefs: a board can show the text of an app that works, as long as it is fresh.
func TestBriefs(t *testing.T) {
	r := newRig(t, "one")
	said := func(want string, after time.Duration) {
		t.Helper()
		b, ok := r.Env.Shared.Brief("a", r.now.Add(after))
		if b.Text != want || ok != (want != "") || ok && b.Kind != kit.Chosen {
			t.Errorf("%v after it was drawn a board shows %+v, want %q", after, b, want)
		}
	}
	r.set(`{"app":"one"}`)
	said("", 0)
	r.due("a")
	r.draws(0)
	said("hello", 0)
	said("hello", 9*time.Minute)
	said("", 10*time.Minute)
	r.says = fails
	r.draws(every)
	said("", 0)
	r.says = says(`[{"icon":"face-smile"}]`)
	r.draws(most)
	said("", 0)
}
