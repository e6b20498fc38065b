// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"log/slog"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// rows returns a painter with the fallback fonts of so many rows.
func rows(t *testing.T, n int) *Painter {
	t.Helper()
	p := testPainter(t, image.Pt(64, n))
	set := must.Get(fonts.Open(fonts.Options{Rows: n}))(t)
	p.Fonts = set
	return p
}

// TestJoinedIsWhole: a line that scrolls has the size of text on its panel, or the
// smallest that is larger in which no character is a box.
func TestJoinedIsWhole(t *testing.T) {
	for text, want := range map[string]int{"word": 10, "日本": 12} {
		p := rows(t, 16)
		layers := laidOut(p, image.Rect(0, 0, 64, 16), []fonts.Span{{Text: strings.Repeat(text, 40), Color: white}})
		if got := layers[0].Widget.Size().Y; len(layers) != 1 || got != want || len(p.Fonts.Unknown()) > 0 {
			t.Errorf("%s: %d lines of %d rows, want one of %d", text, len(layers), got, want)
		}
	}
}

// TestGoalThatJustFits: its label is as large as fits, to the pixel.
func TestGoalThatJustFits(t *testing.T) {
	p := rows(t, 16)
	g := &note.Goal{Current: 50, End: 100, Unit: "%"}
	width := p.Fonts.Digits(10).Width(label(g))
	for less, want := range []int{10, 7} {
		stack := typeset.Page{}
		p.goal(&stack, image.Rect(1, 0, 1+width-less, 14), &note.Frame{Goal: g}, white) // beside the margin, above the bar
		if got := stack.Layers[0].Widget.Size().Y; got != want {
			t.Errorf("%d pixels too narrow: letters of %d rows, want %d", less, got, want)
		}
	}
}

// TestLineThatJustFits: to the pixel; a line that is longer scrolls, between
// pixels only where the panel has levels.
func TestLineThatJustFits(t *testing.T) {
	p := rows(t, 8)
	spans := []fonts.Span{{Text: "fits", Color: white}}
	width := p.Fonts.Normal.Line(spans).Image.Bounds().Dx()
	of := func(width int) render.Widget {
		s := setting{Painter: p, frame: &note.Frame{}, room: image.Rect(0, 0, width, 8)}
		s.line(p.Fonts.Normal, spans, false, 0)
		return s.layers[0].Widget
	}
	if _, still := of(width).(*render.Still); !still {
		t.Error("a line as wide as the room does not stand still")
	}
	for _, row := range []struct{ smooth, monochrome, want bool }{
		{true, false, true}, {true, true, false}, {false, false, false}, {false, true, false},
	} {
		p.Look.Smooth, p.Monochrome = row.smooth, row.monochrome
		m, ok := of(width - 1).(*render.Marquee)
		if !ok || m.Smooth != row.want {
			t.Errorf("%+v: scrolls %v, %+v", row, ok, m)
		}
	}
}

// laidOut is the layers of a text of a frame that says nothing else.
func laidOut(p *Painter, room image.Rectangle, spans []fonts.Span) []render.Layer {
	s := setting{Painter: p, frame: &note.Frame{}, room: room}
	s.layout(spans)
	return s.layers
}

// TestGoalFace: the value of a goal is as large as its room lets it be.
func TestGoalFace(t *testing.T) {
	p := rows(t, 32)
	for _, row := range []struct {
		name, value string
		room        image.Point
		want        int // rows of a capital
	}{
		{"seven rows above a bar have room for small letters only", "7", image.Pt(29, 7), 5},
		{"a number has the size of what a page is about", "7", image.Pt(38, 28), 16},
		{"less where that is too wide", "100%", image.Pt(38, 28), 14},
		{"so has one with a letter", "21.55C", image.Pt(38, 28), 10},
		{"small ones where those are too wide", "10021.55C", image.Pt(38, 28), 5},
		{"too wide for all: it scrolls as text does", "1234567890 km", image.Pt(38, 28), 10},
	} {
		s := setting{Painter: p, room: image.Rectangle{Max: row.room}}
		if s.sized(row.value); s.face.Cap() != row.want {
			t.Errorf("%s: %q has %d rows, want %d", row.name, row.value, s.face.Cap(), row.want)
		}
	}
}

