package apps

import (
	"image"
	"log/slog"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

// appSizes are the panels on which every app is looked at.
var appSizes = []image.Point{{37, 8}, {16, 16}, {32, 8}, {64, 32}, {8, 8}}

// sizedEnv is what apps are made with on a panel of that size, with the built-in
// icons.
func sizedEnv(t testing.TB, size image.Point) Env {
	t.Helper()
	set, err := fonts.Open(fonts.Options{Rows: size.Y})
	if err != nil {
		t.Fatal(err)
	}
	store := icons.New(icons.Config{Size: 8 * paint.IconScale(size.X, size.Y)}, slog.New(slog.DiscardHandler))
	return Env{
		Size: size, Fonts: set, Icons: store, Clock: device.NewWallClock(time.Time{}, time.Time{}), Zone: time.UTC, Shared: new(Shared),
	}
}

// litAt is the picture of root at a time, as lit pixels.
func litAt(t testing.TB, root render.Widget, size image.Point, at time.Duration) string {
	t.Helper()
	m := image.NewRGBA(image.Rectangle{Max: size})
	render.Clear(m)
	root.Draw(m, image.Point{}, at)
	return pixtest.Lit(m)
}

// drawAll draws one pass of root on a panel with a margin: what would be cut off
// would be seen there. Something has to be seen in each pass.
func drawAll(t testing.TB, name string, root render.Widget, size image.Point) {
	t.Helper()
	if root == nil || root.Size() != size {
		t.Fatalf("%s on %v: %v", name, size, root)
	}
	const margin = 3
	panel, lit := image.Rectangle{Max: size}.Add(image.Pt(margin, margin)), false
	for at := time.Duration(0); at <= root.Period(); at += 500 * time.Millisecond {
		m := image.NewRGBA(image.Rectangle{Max: size.Add(image.Pt(2*margin, 2*margin))})
		render.Clear(m)
		root.Draw(m, panel.Min, at)
		for i := 0; i < len(m.Pix); i += 4 {
			if m.Pix[i]|m.Pix[i+1]|m.Pix[i+2] == 0 {
				continue
			}
			lit = true
			if p := image.Pt(i/4%m.Rect.Dx(), i/4/m.Rect.Dx()); !p.In(panel) {
				t.Fatalf("%s on %v at %v: %v is lit, beyond the panel", name, size, at, p.Sub(panel.Min))
			}
		}
	}
	if !lit {
		t.Errorf("%s on %v shows nothing", name, size)
	}
}

// TestCards: what stands where, at each size; nothing that stands still is cut.
func TestCards(t *testing.T) {
	for _, row := range []struct {
		size  image.Point
		lines []string
		pages int
	}{
		{image.Pt(37, 8), []string{"Su", "15°"}, 1},
		{image.Pt(37, 8), []string{"Su", "15°", "-11°"}, 2},
		{image.Pt(32, 8), []string{"Su", "15°"}, 1},
		{image.Pt(16, 16), []string{"Su", "15°"}, 1},
		{image.Pt(8, 8), []string{"Su", "15"}, 3},
		{image.Pt(64, 32), []string{"Su", "15°", "-11°"}, 1},
		{image.Pt(64, 16), []string{"Su", "15°", "-11°"}, 1},
		{image.Pt(8, 8), []string{"a text that scrolls"}, 2},
		{image.Pt(16, 16), []string{"a text that scrolls"}, 1},
		{image.Pt(64, 32), []string{"a text that scrolls, and scrolls", "x"}, 1},
		{image.Pt(64, 16), []string{"a text that scrolls, and scrolls", "x"}, 2},
	} {
		env := sizedEnv(t, row.size)
		s := newSheet(env, plainLook)
		c := card{icon: s.icon("weather-sun"), big: len(row.lines) - 1}
		for _, words := range row.lines {
			c.lines = append(c.lines, text(words, plainLook.TextColor.Opaque()))
		}
		steps := s.steps(c)
		if len(steps) != row.pages {
			t.Errorf("%v %q: %d pages, want %d", row.size, row.lines, len(steps), row.pages)
		}
		for i, step := range steps {
			for _, l := range step.Widget.(*render.Stack).Layers {
				if at := (image.Rectangle{l.At, l.At.Add(l.Widget.Size())}); !at.In(image.Rectangle{Max: row.size}) {
					t.Errorf("%v %q: page %d has a layer at %v", row.size, row.lines, i+1, at)
				}
			}
			rendertest.Check(t, step.Widget)
		}
	}
}

// TestHeadIsApart: a number beside an icon with a number, as a day of the month, has a
// dark column between them where there is room for one.
func TestHeadIsApart(t *testing.T) {
	s := newSheet(sizedEnv(t, image.Pt(16, 16)), plainLook)
	ink := plainLook.TextColor.Opaque()
	for _, words := range []string{"14", "00", "W"} {
		steps := s.steps(card{icon: &render.Still{Image: s.leaf(14)}, lines: [][]fonts.Span{text(words, ink), text("30", ink)}, big: 1})
		m := image.NewRGBA(image.Rect(0, 0, 16, 16))
		steps[0].Widget.Draw(m, image.Point{}, 0)
		for y := range 8 {
			if c := m.RGBAAt(8, y); c.R != 0 {
				t.Errorf("%s: row %d is lit", words, y)
			}
		}
	}
}

// TestCardOf37x8 is the picture of a card.
func TestCardOf37x8(t *testing.T) {
	s := newSheet(sizedEnv(t, image.Pt(37, 8)), plainLook)
	w := pages(s.steps(card{icon: s.icon("weather-cloud"), lines: [][]fonts.Span{text("12°", plainLook.TextColor.Opaque())}}))
	m := image.NewRGBA(image.Rect(0, 0, 37, 8))
	render.Clear(m)
	w.Draw(m, image.Point{}, 0)
	pixtest.EqualLit(t, m, `
		..................#...##...#.........
		...##............##..#..#.#.#........
		..####............#.....#..#.........
		.######...........#....#.............
		########..........#...#..............
		########..........#..#...............
		.######..........###.####............
		.....................................`)
}
