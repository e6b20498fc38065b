// SPDX-License-Identifier: Apache-2.0

package countdown

import (
	"encoding/json"
	"errors"
	"image"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/kit/tally"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
)

// home is a running device with a countdown, in fake time.
type home struct{ *apptest.Home }

// live runs f with a device that was switched off with saved, and switches it off: it
// returns what the device saved. It needs a bubble of synctest.
var live = apptest.Homes(func(h *apptest.Home) *home { return &home{h} }, apptest.Backdrop, App)

// count does an action of the countdown on a widget, "" for the first.
func (h *home) count(widget, action string, args device.Args) {
	h.T.Helper()
	h.Must(h.Do(h.T.Context(), Package, widget, "countdown."+action, args, false))
}

// TestCountdownRingsUnseen: nobody sees it, the display is off, and it rings on
// time, until the button is pressed; then it is ready for the same again.
func TestCountdownRingsUnseen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		live(t, device.Fresh(), func(h *home) {
			_, err := h.SetDisplay(t.Context(), device.DisplayPatch{On: new(false)})
			h.Must(err)
			for range 2 {
				h.count("", "configure", device.Args{"duration": 90, "start_now": true})
				time.Sleep(90*time.Second - apptest.Moment)
				h.Rings("", "before its end")
				time.Sleep(apptest.Moment)
				h.Rings("1:30", "at its end")
				time.Sleep(time.Minute)
				h.Rings("1:30", "a minute later")
				h.Must(h.Press(t.Context(), device.ButtonAction))
				h.Rings("", "dismissed")
				time.Sleep(time.Hour)
				h.Rings("", "long after")
			}
			h.count("", "start", nil)
			time.Sleep(90 * time.Second)
			h.Rings("1:30", "what was configured holds for the next run")
			time.Sleep(kit.RingFor)
			h.Rings("", "nobody came")
		})
	})
}

// TestCountdownEnds: on every panel 0:00 blinks, and not the length that it had, until it
// is dismissed; the title is above it where there are rows for it.
func TestCountdownEnds(t *testing.T) {
	for _, size := range apptest.MoreSizes {
		for _, title := range []string{"", "Eggs"} {
			env := kit.Env{Size: size, Fonts: apptest.SmallFonts(t), Zone: device.NewZone(time.UTC)}
			c, ink := New(env, nil, 1).(*Countdown), kit.InkOf(kit.PlainLook, "")
			must.Do(t, c.Configure([]device.WidgetSettings{{ID: "a", Title: title}}))
			do(t, c, "countdown.start", nil, apptest.Noon)
			zero := &tally.Tally{Face: tally.NewFace(env, ink).Titled(env, ink, title), Total: 5 * time.Minute}
			for _, after := range []time.Duration{0, time.Second, 9 * time.Minute} {
				now := apptest.Noon.Add(5*time.Minute + after)
				alert := c.Step(now).Alert
				if alert.View.Root == nil {
					t.Fatalf("%v: %v after its end nothing shows", size, after)
				}
				got := pixtest.String(apptest.Drawn(alert.View, size, now))
				want := pixtest.String(apptest.Drawn(device.View{Root: zero, Start: now}, size, now))
				if got != want {
					t.Errorf("%v: %v after its end\n%swant\n%s", size, after, got, want)
				}
				dim := pixtest.String(apptest.Drawn(alert.View, size, now.Add(500*time.Millisecond)))
				if strings.ContainsAny(dim, "#+") && title == "" || !strings.Contains(dim, "-") {
					t.Errorf("%v: half a second later it is not dim\n%s", size, dim)
				}
				at := now.Sub(alert.View.Start)
				if next := render.Next(alert.View.Root, at); next > at+time.Second/2 {
					t.Errorf("%v: the panel draws it again after %v", size, next)
				}
			}
		}
	}
}

// TestCountdownPauses by actions and by the button of the widget that shows.
func TestCountdownPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		live(t, device.Fresh(), func(h *home) {
			h.count("", "configure", device.Args{"duration": 60})
			h.count("", "start", nil)
			time.Sleep(20 * time.Second)
			h.count("", "pause", nil)
			h.count("", "pause", nil)
			time.Sleep(time.Hour)
			h.Rings("", "it pauses")
			h.Must(h.Activate(t.Context(), Package, ""))
			h.Must(h.Press(t.Context(), device.ButtonAction)) // goes on
			time.Sleep(10 * time.Second)
			h.Must(h.Press(t.Context(), device.ButtonAction)) // pauses
			time.Sleep(time.Hour)
			h.Rings("", "it pauses again")
			h.count("", "start", nil)
			h.count("", "start", nil)
			time.Sleep(30*time.Second - apptest.Moment)
			h.Rings("", "before 60 s in all")
			time.Sleep(apptest.Moment)
			h.Rings("1:00", "after 60 s in all")
			h.count("", "reset", nil)
			h.Rings("", "reset")
			h.count("", "start", nil)
			time.Sleep(20 * time.Second)
			h.count("", "reset", nil)
			time.Sleep(time.Hour)
			h.Rings("", "reset while it ran")
		})
	})
}

