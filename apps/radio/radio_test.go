// SPDX-License-Identifier: Apache-2.0

package radio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render/rendertest"
	"github.com/ledpost/ledpost/sounds"
)

// home is a running device with a radio, in fake time.
type home struct{ *apptest.Home }

// live runs f with a device that was switched off with saved, and switches it off: it
// returns what the device saved. It needs a bubble of synctest.
var live = apptest.Homes(func(h *apptest.Home) *home { return &home{h} }, apptest.Backdrop, App)

const threeStations = `{"stations":[{"name":"One","url":"http://one/"},{"name":"Two","url":"http://two/"},` +
	`{"url":"http://www.three/live.m3u"}]}`

// tune does an action of the radio on its first widget.
func (h *home) tune(action string, args device.Args) {
	h.T.Helper()
	h.Must(h.Do(h.T.Context(), Package, "", action, args, false))
}

// stations sets the settings of the first radio.
func (h *home) stations(settings string) {
	h.T.Helper()
	h.Set(Package, settings)
}

// plays fails unless this URL is heard, "" for none.
func (h *home) plays(want, why string) {
	h.T.Helper()
	if hears := h.Track(); hears.URL != want || want != "" && !hears.Live {
		h.T.Errorf("%s: %+v is heard, want %q", why, hears, want)
	}
}

func TestRadioActions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		live(t, device.Fresh(), func(h *home) {
			err := h.Do(t.Context(), Package, "", "radio.play", nil, true)
			if err == nil || err.Error() != "id: no stations are set" {
				t.Errorf("without stations: %v", err)
			}
			h.stations(threeStations)
			h.plays("", "nobody has asked for it")
			for _, row := range []struct {
				action string
				args   device.Args
				want   string
			}{
				{"radio.play", nil, "http://one/"},
				{"radio.next", nil, "http://two/"},
				{"radio.next", nil, "http://www.three/live.m3u"},
				{"radio.next", nil, "http://one/"},
				{"radio.prev", nil, "http://www.three/live.m3u"},
				{"radio.state", nil, "http://www.three/live.m3u"},
				{"radio.stop", nil, ""},
				{"radio.state", nil, ""},
				{"radio.play", nil, "http://www.three/live.m3u"},
				{"radio.play.at", device.Args{"idx": 1}, "http://two/"},
				{"radio.stop", nil, ""},
				{"radio.prev", nil, "http://one/"},
			} {
				h.tune(row.action, row.args)
				h.plays(row.want, row.action)
			}
			for _, row := range []struct {
				action, field string
				args          device.Args
			}{
				{"radio.play.at", "params.idx", device.Args{"idx": 3}},
				{"radio.play.at", "params.idx", device.Args{"idx": -1}},
				{"radio.play.at", "params.idx", nil},
				{"radio.sleep", "params.minutes", device.Args{"minutes": 721}},
			} {
				var bad *note.InvalidError
				if err := h.Do(t.Context(), Package, "", row.action, row.args, true); !errors.As(err, &bad) || bad.Field != row.field {
					t.Errorf("%s %v: %v, want a fault of %s", row.action, row.args, err, row.field)
				}
			}
			h.plays("http://one/", "a fault changes nothing")
		})
	})
}

// TestRadioSettings: the station that plays goes on wherever it is in the list, and
// ends with it.
func TestRadioSettings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		live(t, device.Fresh(), func(h *home) {
			h.stations(threeStations)
			h.tune("radio.play.at", device.Args{"idx": 1})
			key := h.Track().Key
			h.stations(`{"stations":[{"url":"http://zero/"},{"name":"One","url":"http://one/"},{"name":"Two","url":"http://two/"}]}`)
			h.plays("http://two/", "it has moved")
			if h.Track().Key != key {
				t.Error("it is begun again")
			}
			h.stations(`{"stations":[{"url":"http://zero/"}]}`)
			h.plays("http://zero/", "it is gone")
			h.stations(`{}`)
			h.plays("", "all are gone")
		})
	})
}

