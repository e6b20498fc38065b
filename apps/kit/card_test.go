// SPDX-License-Identifier: Apache-2.0

package kit_test

import (
	"bytes"
	"image"
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
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
		{image.Pt(16, 16), []string{"Su", "15°"}, 2},
		{image.Pt(8, 8), []string{"Su", "15"}, 3},
		{image.Pt(32, 16), []string{"Su", "15°"}, 1},
		{image.Pt(64, 32), []string{"Su", "15°", "-11°"}, 1},
		{image.Pt(64, 16), []string{"Su", "15°", "-11°"}, 1},
		{image.Pt(64, 64), []string{"Su", "15°", "-11°"}, 1},
		{image.Pt(128, 64), []string{"Su", "15°", "-11°"}, 1},
		{image.Pt(8, 8), []string{"a text that scrolls"}, 2},
		{image.Pt(16, 16), []string{"a text that scrolls"}, 1},
		{image.Pt(64, 32), []string{"a text that scrolls, and scrolls", "x"}, 1},
	} {
		env := apptest.SizedEnv(t, row.size)
		s := kit.NewSheet(env, kit.PlainLook)
		c := typeset.Content{Picture: s.Icon("weather-sun")}
		for i, words := range row.lines {
			c.Lines = append(c.Lines,
				kit.Say([]typeset.Role{typeset.Label, typeset.Head, typeset.Note}[i], kit.PlainLook.TextColor.Opaque(), words))
		}
		steps := s.Steps(c)
		if len(steps) != row.pages {
			t.Errorf("%v %q: %d pages, want %d", row.size, row.lines, len(steps), row.pages)
		}
		for i, step := range steps {
			var layers []render.Layer
			if p, ok := step.Widget.(*typeset.Page); ok {
				layers = p.Layers
			} else {
				layers = step.Widget.(*render.Stack).Layers
			}
			for _, l := range layers {
				if at := (image.Rectangle{l.At, l.At.Add(l.Widget.Size())}); !at.In(image.Rectangle{Max: row.size}) {
					t.Errorf("%v %q: page %d has a layer at %v", row.size, row.lines, i+1, at)
				}
			}
			rendertest.Check(t, step.Widget)
		}
	}
}

// TestCardOf37x8 is the picture of a card.
func TestCardOf37x8(t *testing.T) {
	s := kit.NewSheet(apptest.SizedEnv(t, image.Pt(37, 8)), kit.PlainLook)
	w := kit.Pages(s.Steps(typeset.Content{Picture: s.Icon("weather-cloud"),
		Lines: []typeset.Line{kit.Say(typeset.Head, kit.PlainLook.TextColor.Opaque(), "12°")}}))
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

// TestSentencesStandOnLowPanels: words that fit page by page do not scroll; longer ones do.
func TestSentencesStandOnLowPanels(t *testing.T) {
	s := kit.NewSheet(apptest.SizedEnv(t, image.Pt(37, 8)), kit.PlainLook)
	for words, pages := range map[string]int{
		"Set": 1, "Set a place": 2, "Set a calendar": 1, "a very long text that nobody reads here": 1,
	} {
		if got := len(s.Says("status-pin", words)); got != pages {
			t.Errorf("%q: %d pages, want %d", words, got, pages)
		}
	}
}

// TestDegreesWithoutTheirSign: the sign goes where it would not stand still.
func TestDegreesWithoutTheirSign(t *testing.T) {
	ink := kit.PlainLook.TextColor.Opaque()
	for width, want := range map[int]string{10: "21", 11: "21°"} {
		s := kit.NewSheet(apptest.SizedEnv(t, image.Pt(width, 8)), kit.PlainLook)
		drawn := func(l typeset.Line) []byte {
			m := image.NewRGBA(image.Rect(0, 0, width, 8))
			kit.Pages(s.Steps(typeset.Content{Lines: []typeset.Line{l}})).Draw(m, image.Point{}, 0)
			return m.Pix
		}
		whole := kit.Degrees(typeset.Head, ink, 20.6)
		if !bytes.Equal(drawn(whole), drawn(kit.Say(typeset.Head, ink, want))) {
			t.Errorf("%d columns: not %s", width, want)
		}
	}
}
