// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"image/color"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
)

// TestPlaces: where the icon stands and what is left beside it.
func TestPlaces(t *testing.T) {
	text := says("x")[0]
	withIcon := func(f note.Frame) *note.Frame { f.Icon = iconRef("1"); return &f }
	for _, row := range []struct {
		why   string
		size  image.Point
		f     *note.Frame
		at    image.Point
		room  image.Rectangle
		shown bool
	}{
		{"no icon: all the room", image.Pt(37, 8), &text, image.Pt(14, 0), image.Rect(0, 0, 37, 8), false},
		{"at the left edge", image.Pt(37, 8), withIcon(text), image.Pt(0, 0), image.Rect(9, 0, 37, 8), true},
		{"in the middle of a taller one", image.Pt(64, 32), withIcon(text), image.Pt(1, 4), image.Rect(27, 0, 64, 32), true},
		{"above the rest on a tall one as wide as high", image.Pt(64, 64), withIcon(text), image.Pt(20, 1),
			image.Rect(0, 29, 64, 64), true},
		{"alone: also there beside nothing", image.Pt(37, 8), withIcon(note.Frame{}), image.Pt(0, 0),
			image.Rect(9, 0, 37, 8), true},
		{"just room for its like beside it", image.Pt(17, 8), withIcon(text), image.Pt(0, 0), image.Rect(9, 0, 17, 8), true},
		{"a column less: not beside, and no row below", image.Pt(16, 8), withIcon(text), image.Pt(4, 0),
			image.Rect(0, 0, 16, 8), false},
		{"alone on a narrow one: in its middle", image.Pt(16, 8), withIcon(note.Frame{}), image.Pt(4, 0),
			image.Rect(0, 0, 16, 8), true},
		{"above the rest, where as many rows are below", image.Pt(16, 16), withIcon(text), image.Pt(4, 0),
			image.Rect(0, 8, 16, 16), true},
		{"a row less", image.Pt(16, 15), withIcon(text), image.Pt(4, 3), image.Rect(0, 0, 16, 15), false},
		{"as wide as the icon", image.Pt(8, 16), withIcon(text), image.Pt(0, 0), image.Rect(0, 8, 8, 16), true},
		{"a goal is not alone", image.Pt(16, 8), withIcon(note.Frame{Goal: &note.Goal{End: 1}}), image.Pt(4, 0),
			image.Rect(0, 0, 16, 8), false},
		{"nor is a chart", image.Pt(16, 8), withIcon(note.Frame{Chart: []float64{1}}), image.Pt(4, 0),
			image.Rect(0, 0, 16, 8), false},
	} {
		p := testPainter(t, row.size)
		at, room, shown := p.places(row.f, p.iconSize())
		if at != row.at || room != row.room || shown != row.shown {
			t.Errorf("%s: at %v, room %v, shown %v; want %v, %v, %v", row.why, at, room, shown, row.at, row.room, row.shown)
		}
	}
}

func TestIconScale(t *testing.T) {
	for _, row := range []struct{ width, height, want int }{
		{37, 8, 1}, {64, 32, 3}, {64, 16, 2}, {64, 64, 3}, {43, 16, 2}, {42, 16, 1}, {8, 7, 1}, {128, 64, 6}, {64, 23, 2},
		{64, 24, 3},
	} {
		if got := IconScale(row.width, row.height); got != row.want {
			t.Errorf("%d×%d: %d, want %d", row.width, row.height, got, row.want)
		}
	}
}

func TestGoalWords(t *testing.T) {
	for _, row := range []struct {
		g    note.Goal
		text string
		part float64
	}{
		{note.Goal{End: 100, Current: 72, Unit: "%"}, "72%", 0.72},
		{note.Goal{End: 10, Current: 7, Unit: "km"}, "7 km", 0.7},
		{note.Goal{End: 10, Current: -7}, "-7", 0},
		{note.Goal{End: 43, Current: 21.5, Unit: "°"}, "21.5°", 0.5},
		{note.Goal{End: 0.1, Current: 0.1 + 0.2, Unit: "°"}, "0.3°", 1},
		{note.Goal{End: 1, Current: -2.345, Unit: "°"}, "-2.35°", 0},
		{note.Goal{End: 2e9, Current: 1e9, Unit: "°"}, "1000000000°", 0.5},
		{note.Goal{End: 1, Current: -0.001, Unit: "°"}, "0°", 0},
		{note.Goal{Start: 10, End: 20, Current: 25}, "25", 1},
		{note.Goal{Start: 10, End: 20, Current: 15}, "15", 0.5},
		{note.Goal{Start: 3, End: 3, Current: 3}, "3", 1},
		{note.Goal{Start: 3, End: 3, Current: 0}, "0", 1},
		{note.Goal{End: 9007199254740992, Current: 9007199254740991, Unit: "B"}, "9007199254740991B",
			9007199254740991.0 / 9007199254740992},
		{note.Goal{Start: 90, End: 70, Current: 85, Unit: "é"}, "85é", 0.25}, // falling
	} {
		if got := label(&row.g); got != row.text {
			t.Errorf("%+v is %q, want %q", row.g, got, row.text)
		}
		if got := row.g.Reached(); got != row.part {
			t.Errorf("%+v: %v done, want %v", row.g, got, row.part)
		}
	}
}