// TestRadioRestart: it goes on if it played, with the sleep timer.
func TestRadioRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		saved := live(t, device.Fresh(), func(h *home) {
			h.stations(threeStations)
			h.tune("radio.play.at", device.Args{"idx": 1})
			h.tune("radio.sleep", device.Args{"minutes": 30})
			time.Sleep(10 * time.Minute)
		})
		saved = live(t, saved, func(h *home) {
			h.plays("http://two/", "it played")
			time.Sleep(19 * time.Minute)
			h.plays("http://two/", "a minute before")
			time.Sleep(time.Minute + apptest.Moment)
			h.plays("", "the sleep timer has run out")
		})
		saved = live(t, saved, func(h *home) {
			h.plays("", "it did not play")
			h.tune("radio.play", nil)
			h.plays("http://two/", "the station is known still")
		})
		for range maxTries {
			saved = live(t, saved, func(h *home) { h.plays("http://two/", "it may have been something else") })
		}
		live(t, saved, func(h *home) { h.plays("", "it ended within a minute again and again") })
	})
}

// TestRadioOverPowerCuts: an end with another boot of the machine is not the radio's.
func TestRadioOverPowerCuts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		saved := live(t, device.Fresh(), func(h *home) { h.stations(threeStations); h.tune("radio.play", nil) })
		for i := range 3 * maxTries {
			saved.Boot = fmt.Sprint("boot ", i)
			saved = live(t, saved, func(h *home) { h.plays("http://one/", saved.Boot) })
		}
		for range maxTries - 1 {
			saved.Boot = "boot 8" // the one in which it was tried once
			saved = live(t, saved, func(h *home) { h.plays("http://one/", "within one boot") })
		}
		saved.Boot = "boot 8"
		live(t, saved, func(h *home) { h.plays("", "again and again within one boot") })
	})
}

// TestRadioTrusted: what has played for a minute is not what ends the program.
func TestRadioTrusted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		saved := live(t, device.Fresh(), func(h *home) { h.stations(threeStations); h.tune("radio.play", nil) })
		for range 2 * maxTries {
			saved = live(t, saved, func(h *home) { time.Sleep(calm + apptest.Moment); h.plays("http://one/", "a minute later") })
		}
	})
}

// TestRadioSleep is set with the radio, too, and does not begin again with each
// station.
func TestRadioSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		live(t, device.Fresh(), func(h *home) {
			h.stations(strings.Replace(threeStations, "{", `{"sleep":20,`, 1))
			h.tune("radio.play", nil)
			time.Sleep(15 * time.Minute)
			h.tune("radio.next", nil)
			time.Sleep(4 * time.Minute)
			h.plays("http://two/", "after 19 minutes")
			time.Sleep(time.Minute + apptest.Moment)
			h.plays("", "after 20 minutes")
			h.tune("radio.play", nil)
			h.tune("radio.sleep", device.Args{"minutes": 0})
			time.Sleep(24 * time.Hour)
			h.plays("http://two/", "it was told not to sleep")
		})
	})
}

// TestRadioButton: the action button plays and stops what shows.
func TestRadioButton(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		live(t, device.Fresh(), func(h *home) {
			h.stations(threeStations)
			h.Must(h.Press(t.Context(), device.ButtonAction))
			h.plays("", "the clock shows")
			h.Must(h.Activate(t.Context(), Package, ""))
			h.Must(h.Press(t.Context(), device.ButtonAction))
			h.plays("http://one/", "pressed")
			h.Must(h.Press(t.Context(), device.ButtonAction))
			h.plays("", "pressed again")
		})
	})
}

// radioOn is a radio with one widget.
func radioOn(t testing.TB, size image.Point, settings string) *Radio {
	t.Helper()
	env := kit.Env{
		Size: size, Fonts: apptest.SmallFonts(t), Icons: apptest.BlankIcons{}, Zone: device.NewZone(time.UTC),
		Shared: new(kit.Shared),
	}
	r := apptest.Started[*Radio](t, App, env, settings)
	return r
}

// words are what the widget shows, frame after frame.
func (r *Radio) words() string {
	var all []string
	for _, f := range r.frames(r.tuners[0]) {
		all = append(all, f.Text[0].Text)
	}
	return strings.Join(all, " | ")
}

