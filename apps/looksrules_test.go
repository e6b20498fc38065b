// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"image"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// TestLooksRules has pages on 64×32 for each rule of looks: the first rows break none, and each other breaks its own alone.
func TestLooksRules(t *testing.T) {
	text := func(words string, x, y, right, bottom int) typeset.Item {
		r := image.Rect(x, y, right, bottom)
		return typeset.Item{Role: typeset.Value, Text: words, Rows: r.Dy(), Body: r, Ink: r}
	}
	as := func(role typeset.Role, i typeset.Item) typeset.Item {
		i.Role = role
		return i
	}
	inMotion := func(i typeset.Item) typeset.Item {
		i.Scrolls = true
		return i
	}
	const name = "Anna"
	drawing := func(x, y, right, bottom int) typeset.Item {
		i := as(typeset.Picture, text("", x, y, right, bottom))
		i.Rows = 0
		return i
	}
	for _, row := range []struct {
		why, rule string
		of        looked
		pages     [][]typeset.Item
	}{
		{"a name in the middle", "", looked{}, [][]typeset.Item{{text(name, 20, 12, 44, 19)}}},
		{"a text in motion beside a picture", "", looked{}, [][]typeset.Item{{drawing(1, 4, 25, 28), inMotion(text(name, 26, 12, 63, 19))}}},
		{"a time of three fifths", "", looked{alone: true}, [][]typeset.Item{{as(typeset.Digits, text("12:34", 8, 6, 56, 26))}}},
		{"a time of half of the rows over its seconds", "", looked{alone: true},
			[][]typeset.Item{{as(typeset.Digits, text("12:34", 8, 4, 56, 20)), as(typeset.Note, text("56", 28, 22, 36, 28))}}},
		{"letters from edge to edge", margins, looked{}, [][]typeset.Item{{text(name, 0, 12, 64, 19)}}},
		{"a name at the top", centred, looked{}, [][]typeset.Item{{text(name, 20, 4, 44, 11)}}},
		{"a name at the left", across, looked{}, [][]typeset.Item{{text(name, 2, 12, 26, 19)}}},
		{"a time of ten rows", filled, looked{alone: true}, [][]typeset.Item{{as(typeset.Digits, text("12:34", 20, 11, 44, 21))}}},
		{"a low time over its seconds", filled, looked{alone: true},
			[][]typeset.Item{{as(typeset.Digits, text("12:34", 8, 4, 56, 16)), as(typeset.Note, text("56", 28, 20, 36, 28))}}},
		{"a piece of a word", unbroken, looked{}, [][]typeset.Item{{text("Weih", 20, 12, 44, 19)}}},
		{"a piece of a word of the time", unbroken, looked{words: []string{"Annabel"}}, [][]typeset.Item{{text(name, 20, 12, 44, 19)}}},
		{"digits beyond the panel", uncut, looked{}, [][]typeset.Item{{as(typeset.Digits, text("12", 20, -1, 44, 33))}}},
		{"a name over another", uncut, looked{}, [][]typeset.Item{{text(name, 20, 9, 44, 16), text(name, 20, 15, 44, 22)}}},
		{"a text in motion over digits", uncut, looked{},
			[][]typeset.Item{{as(typeset.Digits, text("12", 20, 6, 44, 26)), inMotion(text(name, 1, 12, 63, 19))}}},
		{"a text in motion up to a picture", apart, looked{}, [][]typeset.Item{{drawing(1, 4, 25, 28), inMotion(text(name, 25, 12, 63, 19))}}},
		{"names of two sizes", samesize, looked{}, [][]typeset.Item{{text(name, 20, 12, 44, 19)}, {text(name, 20, 13, 44, 18)}}},
		{"an empty page", lit, looked{}, [][]typeset.Item{{}}},
		{"a character without a drawing", boxless, looked{boxes: true}, [][]typeset.Item{{text(name, 20, 12, 44, 19)}}},
	} {
		j := newJudge(t)
		for _, items := range row.pages {
			p := &typeset.Page{Stack: render.Stack{Bounds: image.Pt(64, 32)}, Items: items}
			for _, i := range items {
				p.Layers = append(p.Layers, render.Layer{At: i.Ink.Min, Widget: &render.Fill{Bounds: i.Ink.Size(), Color: white}})
			}
			j.page("page", row.why, row.of, p, p.Bounds)
		}
		j.alike()
		if got := strings.Join(slices.Sorted(maps.Keys(j.broken)), ", "); got != row.rule {
			t.Errorf("%s breaks %q, want %q", row.why, got, row.rule)
		}
	}
}
