// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

// alive returns a clock with all that its day may show, and what the apps share.
func alive(t *testing.T, size image.Point, living string) (*Clock, *kit.Shared) {
	t.Helper()
	env := apptest.SizedEnv(t, size)
	c := New(env, nil, 0).(*Clock)
	apptest.Set(t, c, `{"living":[`+living+`]}`)
	return c, env.Shared
}

// TestScenes: what lies behind the time and in front of it, each by its own switch.
func TestScenes(t *testing.T) {
	const all = `"new_year","weather","birthday"`
	for _, row := range []struct {
		why, living, at, icon string
		want                  around
	}{
		{"the new year begins", all, "2027-01-01 00:00:00", "", around{behind: "fireworks"}},
		{"its first minutes", all, "2027-01-01 00:04:59", "", around{behind: "fireworks"}},
		{"afterwards", all, "2027-01-01 00:05:00", "", around{}},
		{"before", all, "2026-12-31 23:59:59", "", around{}},
		{"switched off", `"weather"`, "2027-01-01 00:00:00", "", around{}},
		{"it rains", all, "2026-11-20 12:00:00", "weather-rain", around{front: "rain"}},
		{"it snows into the new year", all, "2027-01-01 00:00:00", "weather-snow", around{"fireworks", "snow"}},
		{"a clear sky", all, "2026-11-20 12:00:00", "weather-sun", around{}},
		{"rain, switched off", `"new_year"`, "2026-11-20 12:00:00", "weather-rain", around{}},
	} {
		c, _ := alive(t, image.Pt(64, 32), row.living)
		now, _ := time.Parse(time.DateTime, row.at)
		m := face.Reading{Local: now, Known: true, Weather: kit.WeatherNow{Icon: row.icon}}
		if got := c.clocks[0].surroundings(&m); got != row.want {
			t.Errorf("%s: %+v, want %+v", row.why, got, row.want)
		}
		m.Panel.Monochrome = true
		if got := c.clocks[0].surroundings(&m); got != (around{}) {
			t.Errorf("%s, on LEDs that are on or off: %+v", row.why, got)
		}
	}
}

// TestScenesShow on every panel, and stop with the weather; their frames allocate nothing.
func TestScenesShow(t *testing.T) {
	for _, size := range []image.Point{{37, 8}, {64, 32}, {64, 64}} {
		c, shared := alive(t, size, `"new_year","weather"`)
		plain := drawnAt(c, apptest.Noon, 0)
		shared.Weather = kit.WeatherNow{Icon: "weather-snow", Text: "-1°"}
		later := apptest.Noon.Add(time.Minute)
		v := c.Step(later).Views["a"]
		differ := false
		for t := time.Duration(0); t < 5*time.Second; t += 500 * time.Millisecond {
			differ = differ || pixtest.String(drawnAt(c, later, t)) != pixtest.String(plain)
		}
		if !differ {
			t.Errorf("%v: no snow falls", size)
		}
		m, at := image.NewRGBA(image.Rectangle{Max: size}), time.Duration(0)
		if n := testing.AllocsPerRun(100, func() { v.Root.Draw(m, image.Point{}, at); at += 33 * time.Millisecond }); n > 0 {
			t.Errorf("%v: %v allocations a frame", size, n)
		}
		shared.Weather = kit.WeatherNow{}
		if _, ok := c.Step(later.Add(time.Minute)).Views["a"].Root.(*render.Stack); ok {
			if pixtest.String(drawnAt(c, later.Add(time.Minute), 0)) != pixtest.String(
				drawnAt(c, later.Add(time.Minute), 2*time.Second)) && size.Y > 8 {
				t.Errorf("%v: something falls from a clear sky", size)
			}
		}
	}
}