// TestRadioWords: what shows while it plays, and while it cannot.
func TestRadioWords(t *testing.T) {
	r := radioOn(t, image.Pt(37, 8), threeStations)
	if got := r.words(); got != "One" {
		t.Errorf("silent it shows %q", got)
	}
	must.Do(t, r.Do("a", "radio.play", nil, apptest.Noon))
	key := Package + "/" + r.Step(apptest.Noon).Track.Key
	for _, row := range []struct {
		name string
		h    sounds.Heard
		want string
	}{
		{"nothing yet", sounds.Heard{Key: key}, "One"},
		{"it sounds", sounds.Heard{Key: key, Sounding: true}, "One"},
		{"a title", sounds.Heard{Key: key, Sounding: true, Title: "Anna\x07 – Song"}, "One | Anna – Song"},
		{"the name as title", sounds.Heard{Key: key, Sounding: true, Title: "One"}, "One"},
		{"a title without end", sounds.Heard{Key: key, Sounding: true, Title: strings.Repeat("x", 2000)},
			"One | " + strings.Repeat("x", 255) + "…"},
		{"it broke off", sounds.Heard{Key: key, Fault: "fetch: nothing came for 10s"}, "One | nothing came for 10s"},
		{"something else plays", sounds.Heard{Key: "7.1", Sounding: true}, "One | nothing came for 10s"},
		{"nobody answers",
			sounds.Heard{Key: key, Fault: "dial tcp 192.0.2.1:80: connection refused", Cause: sounds.Unreachable},
			"One | the server cannot be reached"},
	} {
		if r.hear(row.h, apptest.Noon); r.words() != row.want {
			t.Errorf("%s: %q, want %q", row.name, r.words(), row.want)
		}
	}
	r.SetRegion(device.Region{Language: "de"})
	for cause, want := range map[sounds.Cause]string{
		sounds.Unplayable: "nicht lesbar", sounds.Unreachable: "Server nicht erreichbar",
		sounds.Silent: "der Server braucht zu lange", sounds.Refused: "Adresse nicht erlaubt",
	} {
		if r.hear(sounds.Heard{Key: key, Fault: "x", Cause: cause}, apptest.Noon); r.words() != "One | "+want {
			t.Errorf("in German %q, want %q", r.words(), want)
		}
	}
	r.SetRegion(device.Region{})
	for _, row := range []struct {
		why        string
		h          sounds.Heard
		lead, text string // "" = it tells others nothing
	}{
		{"a title", sounds.Heard{Key: key, Sounding: true, Title: "Song"}, "One", "Song"},
		{"the name as title", sounds.Heard{Key: key, Sounding: true, Title: "One"}, "", "One"},
		{"a fault", sounds.Heard{Key: key, Fault: "no"}, "", ""},
		{"it sounds again", sounds.Heard{Key: key, Sounding: true}, "", "One"},
	} {
		r.hear(row.h, apptest.Noon)
		r.Step(apptest.Noon)
		if b, ok := r.Env.Shared.Brief("a", apptest.Noon); b.Lead != row.lead || b.Text != row.text || ok != (row.text != "") {
			t.Errorf("%s: it tells others %+v, want %q and %q", row.why, b, row.lead, row.text)
		}
	}
	if r.Env.Shared.Station != "http://one/" {
		t.Errorf("%q is told to others", r.Env.Shared.Station)
	}
}

// TestRadioTriesAgain what cannot be played, less and less often, and at once when
// it is asked for.
func TestRadioTriesAgain(t *testing.T) {
	r := radioOn(t, image.Pt(37, 8), threeStations)
	must.Do(t, r.Do("a", "radio.play", nil, apptest.Noon))
	now, last := apptest.Noon, r.Step(apptest.Noon).Track.Key
	fail := func() time.Duration {
		r.hear(sounds.Heard{Key: Package + "/" + last, Ended: true, Fault: "decode: no sound"}, now)
		out := r.Step(now)
		if !out.Track.Silent() {
			t.Errorf("%+v is wanted still", out.Track)
		}
		wait := out.Again.Sub(now)
		now = out.Again
		if out = r.Step(now); out.Track.Key == last || out.Track.URL != "http://one/" {
			t.Errorf("then %+v is wanted, want another play", out.Track)
		}
		last = out.Track.Key
		return wait
	}
	for i, want := range []time.Duration{
		30 * time.Second, time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute, 10 * time.Minute, 10 * time.Minute,
	} {
		if got := fail(); got != want {
			t.Errorf("after %d failures %v, want %v", i+1, got, want)
		}
	}
	r.hear(sounds.Heard{Key: Package + "/" + last, Sounding: true}, now)
	if got := fail(); got != 30*time.Second {
		t.Errorf("after it has sounded %v", got)
	}
	r.hear(sounds.Heard{Key: Package + "/" + last, Ended: true, Fault: "x"}, now)
	if err := r.Do("a", "radio.play", nil, now); err != nil || r.Step(now).Track.Silent() {
		t.Errorf("asked for again: %v", err)
	}
}