// TestCountdownOverARestart: switched off without a warning it counts on, and what
// has ended meanwhile rings at once.
func TestCountdownOverARestart(t *testing.T) {
	rows := []struct {
		name string
		off  time.Duration
		want string // at once
		then time.Duration
	}{
		{"for a moment", 10 * time.Second, "", 50 * time.Second},
		{"until its end was over", time.Hour, "5:00", 0},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				saved := live(t, device.Fresh(), func(h *home) {
					h.count("", "start", nil)
					time.Sleep(4 * time.Minute)
				})
				time.Sleep(row.off)
				saved = live(t, saved, func(h *home) {
					h.Rings(row.want, "after the start")
					if row.want == "" {
						time.Sleep(row.then - apptest.Moment)
						h.Rings("", "before its end")
						time.Sleep(apptest.Moment)
					}
					h.Rings("5:00", "at its end")
				})
				saved = live(t, saved, func(h *home) {
					h.Rings("5:00", "switched off while it rang")
					h.Must(h.DismissCurrent(t.Context()))
					h.Rings("", "dismissed")
				})
				live(t, saved, func(h *home) { h.Rings("", "it does not come back") })
			})
		})
	}
}

// TestCountdownKeepsEventsOnly: time that passes is nothing to write.
func TestCountdownKeepsEventsOnly(t *testing.T) {
	c := counting(t, nil, `{}`)
	if c.Step(apptest.Noon).Keep != nil {
		t.Error("it keeps something though nothing has happened")
	}
	do(t, c, "countdown.start", nil, apptest.Noon)
	first := c.Step(apptest.Noon)
	if again := c.Step(apptest.Noon.Add(time.Minute)); string(again.Keep) != string(first.Keep) ||
		again.Views["a"] != first.Views["a"] {
		t.Errorf("after a minute %s, want %s and the same picture", again.Keep, first.Keep)
	}
	if first.Again != apptest.Noon.Add(5*time.Minute) {
		t.Errorf("to be stepped again at %v, want its end", first.Again)
	}
	if !strings.Contains(string(first.Keep), "2026-11-20T12:39:56.25Z") {
		t.Errorf("%s does not say when it ends", first.Keep)
	}
}

// TestCountdownsAreIndependent: two run out together, and ring one after the other,
// each by its title.
func TestCountdownsAreIndependent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		live(t, device.Fresh(), func(h *home) {
			eggs, err := h.AddWidget(t.Context(), Package, json.RawMessage(`{"duration":60,"sound":"alarm1"}`))
			h.Must(err)
			list, err := h.Apps(t.Context())
			h.Must(err)
			list[len(list)-1].Title = "Eggs"
			_, err = h.SetApps(t.Context(), list)
			h.Must(err)
			h.count("", "configure", device.Args{"duration": 60, "start_now": true})
			h.count(eggs.ID, "start", nil)
			time.Sleep(30 * time.Second)
			h.count("", "pause", nil)
			time.Sleep(30 * time.Second)
			h.Rings("Eggs", "the other one pauses")
			h.count("", "start", nil)
			time.Sleep(30 * time.Second)
			h.Rings("Eggs", "it still rings")
			h.Must(h.Press(t.Context(), device.ButtonAction))
			h.Rings("1:00", "then the other one")
			h.Must(h.Press(t.Context(), device.ButtonAction))
			h.Rings("", "both are dismissed")
			h.count(eggs.ID, "start", nil)
			h.Must(h.RemoveWidget(t.Context(), eggs.ID))
			time.Sleep(time.Hour)
			h.Rings("", "it was taken away")
		})
	})
}