// TestFireworksShowTheTime for some seconds of each half minute, over the sky.
func TestFireworksShowTheTime(t *testing.T) {
	for _, size := range []image.Point{{37, 8}, {64, 32}, {64, 64}} {
		c, _ := alive(t, size, `"new_year"`)
		off, _ := alive(t, size, "")
		year := time.Date(2027, 1, 1, 0, 1, 0, 0, time.UTC)
		digits := drawnAt(off, year, 4*time.Second)
		for at, want := range map[time.Duration]bool{4 * time.Second: true, 34 * time.Second: true, 12 * time.Second: false,
			50 * time.Second: false} {
			m, all := drawnAt(c, year, at), true
			for i := 0; i < len(digits.Pix); i += 4 {
				all = all && (digits.Pix[i] < 200 || m.Pix[i] >= digits.Pix[i])
			}
			if all != want {
				t.Errorf("%v after %v: the time shows is %v, want %v", size, at, all, want)
			}
		}
		rendertest.Check(t, c.Step(year).Views["a"].Root)
	}
}

// drawnAt returns what the first clock shows at now, t later.
func drawnAt(c *Clock, now time.Time, t time.Duration) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: c.env.Size})
	render.Clear(m)
	c.Step(now).Views["a"].Root.Draw(m, image.Point{}, t)
	return m
}

// TestBirthdayIsTold once a minute, where it is switched on.
func TestBirthdayIsTold(t *testing.T) {
	for _, row := range []struct{ why, living, title, at, want string }{
		{"a birthday", `"birthday"`, "Anna's birthday", "12:00:10", "Anna's birthday"},
		{"four seconds long", `"birthday"`, "Anna's birthday", "12:00:14", ""},
		{"not before", `"birthday"`, "Anna's birthday", "12:00:09", ""},
		{"switched off", `"weather"`, "Anna's birthday", "12:00:10", ""},
		{"no birthday", `"birthday"`, "", "12:00:10", ""},
	} {
		c, shared := alive(t, image.Pt(64, 32), row.living)
		shared.Birthday = row.title
		now, _ := time.Parse(time.DateTime, "2026-11-20 "+row.at)
		c.Step(now)
		d := c.clocks[0]
		a, _ := d.aside(&face.Reading{Local: now, Known: true, Birthday: shared.Birthday}, now)
		if a.head != row.want {
			t.Errorf("%s: %q, want %q", row.why, a.head, row.want)
		}
	}
}

// TestMoonShowsAtNight once a minute, where it is switched on.
func TestMoonShowsAtNight(t *testing.T) {
	berlin, south, pole := &kit.Location{Latitude: 52.5, Longitude: 13.4}, &kit.Location{Latitude: -34, Longitude: 151},
		&kit.Location{Latitude: 78, Longitude: 15}
	for _, row := range []struct {
		why, living, at string
		place           *kit.Location
		shows, south    bool
	}{
		{"at night", `"moon"`, "22:00:45", nil, true, false},
		{"four seconds long", `"moon"`, "22:00:49", nil, false, false},
		{"not before", `"moon"`, "22:00:44", nil, false, false},
		{"early in the morning", `"moon"`, "05:59:45", nil, true, false},
		{"by day", `"moon"`, "12:00:45", nil, false, false},
		{"after an early sunset", `"moon"`, "16:30:45", berlin, true, false},
		{"before it", `"moon"`, "14:30:45", berlin, false, false},
		{"in the south", `"moon"`, "12:00:45", south, true, true},
		{"by day in the south", `"moon"`, "20:00:45", south, false, true},
		{"a night of weeks", `"moon"`, "12:00:45", pole, true, false},
		{"switched off", `"weather"`, "22:00:45", nil, false, false},
	} {
		c, shared := alive(t, image.Pt(64, 32), row.living)
		shared.Place = row.place
		now, _ := time.Parse(time.DateTime, "2026-11-20 "+row.at)
		c.Step(now)
		a, _ := c.clocks[0].aside(&face.Reading{Local: now, Known: true, Panel: c.env}, now)
		if a.moon != nil != row.shows || row.shows && a.moon.south != row.south {
			t.Errorf("%s: %+v", row.why, a)
		}
	}
}
