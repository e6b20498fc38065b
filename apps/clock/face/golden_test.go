// SPDX-License-Identifier: Apache-2.0

package face

import (
	"flag"
	"image"
	"image/color"
	"image/draw"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
	"github.com/ledpost/ledpost/render/window"
	"github.com/ledpost/ledpost/words"
)

var update = flag.Bool("update", false, "draw the golden pictures of the faces: look at each that has changed")

// TestShapes compares each face with its golden picture: a row a panel, at four times of a day
// and with what else may be wanted of it.
func TestShapes(t *testing.T) {
	for _, name := range append(names(), ringing) {
		pixtest.Golden(t, filepath.Join("testdata", name+".png"), shapesOf(t, name), *update)
	}
}

// names returns the names of all faces.
func names() []string {
	all, _ := Choices()
	return all
}

// readingAt is what faces show in the tests, at a time of a day in May.
func readingAt(at time.Duration) *Reading {
	local := posed.Truncate(24 * time.Hour).Add(at)
	return &Reading{
		Local: local, Other: local, Known: true, Ink: kit.InkOf(kit.PlainLook, ""), Words: kit.LanguageOf(""),
		Weather: posedWeather,
		Day:     kit.Day{From: local.Truncate(time.Hour), Hours: posedDay},
		Event:   kit.Event{Title: "Anna's birthday", Start: local.Add(25 * time.Minute)},
	}
}

// ringing is the name of the picture of the face while an alarm rings.
const ringing = "alarm"

// shapePanels are the panels of the golden pictures.
var shapePanels = []image.Point{{128, 64}, {64, 64}, {64, 32}, {64, 16}, {32, 16}, {16, 16}, {37, 8}, {32, 8}, {8, 8}}

// A shape is a picture of a face: when, how long after the minute began, and with what else.
type shape struct {
	at, into time.Duration
	options  Options
	change   func(*Reading)
}

// wantedShapes are the columns of the golden pictures.
func wantedShapes() []shape {
	plain := func(*Reading) {}
	return []shape{
		{9*time.Hour + 59*time.Minute, 42 * time.Second, Options{}, plain},
		{10 * time.Hour, 42 * time.Second, Options{}, plain},
		{20*time.Hour + 8*time.Minute, 42 * time.Second, Options{}, plain},
		{71 * time.Minute, 42 * time.Second, Options{}, plain},
		{21*time.Hour + 43*time.Minute, 7500 * time.Millisecond,
			Options{Seconds: true, Week: true, Icon: "weather-sun", Zones: [2]string{"Europe/Berlin", "Asia/Tokyo"}},
			func(m *Reading) {
				m.Hours, m.Sunday, m.Other, m.Birthday = 12, true, m.Local.Add(7*time.Hour), "Anna's birthday"
			}},
		{16*time.Hour + 27*time.Minute, 170 * time.Millisecond, Options{OwnInk: true, Language: "de"}, func(m *Reading) {
			m.Ink, m.Accent, m.Words = color.RGBA{0, 200, 255, 255}, color.RGBA{255, 90, 0, 255}, kit.LanguageOf("de")
			m.Weather, m.Event = kit.WeatherNow{Icon: "weather-snow", Text: "-12°",
				Air: window.Air{Cover: 1, Snow: 1, Lies: true}},
				kit.Event{Title: "Zug", Start: m.Local.AddDate(0, 0, 2), AllDay: true}
			m.Sky = Sky{Upper: color.RGBA{40, 60, 160, 255}, Lower: color.RGBA{255, 120, 40, 255}, Share: 0.5}
		}},
		{2 * time.Hour, 20 * time.Second, Options{Seconds: true}, func(m *Reading) {
			m.Weather, m.Day, m.Event, m.Ink = kit.WeatherNow{}, kit.Day{}, kit.Event{}, kit.PaleInk
		}},
		{0, 0, Options{Week: true}, func(m *Reading) { m.Known = false }},
	}
}

// shapesOf draws a face on all panels.
func shapesOf(t *testing.T, name string) *image.RGBA {
	columns, wide, high := wantedShapes(), 0, 0
	for _, size := range shapePanels {
		wide, high = max(wide, len(columns)*(size.X+1)), high+size.Y+1
	}
	m := image.NewRGBA(image.Rect(0, 0, wide, high))
	draw.Draw(m, m.Rect, image.NewUniform(color.RGBA{70, 70, 80, 255}), image.Point{}, draw.Src)
	y := 0
	for _, size := range shapePanels {
		env := apptest.SizedEnv(t, size)
		for i, s := range columns {
			s.options.Name = name
			reading := readingAt(s.at)
			reading.Panel = env
			s.change(reading)
			f := New(env, s.options)
			if name == ringing {
				f = NewRing(env)
			}
			w := f.Picture(reading)
			if size.Y == 32 && i == 0 {
				rendertest.Check(t, w)
			}
			p := drawn(w, s.into)
			draw.Draw(m, p.Rect.Add(image.Pt(i*(size.X+1), y)), p, image.Point{}, draw.Src)
		}
		y += size.Y + 1
	}
	return m
}

// TestBinary: the columns of 23:26 hold 2, 3, 2 and 6.
func TestBinary(t *testing.T) {
	f := newBinaryFace(kit.Env{Size: image.Pt(16, 16)}, Options{})
	m := f.pages(readingAt(23*time.Hour + 26*time.Minute))[0].RGBA
	for column, want := range []int{2, 3, 2, 6} {
		got := 0
		for bit := range 4 {
			c := m.RGBAAt(column*4+1, 14-4*bit)
			if max(c.R, c.G, c.B) > 100 {
				got |= 1 << bit
			}
		}
		if got != want {
			t.Errorf("column %d says %d, want %d\n%s", column, got, want, pixtest.String(m))
		}
	}
}