// TestRadioWithoutMemory: what it cannot read of what was kept it does without.
func TestRadioWithoutMemory(t *testing.T) {
	for _, kept := range []string{``, `7`, `{"on":7}`, `{"on":"a","tries":3}`, `{"on":"b"}`, `{"index":{"a":-5}}`, `{"index":{"a":99}}`} {
		r := New(kit.Env{Size: image.Pt(37, 8), Fonts: apptest.SmallFonts(t), Icons: apptest.BlankIcons{}}, json.RawMessage(kept), 1).(*Radio)
		apptest.Set(t, r, threeStations)
		if out := r.Step(apptest.Noon); !out.Track.Silent() || out.Views["a"].Root == nil {
			t.Errorf("%s: %+v, want silence", kept, out)
		}
	}
}

// TestRadioPictures: all that it may show is a widget on every panel, and no two
// states look the same.
func TestRadioPictures(t *testing.T) {
	for _, size := range apptest.Sizes {
		r := radioOn(t, size, threeStations)
		r.SetLook(paint.Look{})
		silent := r.Step(apptest.Noon).Views["a"]
		must.Do(t, r.Do("a", "radio.next", nil, apptest.Noon))
		playing := r.Step(apptest.Noon).Views["a"]
		rendertest.Check(t, playing.Root)
		shown := func(w device.View) string { return pixtest.String(apptest.Drawn(w, size, apptest.Noon)) }
		if size.X > 8 && shown(silent) == shown(playing) {
			t.Errorf("%v: another station looks the same", size)
		}
	}
}

// TestRadioHearsThePlayer: each report of the player is taken, until the device ends.
func TestRadioHearsThePlayer(t *testing.T) {
	heard := make(chan sounds.Heard)
	env := apptest.SizedEnv(t, apptest.AppSizes[0])
	env.Heard = heard
	r := New(env, nil, 1).(*Radio)
	over, posted, ends := make(chan error, 1), make(chan bool), false
	go func() {
		over <- r.Run(t.Context(), func(_ context.Context, f func(time.Time)) error {
			if ends {
				return errors.New("the device ends")
			}
			f(apptest.Midday)
			posted <- true
			return nil
		})
	}()
	for range 3 {
		heard <- sounds.Heard{Title: "x"}
		<-posted
	}
	ends = true
	heard <- sounds.Heard{Title: "x"}
	must.Do(t, <-over)
}

// TestRadioKeepsLittle: a radio at its first station that never played has nothing to keep.
func TestRadioKeepsLittle(t *testing.T) {
	r := radioOn(t, image.Pt(37, 8), `{"stations":[{"url":"http://a/"},{"url":"http://b/"}]}`)
	for _, row := range []struct {
		action, want string
	}{
		{"radio.state", ``}, {"radio.play", `{"on":"a"}`}, {"radio.stop", ``}, {"radio.next", `{"index":{"a":1},"on":"a"}`},
		{"radio.stop", `{"index":{"a":1}}`},
	} {
		must.Do(t, r.Do("a", row.action, nil, apptest.Noon))
		if got := string(r.Step(apptest.Noon).Keep); got != row.want {
			t.Errorf("after %s it keeps %s, want %s", row.action, got, row.want)
		}
	}
}

// TestRadioWithoutWidgets says nothing to others, and does not fail.
func TestRadioWithoutWidgets(t *testing.T) {
	env := apptest.SizedEnv(t, apptest.AppSizes[0])
	r := New(env, nil, 1).(*Radio)
	must.Do(t, r.Configure(nil))
	if r.Step(apptest.Noon); env.Shared.Station != "" {
		t.Errorf("its station is %q", env.Shared.Station)
	}
}

// TestBarsMove for ever, at the pace of the levels.
func TestBarsMove(t *testing.T) {
	b := &bars{size: image.Pt(8, 8)}
	if next := b.Next(time.Minute); next != time.Minute+pace || b.Period() <= 0 {
		t.Errorf("after a minute they change at %v, in passes of %v", next, b.Period())
	}
}

