// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/astro"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

// alive returns a clock with all that its day may show, and what the apps share.
func alive(t *testing.T, size image.Point, living string) (*Clock, *kit.Shared) {
	t.Helper()
	c := clockOn(t, size, `{"living":[`+living+`]}`)
	return c, c.Env.Shared
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
		m.Night = true
		if got := c.clocks[0].surroundings(&m); got.behind != "" {
			t.Errorf("%s, at night: %+v", row.why, got)
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

// TestFireworksOverTheTime: for ten seconds of each half minute they burn over dimmed digits, and nothing of them is
// dimmed; then around the number of the year, which stands white and with a dark rim until the half minute is over. On
// 8 rows the digits stand so, too.
func TestFireworksOverTheTime(t *testing.T) {
	for _, size := range []image.Point{{37, 8}, {64, 32}, {64, 64}} {
		c, _ := alive(t, size, `"new_year"`)
		off, _ := alive(t, size, "")
		began := time.Date(2027, 1, 1, 0, 1, 0, 0, time.UTC)
		digits := drawnAt(off, began, 4*time.Second)
		w := c.Step(began).Views["a"].Root.(*fireworks)
		stands := func(front *image.RGBA, times ...time.Duration) {
			lit := func(x, y int) bool { return image.Pt(x, y).In(front.Rect) && front.RGBAAt(x, y).G > 0 }
			for _, at := range times {
				m := drawnAt(c, began, at)
				for i := range size.X * size.Y {
					x, y := i%size.X, i/size.X
					got, next := m.RGBAAt(x, y), lit(x-1, y) || lit(x+1, y) || lit(x, y-1) || lit(x, y+1)
					if lit(x, y) && got != front.RGBAAt(x, y) || next && !lit(x, y) && max(got.R, got.G, got.B) > 120 {
						t.Errorf("%v after %v: %v at %d,%d", size, at, got, x, y)
					}
				}
			}
		}
		stands(pictured(w.year.(*render.Backed).Front, 0), 11*time.Second, 18*time.Second, 29*time.Second)
		if size.Y < overRows {
			stands(digits, 4*time.Second, 34*time.Second)
			rendertest.Check(t, w)
			continue
		}
		for _, at := range []time.Duration{4 * time.Second, 34 * time.Second} {
			m, sky := drawnAt(c, began, at), pictured(w.sky, at)
			for i, v := range m.Pix {
				if i%4 < 3 && int(v) != min(int(sky.Pix[i])+int(digits.Pix[i])*dimmed>>8, 255) {
					t.Errorf("%v after %v: byte %d is %d", size, at, i, v)
					break
				}
			}
		}
		rendertest.Check(t, w)
	}
}

// drawnAt returns what the first clock shows at now, t later.
func drawnAt(c *Clock, now time.Time, t time.Duration) *image.RGBA {
	return pictured(c.Step(now).Views["a"].Root, t)
}

// pictured returns w at t, on black.
func pictured(w render.Widget, t time.Duration) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: w.Size()})
	render.Clear(m)
	w.Draw(m, image.Point{}, t)
	return m
}

// TestMoonShowsAtNight once a minute, where it is switched on.
func TestMoonShowsAtNight(t *testing.T) {
	south := &kit.Location{Latitude: -34, Longitude: 151}
	for _, row := range []struct {
		why, living, at string
		place           *kit.Location
		shows, south    bool
	}{
		{"at night", `"moon"`, "22:00:45", nil, true, false},
		{"four seconds long", `"moon"`, "22:00:49", nil, false, false},
		{"not before", `"moon"`, "22:00:44", nil, false, false},
		{"by day", `"moon"`, "12:00:45", nil, false, false},
		{"in the south", `"moon"`, "12:00:45", south, true, true},
		{"switched off", `"weather"`, "22:00:45", nil, false, false},
	} {
		c, shared := alive(t, image.Pt(64, 32), row.living)
		shared.Place = row.place
		now, _ := time.Parse(time.DateTime, "2026-11-20 "+row.at)
		c.Step(now)
		a, _ := c.clocks[0].aside(&face.Reading{Local: now, Known: true, Panel: c.Env}, now)
		if a.disc != nil != row.shows {
			t.Errorf("%s: %+v", row.why, a)
			continue
		}
		degrees, _ := astro.Moon(now.Truncate(time.Minute))
		if row.shows && pixtest.String(a.disc(8)) != pixtest.String(kit.Moon(8, degrees, row.south)) {
			t.Errorf("%s: another moon", row.why)
		}
	}
}