// TestCountdownFaults name the parameter, and change nothing.
func TestCountdownFaults(t *testing.T) {
	rows := []struct {
		name, action, field string
		args                device.Args
	}{
		{"no time", "countdown.configure", "params.duration", device.Args{"duration": 0, "start_now": true}},
		{"less than that", "countdown.configure", "params.duration", device.Args{"duration": -1}},
		{"more than 99:59:59", "countdown.configure", "params.duration", device.Args{"duration": 360_000}},
		{"of the wrong type", "countdown.configure", "params.start_now", device.Args{"start_now": 1}},
		{"an action of another app", "stopwatch.start", "id", nil},
	}
	synctest.Test(t, func(t *testing.T) {
		live(t, device.Fresh(), func(h *home) {
			for _, row := range rows {
				err := h.Do(t.Context(), Package, "", row.action, row.args, true)
				var bad *note.InvalidError
				if !errors.As(err, &bad) || bad.Field != row.field {
					t.Errorf("%s: %v, want a fault of %s", row.name, err, row.field)
				}
			}
			time.Sleep(400 * time.Second)
			h.Rings("", "nothing has begun")
		})
	})
}

// TestCountdownSettings: a duration that is set again holds over that of an action,
// a run goes on as it began.
func TestCountdownSettings(t *testing.T) {
	c := counting(t, nil, `{"duration":10}`)
	do(t, c, "countdown.configure", device.Args{"duration": 20, "start_now": true}, apptest.Noon)
	apptest.Set(t, c, `{"duration":30}`)
	if at := c.Step(apptest.Noon).Again.Sub(apptest.Noon); at != 20*time.Second {
		t.Errorf("its run ends after %v, want 20 s", at)
	}
	do(t, c, "countdown.reset", nil, apptest.Noon)
	do(t, c, "countdown.start", nil, apptest.Noon)
	if at := c.Step(apptest.Noon).Again.Sub(apptest.Noon); at != 30*time.Second {
		t.Errorf("the next ends after %v, want 30 s", at)
	}
}

// TestCountdownWithoutMemory: what it cannot read of what was kept it does without.
func TestCountdownWithoutMemory(t *testing.T) {
	for _, kept := range []string{
		``, `7`, `{"a":7}`, `{"a":{"phase":"dancing"}}`, `{"a":{"phase":"running"}}`, `{"a":{"phase":"paused","total":-1}}`,
		`{"a":{"phase":"running","total":1,"end":{"wall":"2026-11-20T12:39:56Z","span":-5}}}`, `{"a":{"set":-3}}`,
		`{"a":{"phase":"ringing","total":1}}`,
	} {
		c := counting(t, json.RawMessage(kept), `{}`)
		if now := c.Step(apptest.Noon); now.Alert.Key != "" || now.Keep != nil || now.Views["a"].Root == nil {
			t.Errorf("%s: %+v, want one that is ready", kept, now)
		}
	}
}

// counting is a countdown with one widget.
func counting(t testing.TB, kept json.RawMessage, settings string) *Countdown {
	t.Helper()
	env := kit.Env{Size: image.Pt(37, 8), Fonts: apptest.SmallFonts(t), Zone: device.NewZone(time.UTC)}
	c := New(env, kept, 1).(*Countdown)
	apptest.Set(t, c, settings)
	return c
}

func do(t testing.TB, c *Countdown, action string, args device.Args, now time.Time) {
	t.Helper()
	must.Do(t, c.Do("a", action, args, now))
}

// TestCountdownLengths: from a second to the longest that can be shown.
func TestCountdownLengths(t *testing.T) {
	longest := int(tally.Longest / time.Second)
	for seconds, want := range map[int]bool{-1: false, 0: false, 1: true, longest: true, longest + 1: false} {
		c := apptest.Started[*Countdown](t, App, apptest.SizedEnv(t, apptest.AppSizes[0]), "")
		if err := c.Do("a", "countdown.configure", device.Args{"duration": seconds}, apptest.Midday); (err == nil) != want {
			t.Errorf("%d seconds: %v", seconds, err)
		}
	}
}

// TestStatesOfADevice: the bounds of a state that a device can have saved.
func TestStatesOfADevice(t *testing.T) {
	most := int(tally.Longest / time.Second)
	for _, row := range []struct {
		name  string
		state timerState
		want  bool
	}{
		{"a new one", timerState{Phase: kit.Ready}, true},
		{"the longest", timerState{Phase: kit.Paused, Set: most, Total: tally.Longest, Left: tally.Longest}, true},
		{"longer", timerState{Phase: kit.Ready, Set: most + 1}, false},
		{"less than nothing", timerState{Phase: kit.Ready, Set: -1}, false},
		{"a run longer than the longest", timerState{Phase: kit.Paused, Total: tally.Longest + 1}, false},
		{"more left than the longest", timerState{Phase: kit.Paused, Total: 1, Left: tally.Longest + 1}, false},
		{"a run of no length", timerState{Phase: kit.Paused}, false},
		{"a run without an end", timerState{Phase: kit.Running, Total: 1}, false},
	} {
		if got := row.state.valid(); got != row.want {
			t.Errorf("%s: valid is %v", row.name, got)
		}
	}
}