// TestStands: how long each kind of frame stands, and that its own time wins.
func TestStands(t *testing.T) {
	wide := strings.Repeat("wide ", 20)
	p := testPainter(t, image.Pt(37, 8))
	scrolls := func(text string) time.Duration {
		w := p.Fonts.Normal.Width(text)
		return (&render.Marquee{Image: image.NewRGBA(image.Rect(0, 0, w, 8)), Width: 37, Gap: 8}).Period()
	}
	for _, row := range []struct {
		why  string
		f    note.Frame
		want time.Duration
	}{
		{"text that fits", says("Hi")[0], 3 * time.Second},
		{"an icon", note.Frame{Icon: iconRef("1")}, 3 * time.Second},
		{"text that scrolls, once", says(wide)[0], scrolls(wide)},
		{"a chart", note.Frame{Chart: []float64{1}}, 5 * time.Second},
		{"a goal", note.Frame{Goal: &note.Goal{End: 1}}, 5 * time.Second},
		{"its own time", note.Frame{Chart: []float64{1}, Duration: 9 * time.Second}, 9 * time.Second},
	} {
		n := note.Notification{Cycles: 1, Frames: []note.Frame{row.f}}
		if got := p.Picture(&n).Period(); got != row.want {
			t.Errorf("%s stands for %v, want %v", row.why, got, row.want)
		}
	}
}