// TestMoments are said on their day, each by its own switch, once a minute.
func TestMoments(t *testing.T) {
	berlin, sydney := &kit.Location{Latitude: 52.52, Longitude: 13.4}, &kit.Location{Latitude: -33.87, Longitude: 151.2}
	for _, row := range []struct {
		why, living, at string // in UTC
		place           *kit.Location
		weather         kit.WeatherNow
		birthday        string // title of today's
		head, note      string // "" = nothing
	}{
		{why: "a birthday", living: birthday, at: "2026-11-20 12:00:10", birthday: "Anna's birthday",
			head: "Anna's birthday"},
		{why: "four seconds long", living: birthday, at: "2026-11-20 12:00:15", birthday: "Anna's birthday"},
		{why: "birthdays are switched off", living: snow, at: "2026-11-20 12:00:10", birthday: "Anna's birthday"},
		{why: "nobody's birthday", living: birthday, at: "2026-11-20 12:00:10"},
		{why: "spring, somewhere in the north", living: season, at: "2026-03-20 09:00:20", head: "Spring begins"},
		{why: "the day before", living: season, at: "2026-03-19 09:00:20"},
		{why: "the day after", living: season, at: "2026-03-21 09:00:20"},
		{why: "the same day in the south", living: season, at: "2026-03-20 09:00:20", place: sydney, head: "Autumn begins"},
		{why: "midsummer", living: season, at: "2026-06-21 09:00:20", place: berlin, head: "Summer begins"},
		{why: "autumn", living: season, at: "2026-09-23 09:00:20", head: "Autumn begins"},
		{why: "winter", living: season, at: "2026-12-21 09:00:20", head: "Winter begins"},
		{why: "not switched on", living: snow, at: "2026-12-21 09:00:20"},
		{why: "the first snow", living: snow, at: "2026-11-29 09:00:22",
			weather: kit.WeatherNow{Icon: "weather-snow", FirstSnow: true}, head: "First snow"},
		{why: "snow again", living: snow, at: "2026-11-30 09:00:22", weather: kit.WeatherNow{Icon: "weather-snow"}},
		{why: "a full moon", living: fullMoon, at: "2026-11-24 20:00:42", place: berlin, head: "Full moon"},
		{why: "it is not up by day", living: fullMoon, at: "2026-11-24 12:00:42", place: berlin},
		{why: "two nights later", living: fullMoon, at: "2026-11-26 20:00:42", place: berlin},
		{why: "an eclipse of the sun comes", living: eclipse, at: "2026-08-12 09:00:36", place: berlin,
			head: "18:08", note: "Solar eclipse"},
		{why: "it is there", living: eclipse, at: "2026-08-12 18:00:36", place: berlin, head: "81%"},
		{why: "it is over", living: eclipse, at: "2026-08-12 20:00:36", place: berlin},
		{why: "nobody knows the place", living: eclipse, at: "2026-08-12 18:00:36"},
		{why: "it is not seen there", living: eclipse, at: "2026-08-12 09:00:36", place: sydney},
		{why: "all of the moon", living: eclipse, at: "2025-09-07 18:12:36", place: berlin, head: "100%"},
	} {
		c, shared := alive(t, image.Pt(64, 32), `"`+row.living+`"`)
		shared.Place = row.place
		now, _ := time.Parse(time.DateTime, row.at)
		c.Step(now)
		m := &face.Reading{Local: now, Known: true, Panel: c.Env, Weather: row.weather, Birthday: row.birthday}
		a, _ := c.clocks[0].aside(m, now)
		if a.head != row.head || a.note != row.note {
			t.Errorf("%s: %q, %q, want %q, %q", row.why, a.head, a.note, row.head, row.note)
		}
		m.Local = now.Add(-time.Second)
		if early, _ := c.clocks[0].aside(m, m.Local); early.head != "" {
			t.Errorf("%s: said a second before: %q", row.why, early.head)
		}
	}
}

