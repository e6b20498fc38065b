// SPDX-License-Identifier: Apache-2.0

package face

import (
	"flag"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
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
)

var update = flag.Bool("update", false, "draw the golden pictures of the faces: look at each that has changed")

// shapes are the faces that TestShapes draws.
var shapes = []string{"analog", "flip", "binary", "letters", "ring", "gradient", "outline", "event", "curve"}

// TestShapes compares each of these faces with its golden picture: on five panels, at four
// times of a day, a row a panel.
func TestShapes(t *testing.T) {
	for _, name := range shapes {
		now, path := shapesOf(t, name), filepath.Join("testdata", name+".png")
		if *update {
			f, err := os.Create(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := png.Encode(f, now); err != nil {
				t.Fatal(err)
			}
			f.Close()
		}
		kept, differ := pixtest.Read(t, path), 0
		if kept.Rect != now.Rect {
			t.Errorf("%s is %v, want %v: draw it again with -update, and look at it", path, kept.Rect, now.Rect)
			continue
		}
		for i := range now.Pix {
			if d := int(now.Pix[i]) - int(kept.Pix[i]); d < -2 || d > 2 { // strokes differ a little between processors
				differ++
			}
		}
		if differ > 0 {
			t.Errorf("%d values of %s differ: draw it again with -update, and look at it", differ, path)
		}
	}
}

// readingAt is what faces show in the tests, at a time of a day in May.
func readingAt(at time.Duration) *Reading {
	local := posed.Truncate(24 * time.Hour).Add(at)
	return &Reading{
		Local: local, Other: local, Known: true, Ink: kit.InkOf(kit.PlainLook, ""), Words: kit.LanguageOf(""),
		Weather: kit.WeatherNow{Icon: "weather-partly", Text: "21°"}, Day: kit.Day{From: local.Truncate(time.Hour), Hours: posedDay},
		Event: kit.Event{Title: "Anna's birthday", Start: local.Add(25 * time.Minute)},
	}
}

// shapesOf draws a face on all panels.
func shapesOf(t *testing.T, name string) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, 4*129, 64+64+32+16+8+5))
	draw.Draw(m, m.Rect, image.NewUniform(color.RGBA{70, 70, 80, 255}), image.Point{}, draw.Src)
	y := 0
	for _, size := range []image.Point{{128, 64}, {64, 64}, {64, 32}, {16, 16}, {37, 8}} {
		f := New(apptest.SizedEnv(t, size), Options{Name: name})
		for i, at := range []time.Duration{9*time.Hour + 59*time.Minute, 10 * time.Hour, 20*time.Hour + 8*time.Minute, 71 * time.Minute} {
			w := f.Picture(readingAt(at))
			if size.Y == 32 && i == 0 {
				rendertest.Check(t, w)
			}
			p := image.NewRGBA(image.Rectangle{Max: size})
			render.Clear(p)
			w.Draw(p, image.Point{}, 42*time.Second)
			draw.Draw(m, p.Rect.Add(image.Pt(i*(size.X+1), y)), p, image.Point{}, draw.Src)
		}
		y += size.Y + 1
	}
	return m
}

// TestBinary: the columns of 23:26 hold 2, 3, 2 and 6.
func TestBinary(t *testing.T) {
	f := newBinaryFace(image.Pt(16, 16))
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
		for _, l := range kit.Languages {
			f := newLetterFace(apptest.SizedEnv(t, size).Fonts, size, Options{Language: l.Code})
			if f == nil {
				t.Errorf("%v: no wall of letters in %s", size, l.Code)
				continue
			}
			for minute := 0; minute < 24*60; minute += 5 {
				m := readingAt(time.Duration(minute) * time.Minute)
				m.Words = kit.LanguageOf(l.Code)
				var want, got []string
				for _, w := range sentence(m) {
					want = append(want, strings.ReplaceAll(w.text, "|", ""))
				}
				got = strings.Fields(litText(f.cells(m), f.grid.X, kit.Shade(m.Ink, 6)))
				if strings.Join(got, " ") != strings.Join(want, " ") {
					t.Fatalf("%v %s: %q, want %q", size, l.Code, got, want)
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
		if got := m.until(); got != row.want {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
	}
}

// TestFlapsEnd: after its fall a card shows what it shows for the rest of the minute, and
// at first what it showed before.
func TestFlapsEnd(t *testing.T) {
	size := image.Pt(64, 32)
	f := &Face{newFlipFace(apptest.SizedEnv(t, size).Fonts, size)}
	draws := func(m *Reading, at time.Duration) string {
		p := image.NewRGBA(image.Rectangle{Max: size})
		f.Picture(m).Draw(p, image.Point{}, at)
		return pixtest.String(p)
	}
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
	size := image.Pt(64, 32)
	f := New(apptest.SizedEnv(t, size), Options{Name: "event"})
	seen := readingAt(10 * time.Hour).Local
	draws := func(at, into time.Duration) string {
		m := readingAt(at)
		m.Seen = seen
		m.Event = kit.Event{Title: "Donaudampfschifffahrtsgesellschaft", Start: posed.AddDate(0, 0, 3)}
		p := image.NewRGBA(image.Rectangle{Max: size})
		f.Picture(m).Draw(p, image.Point{}, into)
		return pixtest.String(p.SubImage(image.Rect(0, 20, 64, 32)))
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

// TestMinutesStay: at ten o'clock of a clock of 12 hours only the hour gets a digit; what
// stands at the right of it stays where it is.
func TestMinutesStay(t *testing.T) {
	for _, size := range apptest.Sizes {
		set := apptest.SizedEnv(t, size).Fonts
		for _, o := range []Options{{}, {Seconds: true}} {
			f := newClockFace(set, size, o)
			if f.how == inTurn {
				continue
			}
			draws := func(hour time.Duration) page {
				m := readingAt(hour * time.Hour)
				m.Hours = 12
				return f.pages(m)[0]
			}
			nine, ten := draws(9), draws(10)
			last := func(p page) image.Rectangle { return p.items[len(p.items)-1].Body }
			if nine.items[0].Body.Max.X != ten.items[0].Body.Max.X || last(nine).Max != last(ten).Max {
				t.Errorf("%v %+v: %v, %v at nine, %v, %v at ten", size, o, nine.items[0].Body, last(nine), ten.items[0].Body, last(ten))
			}
		}
	}
}