// TestLettersSayTheTime: at every time of the day what is lit are the words, in order.
func TestLettersSayTheTime(t *testing.T) {
	for _, size := range []image.Point{{64, 32}, {64, 64}, {128, 64}} {
		for _, code := range words.Codes {
			f := newLetterFace(apptest.SizedEnv(t, size), Options{Language: code})
			if f == nil {
				t.Errorf("%v: no wall of letters in %s", size, code)
				continue
			}
			for minute := 0; minute < 24*60; minute += 5 {
				m := readingAt(time.Duration(minute) * time.Minute)
				m.Words = lettered(kit.LanguageOf(code))
				var want, got []string
				for _, w := range sentence(m) {
					want = append(want, w.text)
				}
				m.Words = kit.LanguageOf(code)
				for _, cell := range f.cells(m) {
					if !f.face.Draws(cell.Text) {
						t.Fatalf("%v %s: the wall has a box for %q", size, code, cell.Text)
					}
				}
				got = strings.Fields(litText(f.cells(m), f.grid.X, kit.Shade(m.Ink, 6)))
				if strings.Join(got, " ") != strings.Join(want, " ") {
					t.Fatalf("%v %s: %q, want %q", size, code, got, want)
				}
			}
		}
	}
}

// TestUntil: how the next event is told.
func TestUntil(t *testing.T) {
	day := func(days int, e kit.Event) kit.Event { e.Start = e.Start.AddDate(0, 0, days); return e }
	ten := kit.Event{Start: posed.Truncate(24 * time.Hour).Add(10 * time.Hour)}
	for _, row := range []struct {
		why  string
		at   time.Duration // of the day
		e    kit.Event
		want string
	}{
		{"later today", 8 * time.Hour, ten, "10:00"},
		{"within the hour", 9*time.Hour + 35*time.Minute, ten, "25 min"},
		{"it begins now", 10 * time.Hour, ten, "10:00"},
		{"it has begun", 10*time.Hour + 20*time.Minute, ten, "10:00"},
		{"tomorrow", 11 * time.Hour, day(1, ten), "THU 10:00"},
		{"all of today", 8 * time.Hour, kit.Event{Start: posed.Truncate(24 * time.Hour), AllDay: true}, "WED"},
		{"all of Friday", 8 * time.Hour, day(2, kit.Event{Start: posed.Truncate(24 * time.Hour), AllDay: true}), "FRI"},
	} {
		m := readingAt(row.at)
		m.Event = row.e
		if _, got := m.until(m.Words); got != row.want {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
	}
}

// TestFlapsEnd: after its fall a card shows what it shows for the rest of the minute, and
// at first what it showed before.
func TestFlapsEnd(t *testing.T) {
	f := New(apptest.SizedEnv(t, image.Pt(64, 32)), Options{Name: "flip"})
	draws := func(m *Reading, at time.Duration) string { return pixtest.String(drawn(f.Picture(m), at)) }
	before, after := readingAt(9*time.Hour+59*time.Minute), readingAt(10*time.Hour)
	if draws(after, 0) != draws(before, 30*time.Second) {
		t.Error("the minute does not begin with the cards of the one before")
	}
	if draws(after, flapTime) == draws(before, 30*time.Second) || draws(after, flapTime) != draws(after, 30*time.Second) {
		t.Error("the cards do not come to rest")
	}
	if draws(after, flapTime/3) == draws(after, 0) || draws(after, flapTime*4/5) == draws(after, flapTime) {
		t.Error("the cards do not fall")
	}
}

// TestScrollGoesOn: what scrolls below the time goes on when the minute changes.
func TestScrollGoesOn(t *testing.T) {
	f := New(apptest.SizedEnv(t, image.Pt(64, 32)), Options{Name: "event"})
	seen := readingAt(10 * time.Hour).Local
	draws := func(at, into time.Duration) string {
		m := readingAt(at)
		m.Seen = seen
		m.Event = kit.Event{Title: "Donaudampfschifffahrtsgesellschaft", Start: posed.AddDate(0, 0, 3)}
		return pixtest.String(drawn(f.Picture(m), into).SubImage(image.Rect(0, 20, 64, 32)))
	}
	if draws(10*time.Hour, time.Minute) != draws(10*time.Hour+time.Minute, 0) {
		t.Error("it begins again with the minute")
	}
	if draws(10*time.Hour, 5*time.Second) == draws(10*time.Hour, 7*time.Second) {
		t.Error("it stands still")
	}
	if seen = seen.Add(20 * time.Second); draws(10*time.Hour, 5*time.Second) != draws(10*time.Hour, 19*time.Second) {
		t.Error("it begins before it is seen")
	}
}

// drawn returns what w shows so long after the minute began.
func drawn(w render.Widget, into time.Duration) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: w.Size()})
	render.Clear(m)
	w.Draw(m, image.Point{}, into)
	return m
}

// litText returns the letters that are not dim, with spaces for the others.
func litText(cells []fonts.Span, columns int, dim color.RGBA) string {
	var b strings.Builder
	for i, c := range cells {
		if i%columns == 0 || c.Color == dim {
			b.WriteByte(' ')
		}
		if c.Color != dim {
			b.WriteString(c.Text)
		}
	}
	return b.String()
}