// TestProgressBelowTheTime: the bar grows column by column while something is on its way, and no longer.
func TestProgressBelowTheTime(t *testing.T) {
	begin := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, row := range []struct {
		why   string
		of    kit.Progress
		after time.Duration
		done  int // columns
		again time.Duration
	}{
		{"half of it stands", kit.Progress{Share: 0.5}, 0, 32, 0},
		{"nothing", kit.Progress{}, 0, 0, 0},
		{"all", kit.Progress{Share: 1}, 0, 0, 0},
		{"a minute begins", kit.Progress{Begin: begin, End: begin.Add(64 * time.Second)}, 0, 0, 0},
		{"a quarter of it", kit.Progress{Begin: begin, End: begin.Add(64 * time.Second)}, 16 * time.Second, 16, time.Second},
		{"between two columns", kit.Progress{Begin: begin, End: begin.Add(64 * time.Second)}, 16500 * time.Millisecond, 16,
			500 * time.Millisecond},
		{"it is over", kit.Progress{Begin: begin, End: begin.Add(64 * time.Second)}, 64 * time.Second, 0, 0},
	} {
		c, shared := alive(t, image.Pt(64, 32), "")
		apptest.Set(t, c, `{"progress":"b"}`)
		shared.Tell("example", map[string]kit.Brief{"b": {Done: row.of}})
		now := begin.Add(row.after)
		out := c.Step(now)
		m, done := pictured(out.Views["a"].Root, 0), 0
		for x := range 64 {
			if m.RGBAAt(x, 31) == amber {
				done++
			}
		}
		if done != row.done {
			t.Errorf("%s: %d columns, want %d", row.why, done, row.done)
		}
		if row.again != 0 && out.Again.Sub(now) != row.again {
			t.Errorf("%s: again after %v, want %v", row.why, out.Again.Sub(now), row.again)
		}
	}
}

// eclipseDays are those of the eclipses of which astro's test has the published times.
var eclipseDays = []struct {
	place     string
	lat, long float64
	day       string
}{
	{"Dallas", 32.777, -96.797, "2024-04-08"},
	{"Nashville", 36.163, -86.782, "2017-08-21"},
	{"London", 51.507, -0.128, "2021-06-10"},
	{"Madrid", 40.417, -3.703, "2026-08-12"},
	{"Berlin", 52.52, 13.405, "2025-09-07"},
	{"New York", 40.713, -74.006, "2025-03-14"},
	{"Lisbon", 38.72, -9.14, "2026-08-28"},
	{"London", 51.507, -0.128, "2023-10-28"},
	{"Berlin, the day after", 52.52, 13.405, "2025-09-08"},
}

// TestPeaks finds by its two steps the moment that a look at every two minutes of the day finds.
func TestPeaks(t *testing.T) {
	for _, row := range eclipseDays {
		day, _ := time.Parse(time.DateOnly, row.day)
		var want peak
		for at := day; at.Before(day.AddDate(0, 0, 1)); at = at.Add(2 * time.Minute) {
			if e := astro.EclipseAt(at, row.lat, row.long); e.Covered() > want.Covered() {
				want = peak{at, e}
			}
		}
		var p peaks
		if got := p.on(day.Add(15*time.Hour), &kit.Location{Latitude: row.lat, Longitude: row.long}); got != want {
			t.Errorf("%s: %v of %v, want %v of %v", row.place, got.at, got.Covered(), want.at, want.Covered())
		}
	}
}
