// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"bytes"
	"image"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// TestBarsAreAtTheEdge: the bars of a goal and of progress are at the lower edge, from side to
// side where the icon has room above them, and nothing else reaches them.
func TestBarsAreAtTheEdge(t *testing.T) {
	for _, size := range []image.Point{{16, 16}, {43, 32}, {64, 32}, {64, 64}, {128, 64}} {
		for name, f := range map[string]note.Frame{
			"goal":     {Icon: iconRef("1"), Goal: &note.Goal{Current: 3, End: 4, Unit: "%"}},
			"progress": {Icon: iconRef("1"), Text: wrote("8"), Progress: &note.Progress{Percent: 75}},
		} {
			w, _ := testPainter(t, size).Frame(&f)
			items := w.(*typeset.Page).Items
			bar := items[len(items)-1]
			if bar.Role != typeset.Bar || bar.Ink.Min.X != 0 || bar.Ink.Max != size {
				t.Errorf("%s on %v: the bar is a %v at %v", name, size, bar.Role, bar.Ink)
			}
			for _, i := range items[:len(items)-1] {
				if i.Body.Max.Y > bar.Ink.Min.Y || i.Body.Min.Y < 0 {
					t.Errorf("%s on %v: a %v is at %v, the bar at %v", name, size, i.Role, i.Body, bar.Ink)
				}
			}
		}
	}
}

// TestIconInAPartOfThePanel: in half of a panel of 64×32 the icon is as large as that half
// allows, though the store has icons for the whole: nothing of it is cut.
func TestIconInAPartOfThePanel(t *testing.T) {
	set := must.Get(fonts.Open(fonts.Options{Rows: 32}))(t)
	store := icons.New(icons.Config{Size: 8 * IconScale(64, 32)}, slog.New(slog.DiscardHandler))
	ref := must.Get(icons.Parse("home-washer"))(t)
	p := &Painter{Size: image.Pt(64, 16), Fonts: set, Icons: store}
	const margin = 8
	m := image.NewRGBA(image.Rect(0, 0, 64, 16+2*margin))
	render.Clear(m)
	w, _ := p.Frame(&note.Frame{Icon: ref, Text: wrote("Done")})
	w.Draw(m, image.Pt(0, margin), 0)
	for i := 0; i < len(m.Pix); i += 4 {
		if y := i / m.Stride; m.Pix[i]|m.Pix[i+1]|m.Pix[i+2] != 0 && (y < margin || y >= margin+16) {
			t.Fatalf("row %d is lit, beyond the part", y-margin)
		}
	}
}

// TestLettersASecond: a sentence takes about as long on a large panel, in larger letters,
// as on a small one; a frame's own speed is in pixels.
func TestLettersASecond(t *testing.T) {
	pass := func(size image.Point, speed float64) time.Duration {
		set := must.Get(fonts.Open(fonts.Options{Rows: size.Y}))(t)
		p := &Painter{Size: size, Fonts: set}
		_, stand := p.Frame(&note.Frame{
			Text:  wrote(strings.Repeat("Plug in a network cable, or hold the action button for three seconds. ", 6)),
			Speed: speed})
		return stand
	}
	small := pass(image.Pt(37, 8), 0)
	for _, size := range []image.Point{{64, 16}, {64, 32}, {128, 16}} {
		if large := pass(size, 0); large < small*7/10 || large > small*14/10 {
			t.Errorf("%v: %v, on 37×8 %v", size, large, small)
		}
		if own := pass(size, 20); own < pass(size, 0)*12/10 {
			t.Errorf("%v: %v with a speed of its own, 20 pixels a second", size, own)
		}
	}
}

// TestProgressOnTheLowestPanels is over the last row, and leaves everything where it is.
func TestProgressOnTheLowestPanels(t *testing.T) {
	for name, frame := range map[string]note.Frame{
		"text": {Text: wrote("gy")}, "a chart": {Chart: []float64{1, 2, 3, 4, 5, 6, 7, 8}},
	} {
		plain, _ := drawn(t, 37, 8, shows(frame), 0)
		frame.Progress = &note.Progress{Percent: 50}
		with, _ := drawn(t, 37, 8, shows(frame), 0)
		if above := 7 * plain.Stride; !bytes.Equal(plain.Pix[:above], with.Pix[:above]) ||
			bytes.Equal(plain.Pix[above:], with.Pix[above:]) {
			t.Errorf("%s has moved, or there is no progress", name)
		}
	}
}
