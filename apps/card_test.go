package apps

import (
	"image"
	"testing"

	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

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
