// SPDX-License-Identifier: Apache-2.0

package room

import (
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

func at(v float64) device.Measured { return device.Measured{Value: v, Known: true} }

func roomOn(t testing.TB, size image.Point, settings string, s device.Sensed) *Room {
	t.Helper()
	env := kit.Env{Size: size, Fonts: apptest.SmallFonts(t), Icons: apptest.BlankIcons{}}
	r := apptest.Started[*Room](t, App, env, settings)
	r.Sense(s)
	return r
}

func TestRoom(t *testing.T) {
	air := device.Climate{Temperature: at(21.5), Humidity: at(48)}
	rows := []struct {
		name, settings string
		sensed         device.Sensed
		want           string
	}{
		{"no sensor", `{}`, device.Sensed{}, "Room: no sensor"},
		{"all", `{}`, device.Sensed{Climate: air, Lux: at(1234)}, "21.5° | 48% | 1200 lx"},
		{"one of them", `{"show":"humidity"}`, device.Sensed{Climate: air, Lux: at(1234)}, "48%"},
		{"missing sensor", `{"show":"light"}`, device.Sensed{Climate: air}, "Room: no sensor"},
		{"Fahrenheit", `{"units":"fahrenheit"}`, device.Sensed{Climate: device.Climate{Temperature: at(21.5)}}, "71°"},
		{"carbon dioxide", `{"show":"co2"}`, device.Sensed{Climate: device.Climate{CO2: at(820)}}, "820 ppm"},
		{"darkness", `{"show":"light"}`, device.Sensed{Lux: at(0)}, "0.0 lx"},
		{"little light", `{"show":"light"}`, device.Sensed{Lux: at(3.14)}, "3.1 lx"},
		{"almost ten", `{"show":"light"}`, device.Sensed{Lux: at(9.9)}, "9.9 lx"},
		{"ten", `{"show":"light"}`, device.Sensed{Lux: at(10)}, "10 lx"},
		{"ten thousand", `{"show":"light"}`, device.Sensed{Lux: at(10_000)}, "10k lx"},
		{"the sun", `{"show":"light"}`, device.Sensed{Lux: at(98765)}, "99k lx"},
	}
	for _, row := range rows {
		r := roomOn(t, image.Pt(37, 8), row.settings, row.sensed)
		var got []string
		for _, f := range r.items[0].frames(kit.Env{}.Local(device.Region{}, ""), r.sensed) {
			got = append(got, f.Text[0].Text)
		}
		if s := strings.Join(got, " | "); s != row.want {
			t.Errorf("%s: %q, want %q", row.name, s, row.want)
		}
	}
}

// TestDecimalsFollowTheRegion: what the device measures has the decimal sign of its language.
func TestDecimalsFollowTheRegion(t *testing.T) {
	r := roomOn(t, image.Pt(64, 32), `{}`, device.Sensed{Climate: device.Climate{Temperature: at(21.5)}})
	for code, want := range map[string]string{"en": "21.5°", "de": "21,5°", "es": "21,5°", "fr": "21,5°", "nl": "21,5°", "zh": "21.5°"} {
		local := kit.Env{Size: image.Pt(64, 32)}.Local(device.Region{Language: code}, "")
		if got := r.items[0].frames(local, r.sensed)[0].Text[0].Text; got != want {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
}

// TestRoomTellsOthers the first quantity that a widget shows, and nothing without a sensor.
func TestRoomTellsOthers(t *testing.T) {
	for _, row := range []struct {
		settings string
		sensed   device.Sensed
		icon     icons.Ref
		want     string
	}{
		{`{}`, device.Sensed{}, icons.Ref{}, ""},
		{`{}`, device.Sensed{Climate: device.Climate{Temperature: at(21.5), Humidity: at(48)}}, warm, "21.5°"},
		{`{"show":"humidity"}`, device.Sensed{Climate: device.Climate{Temperature: at(21.5), Humidity: at(48)}},
			moist, "48%"},
		{`{"show":"light"}`, device.Sensed{Lux: at(120)}, light, "120 lx"},
	} {
		r := roomOn(t, image.Pt(37, 8), row.settings, row.sensed)
		r.Env.Shared = new(kit.Shared)
		r.Step(apptest.Noon)
		if b, _ := r.Env.Shared.Brief("a", apptest.Noon); b.Text != row.want || b.Icon != row.icon ||
			b.Kind != kit.Figure && row.want != "" {
			t.Errorf("%s: %+v, want %q", row.settings, b, row.want)
		}
	}
}

// TestRoomPictures: widgets on every panel, and the same one until a number changes
// that shows.
func TestRoomPictures(t *testing.T) {
	for _, size := range apptest.Sizes {
		r := roomOn(t, size, `{"show":"light"}`, device.Sensed{Lux: at(120)})
		r.SetLook(paint.Look{})
		first := r.Step(apptest.Noon).Views["a"]
		rendertest.Check(t, first.Root)
		r.Sense(device.Sensed{Lux: at(121)})
		if r.Step(apptest.Noon.Add(time.Second)).Views["a"] != first {
			t.Errorf("%v: 121 lx is another picture than 120", size)
		}
		r.Sense(device.Sensed{Lux: at(150)})
		if v := r.Step(apptest.Noon.Add(2 * time.Second)).Views["a"]; v == first || !v.Start.Equal(first.Start) {
			t.Errorf("%v: 150 lx is the same picture, or starts again", size)
		}
	}
}

// TestUnitsStay beside their number: numbers with a unit of letters have one size, all others theirs, but for a rare
// one that is too wide.
func TestUnitsStay(t *testing.T) {
	air := device.Sensed{Climate: device.Climate{Temperature: at(-18.2), Humidity: at(45)}}
	all := device.Sensed{Climate: device.Climate{Temperature: at(-18.2), Humidity: at(45), CO2: at(820)}, Lux: at(5700)}
	for _, row := range []struct {
		size   image.Point
		sensed device.Sensed
		want   string
	}{
		{image.Pt(64, 32), all, "16 -18.2°:12 45%:16 820 ppm:7 5700 lx:7"},
		{image.Pt(64, 32), air, "24 -18.2°:10 45%:12"},
		{image.Pt(64, 64), all, "-18.2°:20 24 45%:20 820 ppm:10 5700 lx:10"},
		{image.Pt(128, 64), all, "32 -18.2°:32 45%:32 820 ppm:20 5700 lx:20"},
		{image.Pt(128, 64), air, "48 -18.2°:24 45%:24"},
	} {
		size, want := row.size, row.want
		r := apptest.Started[*Room](t, App, apptest.SizedEnv(t, size), "")
		r.Sense(row.sensed)
		s := r.Step(apptest.Noon).Views["a"].Root.(*render.Sequence)
		var got []string
		var before render.Widget
		side := 0
		for at := time.Duration(0); at < s.Period(); at += 100 * time.Millisecond {
			w, _ := s.Showing(at)
			page, ok := w.(*typeset.Page)
			if w == before || !ok {
				continue
			}
			before = w
			for _, i := range page.Items {
				if i.Role == typeset.Picture && i.Body.Dx() != side {
					side = i.Body.Dx()
					got = append(got, fmt.Sprint(side))
				}
				if i.Text != "" {
					got = append(got, fmt.Sprint(i.Text, ":", i.Rows))
				}
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%v: %s, want %s", size, s, want)
		}
	}
}