// TestNoCharacterAlone: a text in characters fills its lines about evenly; words are broken as they come.
func TestNoCharacterAlone(t *testing.T) {
	p := rows(t, 64)
	for text, want := range map[string]string{
		"收音机：请在网页上选择电台":      "收音机：|请在网页|上选择|电台",
		"one two three four": "one two|three|four",
	} {
		s := setting{Painter: p, frame: &note.Frame{}, room: image.Rect(0, 0, 78, 64)}
		s.layout([]fonts.Span{{Text: text, Color: white}})
		var lines []string
		for _, i := range s.items {
			lines = append(lines, i.Text)
		}
		if got := strings.Join(lines, "|"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestFigureBesideAnIcon: a figure that has no room in the size of text takes some from the icon; on the way to
// scrolling it gets no larger.
func TestFigureBesideAnIcon(t *testing.T) {
	icon := must.Get(icons.Parse("home-energy"))(t)
	for _, row := range []struct {
		text       string
		size       image.Point
		side, rows int // of the icon, of a capital
		scrolls    bool
	}{
		{"7 mm", image.Pt(64, 32), 24, 12, false},
		{"21.5°", image.Pt(64, 32), 24, 12, false},
		{"1234.5 kWh", image.Pt(64, 32), 8, 7, false},
		{"1013.25 hPa", image.Pt(64, 32), 8, 7, false},
		{"3200.456 W", image.Pt(64, 32), 8, 7, false},
		{"€ 64,231.50", image.Pt(64, 32), 8, 7, false},
		{"12345678901.25 kWh", image.Pt(64, 32), 24, 10, true},
		{"Donaudampfschifffahrt", image.Pt(64, 32), 24, 10, true},
		{"1234.5 kWh", image.Pt(96, 64), 8, 12, false},
		{"1013.25 hPa", image.Pt(128, 64), 16, 16, false},
		{"12345678901234.25 kWh", image.Pt(128, 64), 48, 16, true},
	} {
		set := must.Get(fonts.Open(fonts.Options{Rows: row.size.Y}))(t)
		store := icons.New(icons.Config{Size: 8 * IconScale(row.size.X, row.size.Y)}, slog.New(slog.DiscardHandler))
		p := &Painter{Size: row.size, Fonts: set, Icons: store}
		w, _ := p.Frame(&note.Frame{Icon: icon, Text: []note.Fragment{{Text: row.text}}})
		all := w.(*typeset.Page).Items
		if got := all[1]; all[0].Body.Dx() != row.side || got.Rows != row.rows || got.Scrolls != row.scrolls {
			t.Errorf("%q on %v: an icon of %d, %d rows, scrolls %v; want %d, %d, %v",
				row.text, row.size, all[0].Body.Dx(), got.Rows, got.Scrolls, row.side, row.rows, row.scrolls)
		}
	}
}

// TestEmojiMeltIntoNothing: lines with emoji, which are higher than capitals, have a dark row between them.
func TestEmojiMeltIntoNothing(t *testing.T) {
	for _, size := range []image.Point{{64, 32}, {64, 64}, {128, 64}} {
		for _, text := range []string{"🎂 Happy birthday 🎉", "🎉 Party 🎂 heute", "🎂🎉 🎂 🎉🎂"} {
			set := must.Get(fonts.Open(fonts.Options{Rows: size.Y}))(t)
			w, _ := (&Painter{Size: size, Fonts: set}).Frame(&note.Frame{Text: []note.Fragment{{Text: text}}})
			all := w.(*typeset.Page).Items
			for i := range all[1:] {
				if all[i].Ink.Max.Y > all[i+1].Ink.Min.Y {
					t.Errorf("%v: %q lies over %q", size, all[i+1].Text, all[i].Text)
				}
			}
		}
	}
}
