package kit_test

import (
	"image"
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
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
		env := apptest.SizedEnv(t, row.size)
		s := kit.NewSheet(env, kit.PlainLook)
		c := kit.Card{Icon: s.Icon("weather-sun"), Big: len(row.lines) - 1}
		for _, words := range row.lines {
			c.Lines = append(c.Lines, kit.Text(words, kit.PlainLook.TextColor.Opaque()))
		}
		steps := s.Steps(c)
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
	s := kit.NewSheet(apptest.SizedEnv(t, image.Pt(16, 16)), kit.PlainLook)
	ink := kit.PlainLook.TextColor.Opaque()
	for _, words := range []string{"14", "00", "W"} {
		steps := s.Steps(kit.Card{Icon: &render.Still{Image: s.Leaf(14)}, Lines: [][]fonts.Span{kit.Text(words, ink), kit.Text("30", ink)}, Big: 1})
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
	s := kit.NewSheet(apptest.SizedEnv(t, image.Pt(37, 8)), kit.PlainLook)
	w := kit.Pages(s.Steps(kit.Card{Icon: s.Icon("weather-cloud"), Lines: [][]fonts.Span{kit.Text("12°", kit.PlainLook.TextColor.Opaque())}}))
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