// TestReading: a text that fits stands for as long as it takes to read.
func TestReading(t *testing.T) {
	for _, row := range []struct {
		why, text string
		want      time.Duration
	}{
		{"30 letters", strings.Repeat("abcd ", 6), 3 * time.Second},
		{"one more", strings.Repeat("abcd ", 6) + "e", 4 * time.Second},
		{"14 more", strings.Repeat("abcd ", 6) + "abcd abcd abcd", 4 * time.Second},
		{"15 more", strings.Repeat("abcd ", 6) + "abcd abcd abcde", 5 * time.Second},
		{"a message of 85 letters", strings.Repeat("abcd ", 17), 7 * time.Second},
		{"156 letters, all that get time", strings.Repeat("abc ", 39), 12 * time.Second},
		{"141 letters", strings.Repeat("abc ", 35) + "a", 11 * time.Second},
		{"a page full", strings.Repeat("ab ", 60), 12 * time.Second},
		{"ten characters count as 30 letters", strings.Repeat("日", 10), 3 * time.Second},
		{"the eleventh", strings.Repeat("日", 11), 4 * time.Second},
		{"Japanese", strings.Repeat("か", 5) + strings.Repeat("カ", 6), 4 * time.Second},
		{"Korean", strings.Repeat("한", 11), 4 * time.Second},
		{"an accent is part of its letter", strings.Repeat("e\u0301e\u0301 ", 10), 3 * time.Second},
		{"a joiner shows nothing", strings.Repeat("a\u2060a\u2060 ", 10), 3 * time.Second},
	} {
		n := note.Notification{Cycles: 1, Frames: says(row.text)}
		p := testPainter(t, image.Pt(256, 128))
		if got := p.Picture(&n).Period(); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}

// TestSpans: a fragment's colour, else the frame's, else the look's; what is empty
// is none.
func TestSpans(t *testing.T) {
	p := testPainter(t, image.Pt(37, 8))
	p.Look.TextColor = note.Color{R: 1, Set: true}
	f := note.Frame{Text: []note.Fragment{{Text: "a"}, {Text: ""}, {Text: "b", Color: note.Color{G: 2, Set: true}}}}
	for _, row := range []struct {
		why   string
		frame note.Color
		first color.RGBA
	}{
		{"the look's", note.Color{}, color.RGBA{1, 0, 0, 255}},
		{"the frame's", note.Color{B: 3, Set: true}, color.RGBA{0, 0, 3, 255}},
	} {
		f.Color = row.frame
		got, _ := p.styled(&f)
		if len(got) != 2 || got[0] != (fonts.Span{Text: "a", Color: row.first}) ||
			got[1].Color != (color.RGBA{0, 2, 0, 255}) {
			t.Errorf("%s: %+v", row.why, got)
		}
	}
	p.Look = Look{}
	if got := p.ink(note.Color{}); got != white {
		t.Errorf("with no look text is %v, want white", got)
	}
}

func TestLookText(t *testing.T) {
	for i, word := range []string{"none", "fade", "slide"} {
		var v Transition
		if err := v.UnmarshalText([]byte(word)); err != nil || v != Transition(i) || v.String() != word {
			t.Errorf("%s became %v (%v)", word, v, err)
		}
		want := render.Transition{Style: []render.Style{render.Cut, render.Fade, render.Slide}[i],
			For: 300 * time.Millisecond}
		if got := v.Render(); got != want {
			t.Errorf("%s is drawn as %+v, want %+v", word, got, want)
		}
	}
	set := Look{TextColor: note.Color{B: 9, Set: true}, ScrollSpeed: 7}
	if got := set.WithDefaults(); !reflect.DeepEqual(got, set) {
		t.Errorf("what was set became %+v", got)
	}
	if got, want := (Look{}).WithDefaults(),
		(Look{TextColor: note.Color{R: 255, G: 255, B: 255, Set: true}, ScrollSpeed: 20}); !reflect.DeepEqual(got, want) {
		t.Errorf("defaults are %+v, want %+v", got, want)
	}
}

// TestBadge: the lead-in's "i" grows bright within its second, and stays.
func TestBadge(t *testing.T) {
	for _, row := range []struct {
		at   time.Duration
		disc color.RGBA
	}{
		{0, color.RGBA{0, 26, 85, 255}}, {79 * time.Millisecond, color.RGBA{0, 26, 85, 255}},
		{80 * time.Millisecond, color.RGBA{0, 40, 127, 255}}, {160 * time.Millisecond, color.RGBA{0, 80, 255, 255}},
		{999 * time.Millisecond, color.RGBA{0, 80, 255, 255}},
	} {
		m, _ := drawn(t, 37, 8, note.Notification{Frames: says("x"), Cycles: 1, IconType: note.IconTypeInfo}, row.at)
		if got := m.RGBAAt(14+2, 0); got != row.disc {
			t.Errorf("at %v the disc is %v, want %v", row.at, got, row.disc)
		}
	}
	m, _ := drawn(t, 37, 8, note.Notification{Frames: says("x"), Cycles: 1, IconType: note.IconTypeInfo},
		900*time.Millisecond)
	pixtest.EqualLit(t, m.SubImage(image.Rect(14, 0, 22, 8)), `
		..####..
		.######.
		########
		########
		########
		########
		.######.
		..####..`)
	pixtest.Equal(t, m.SubImage(image.Rect(12, 1, 14, 2)), "..")
	large, _ := drawn(t, 64, 32, note.Notification{Frames: says("x"), Cycles: 1, IconType: note.IconTypeInfo},
		900*time.Millisecond)
	if b := lit(large); b != image.Rect(20, 4, 44, 28) {
		t.Errorf("on 64×32 the badge fills %v", b)
	}
	large, _ = drawn(t, 64, 64, note.Notification{Frames: says("x"), Cycles: 1, IconType: note.IconTypeInfo},
		900*time.Millisecond)
	if b := lit(large); b != image.Rect(8, 8, 56, 56) {
		t.Errorf("on 64×64 the badge fills %v", b)
	}
}

// TestAlertBlinks twice in its second: the sign dark on a red panel, then red in the middle of a dark one.
func TestAlertBlinks(t *testing.T) {
	n := note.Notification{Frames: says("x"), Cycles: 1, IconType: note.IconTypeAlert}
	sign, whole := image.Rect(16, 0, 21, 7), image.Rect(0, 0, 37, 8)
	for at := time.Duration(0); at < time.Second; at += 25 * time.Millisecond {
		m, _ := drawn(t, 37, 8, n, at)
		want := sign
		if at%(500*time.Millisecond) < 250*time.Millisecond {
			want = whole
		}
		if b, of := lit(m), m.RGBAAt(sign.Min.X, 0) != (color.RGBA{A: 255}); b != want || of == (want == whole) {
			t.Errorf("at %v %v is lit, the sign is red: %v", at, b, of)
		}
	}
}

// lit is the smallest rectangle around what is not black.
func lit(m *image.RGBA) (b image.Rectangle) {
	return area(m.Rect, func(x, y int) bool {
		c := m.RGBAAt(x, y)
		return c.R|c.G|c.B != 0
	})
}

// area is the smallest rectangle around the pixels within r for which has is true.
func area(r image.Rectangle, has func(x, y int) bool) (b image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if has(x, y) {
				b = b.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return b
}

// TestMovingIcon: all its frames, with their times, as often as it says.
func TestMovingIcon(t *testing.T) {
	pixel := func(c color.RGBA) *image.RGBA {
		m := image.NewRGBA(image.Rect(0, 0, 1, 1))
		m.SetRGBA(0, 0, c)
		return m
	}
	red, green := color.RGBA{255, 0, 0, 255}, color.RGBA{0, 255, 0, 255}
	w := Icon(&icons.Icon{Loops: 1, Frames: []icons.Frame{
		{Image: pixel(red), Delay: time.Second}, {Image: pixel(green), Delay: 2 * time.Second},
	}})
	for _, row := range []struct {
		at   time.Duration
		want color.RGBA
	}{{0, red}, {time.Second, green}, {3 * time.Second, green}} {
		if got := seen(w, row.at).RGBAAt(0, 0); got != row.want {
			t.Errorf("at %v it is %v, want %v", row.at, got, row.want)
		}
	}
	if w.Period() != 3*time.Second {
		t.Errorf("a pass takes %v, want 3 s", w.Period())
	}
}