// TestBars: each bar is as high as its level, on every size of picture, and bands share bars
// where there is no room.
func TestBars(t *testing.T) {
	for _, row := range []struct {
		panel, size image.Point
		bars, pitch int
	}{
		{image.Pt(37, 8), image.Pt(8, 8), 4, 2},
		{image.Pt(16, 16), image.Pt(16, 16), 8, 2},
		{image.Pt(64, 32), image.Pt(24, 24), 12, 2},
		{image.Pt(64, 64), image.Pt(60, 28), 12, 5},
		{image.Pt(128, 64), image.Pt(48, 48), 12, 4},
	} {
		var levels sounds.Levels
		b := &bars{size: typeset.NewGrid(nil, row.panel).Banner(), levels: func() sounds.Levels { return levels }}
		if b.size != row.size {
			t.Errorf("%v: the bars are %v, want %v", row.panel, b.size, row.size)
		}
		high := func(x int) (n int) {
			m := image.NewRGBA(image.Rectangle{Max: row.size})
			b.Draw(m, image.Point{}, 0)
			for y := range row.size.Y {
				if m.RGBAAt(x, y).A != 0 {
					n++
				}
			}
			return n
		}
		last := (row.size.X+1-row.bars*row.pitch)/2 + (row.bars-1)*row.pitch
		if n := high(last); n != 1 {
			t.Errorf("%v: silence is %d high", row.panel, n)
		}
		levels[sounds.Bands-1] = 255
		if n := high(last); n != row.size.Y {
			t.Errorf("%v: the loudest is %d high", row.panel, n)
		}
		levels[sounds.Bands-1] = 128
		if n := high(last); n != (row.size.Y+1)/2 && n != row.size.Y/2 {
			t.Errorf("%v: half is %d high", row.panel, n)
		}
	}
}

// TestRadioShowsBars while a station sounds, and no bars before and after; frames allocate
// nothing.
func TestRadioShowsBars(t *testing.T) {
	for _, size := range apptest.AppSizes {
		env := apptest.SizedEnv(t, size)
		level := uint8(0)
		env.Levels = func() (l sounds.Levels) {
			for i := range l {
				l[i] = level
			}
			return l
		}
		r := apptest.Started[*Radio](t, App, env, `{"stations":[{"name":"FIP","url":"http://fip.example/"}]}`)
		moves := func() bool {
			root := r.view(r.tuners[0], apptest.Noon).Root
			level = 0
			silent := apptest.LitAt(t, root, size, 0)
			level = 255
			return apptest.LitAt(t, root, size, 0) != silent
		}
		if moves() {
			t.Errorf("%v: bars of a radio that is off", size)
		}
		r.on, r.heard = r.tuners[0], sounds.Heard{Sounding: true, Title: "Blue in Green"}
		if !moves() {
			t.Errorf("%v: no bars", size)
		}
		apptest.DrawAll(t, "bars", r.view(r.tuners[0], apptest.Noon).Root, size)
		root, m := r.tuners[0].seen.Root, image.NewRGBA(image.Rectangle{Max: size})
		if n := testing.AllocsPerRun(100, func() { root.Draw(m, image.Point{}, 0) }); n > 0 {
			t.Errorf("%v: %v allocations a frame", size, n)
		}
		if r.heard.Sounding = false; moves() {
			t.Errorf("%v: bars of a station that has not come", size)
		}
	}
}

// TestQuietRadioIsGrey: what is off differs from what sounds.
func TestQuietRadioIsGrey(t *testing.T) {
	size := image.Pt(64, 32)
	r := radioOn(t, size, threeStations)
	r.SetLook(paint.Look{})
	grey := func() bool {
		m := apptest.Drawn(r.Step(apptest.Noon).Views["a"], size, apptest.Noon)
		for x := 32; x < size.X; x++ {
			for y := range size.Y {
				if c := m.RGBAAt(x, y); c.R > kit.PaleInk.R {
					return false
				}
			}
		}
		return true
	}
	if !grey() {
		t.Error("the name of a quiet radio is not grey")
	}
	if err := r.Do("a", "radio.play", nil, apptest.Noon); err != nil || grey() {
		t.Errorf("the name of a radio that begins is grey, or %v", err)
	}
}
