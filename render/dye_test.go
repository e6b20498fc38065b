// SPDX-License-Identifier: Apache-2.0

package render_test

import (
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

var primaries = []color.RGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}}

// bars is a white picture with a clear column in its middle.
func bars() *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, 5, 1))
	for _, x := range []int{0, 1, 3, 4} {
		m.SetRGBA(x, 0, color.RGBA{255, 255, 255, 255})
	}
	return m
}

// TestDyed: each effect at the instants at which it is another picture.
func TestDyed(t *testing.T) {
	still := &render.Still{Image: bars()}
	for _, row := range []struct {
		why  string
		w    render.Widget
		at   time.Duration
		want string
	}{
		{"a rainbow begins with the first colour", render.NewRainbow(still, primaries, 3, 3*time.Second), 0, "RG.RG"},
		{"and moves by a third of its width in a third of its time", render.NewRainbow(still, primaries, 3, 3*time.Second),
			time.Second, "G?.G?"},
		{"a palette has one colour", render.NewPalette(still, primaries, 3*time.Second), 0, "RR.RR"},
		{"and then the next", render.NewPalette(still, primaries, 3*time.Second), time.Second, "GG.GG"},
		{"and then the last", render.NewPalette(still, primaries, 3*time.Second), 3*time.Second - 1, "BB.BB"},
		{"and the first again", render.NewPalette(still, primaries, 3*time.Second), 3 * time.Second, "RR.RR"},
		{"blinking text, lit", render.NewBlink(still, time.Second), 499 * time.Millisecond, "##.##"},
		{"and not", render.NewBlink(still, time.Second), 500 * time.Millisecond, "....."},
		{"and there", render.NewBlink(still, time.Second), time.Second, "##.##"},
		{"fading text, bright", render.NewFade(still, time.Second), 0, "##.##"},
		{"half", render.NewFade(still, time.Second), 250 * time.Millisecond, "++.++"},
		{"gone", render.NewFade(still, time.Second), 500 * time.Millisecond, "....."},
		{"graded from one colour to another", &render.Still{Image: render.Graded(bars(), primaries[:2])}, 0, "R?.?G"},
		{"graded by three", &render.Still{Image: render.Graded(bars(), primaries)}, 0, "Ry.cB"},
	} {
		m := image.NewRGBA(image.Rect(0, 0, 5, 1))
		render.Clear(m)
		row.w.Draw(m, image.Point{}, row.at)
		t.Run(row.why, func(t *testing.T) { pixtest.Equal(t, m, row.want) })
	}
}

// TestFadeIsClear: over a background a faded text is gone, and no black shape.
func TestFadeIsClear(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 5, 1))
	(&render.Fill{Bounds: m.Rect.Max, Color: color.RGBA{255, 0, 0, 255}}).Draw(m, image.Point{}, 0)
	render.NewFade(&render.Still{Image: bars()}, time.Second).Draw(m, image.Point{}, 500*time.Millisecond)
	pixtest.Equal(t, m, "RRRRR")
}

// TestNextOfDyed: what stands still between two colours is not drawn.
func TestNextOfDyed(t *testing.T) {
	still := &render.Still{Image: bars()}
	for _, row := range []struct {
		why      string
		w        render.Widget
		at, want time.Duration
	}{
		{"a palette", render.NewPalette(still, primaries, 3*time.Second), 1500 * time.Millisecond, 2 * time.Second},
		{"lit", render.NewBlink(still, time.Second), 5100 * time.Millisecond, 5500 * time.Millisecond},
		{"dark", render.NewBlink(still, time.Second), 5600 * time.Millisecond, 6 * time.Second},
		{"a rainbow", render.NewRainbow(still, primaries, 3, time.Second), 5, 6},
	} {
		if got := render.Next(row.w, row.at); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}

// TestDyedAreWidgets: also of a text that scrolls, with an icon that it takes along.
func TestDyedAreWidgets(t *testing.T) {
	m := &render.Marquee{Image: bars(), Width: 3, Gap: 2, Smooth: true}
	for name, w := range map[string]render.Widget{
		"rainbow": render.NewRainbow(m, primaries, 32, 3*time.Second),
		"palette": render.NewPalette(m, primaries, 3*time.Second),
		"blink":   render.NewBlink(m, time.Second), "fade": render.NewFade(m, time.Second),
		"still":   render.NewFade(&render.Still{Image: bars()}, time.Second),
		"carried": render.NewCarried(&render.Still{Image: bars()}, m, false),
		"once":    render.NewCarried(&render.Still{Image: bars()}, m, true), "fill": &render.Fill{Bounds: image.Pt(3, 2)},
	} {
		t.Run(name, func(t *testing.T) { rendertest.Check(t, w) })
	}
}

// TestCarried: an icon goes with the text, and comes back with it or not.
func TestCarried(t *testing.T) {
	m := &render.Marquee{Image: bars(), Width: 5, Speed: 1}
	moved := render.Hold + 2*time.Second
	for _, row := range []struct {
		why  string
		once bool
		at   time.Duration
		want string
	}{
		{"at its place", false, render.Hold, "##.##"},
		{"moved by two", false, moved, ".##.."},
		{"gone", false, render.Hold + 4900*time.Millisecond, "#...."},
		{"back", false, m.Period() + render.Hold, "##.##"},
		{"moved, once", true, moved, ".##.."},
		{"not back", true, m.Period() + render.Hold, "....."},
	} {
		out := image.NewRGBA(image.Rect(0, 0, 5, 1))
		render.NewCarried(&render.Still{Image: bars()}, m, row.once).Draw(out, image.Point{}, row.at)
		t.Run(row.why, func(t *testing.T) { pixtest.Equal(t, out, row.want) })
	}
}

// TestShifted: what is outside of the strip is not seen.
func TestShifted(t *testing.T) {
	for by, want := range map[int]string{-2: ".##..", 0: "##.##", 1: ".##.#", 3: "...##", -9: ".....", 5: "....."} {
		out := image.NewRGBA(image.Rect(0, 0, 9, 1))
		render.NewShifted(&render.Still{Image: bars()}, 5, by).Draw(out, image.Pt(2, 0), 0)
		pixtest.Equal(t, out, ".."+want+"..")
	}
}

// TestPlot: lines, fixed scales and colours by value.
func TestPlot(t *testing.T) {
	ink := func(v float64) color.RGBA {
		switch {
		case v < 0:
			return primaries[2]
		case v > 2:
			return primaries[0]
		}
		return color.RGBA{255, 255, 255, 255}
	}
	green := func(float64) color.RGBA { return primaries[1] }
	for _, row := range []struct {
		why  string
		plot render.Plot
		want string
	}{
		{"a line joins its values by steps", render.Plot{Line: []float64{1, 4, 1, 2}, Ink: ink}, `
			.R..
			.R#.
			.R##
			#.#.`},
		{"downwards too", render.Plot{Line: []float64{4, 1, 1, 1}, Ink: ink}, `
			R...
			.#..
			.#..
			.###`},
		{"a line below 0", render.Plot{Line: []float64{2, -2, 0, 1}, Ink: ink}, `
			#...
			.B##
			.B#.
			.B..`},
		{"over columns, on one scale",
			render.Plot{Columns: []float64{1, 2, 3, 4}, Line: []float64{4, 4, 1, 1}, Ink: ink, LineInk: green}, `
			GG.R
			..GR
			.#GR
			##GG`},
		{"a scale of its own", render.Plot{Columns: []float64{1, 2, 8, -1}, Low: 0, High: 4, Ink: ink}, `
			..R.
			..R.
			.#R.
			##R.`},
		{"one around 0", render.Plot{Columns: []float64{1, 2, -8, -1}, Low: -2, High: 2, Ink: ink}, `
			.#..
			##..
			..BB
			..B.`},
		{"one far from 0", render.Plot{Columns: []float64{20, 21, 22, 24}, Low: 20, High: 24, Ink: ink}, `
			...R
			...R
			..RR
			RRRR`},
		{"one far below 0", render.Plot{Columns: []float64{-20, -21, -22, -24}, Low: -24, High: -20, Ink: ink}, `
			BBBB
			..BB
			...B
			...B`},
	} {
		t.Run(row.why, func(t *testing.T) {
			c := row.plot.Chart(image.Pt(4, 4))
			pixtest.Equal(t, draw(c, image.Pt(4, 4), 0), row.want)
			rendertest.Check(t, c)
		})
	}
}

// TestFewValuesHaveGaps: a quarter of a wide column is dark where another follows.
func TestFewValuesHaveGaps(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 24, 2))
	ink := func(float64) color.RGBA { return color.RGBA{255, 255, 255, 255} }
	for n, want := range map[int]string{
		2: "##########...###########", 3: "#######..######..#######", 6: "###.###.###.###.###.####",
		8: "########################", 30: "########################",
	} {
		render.Clear(m)
		render.Plot{Columns: slices.Repeat([]float64{1}, n), Low: 0, High: 1, Ink: ink}.Chart(m.Rect.Size()).Draw(m,
			image.Point{}, 0)
		if got := strings.TrimSpace(strings.Split(pixtest.Lit(m), "\n")[0]); got != want {
			t.Errorf("%d values: %s, want %s", n, got, want)
		}
	}
}

// TestDyedColours: white becomes the colour to the last bit, and an edge that
// covers half of a pixel becomes half of it, rounded.
func TestDyedColours(t *testing.T) {
	for _, row := range []struct {
		why       string
		cover     uint8
		dye, want color.RGBA
	}{
		{"white", 255, color.RGBA{100, 50, 201, 255}, color.RGBA{100, 50, 201, 255}},
		{"half, rounded up in red and down in green", 128, color.RGBA{101, 100, 255, 255}, color.RGBA{51, 50, 128, 128}},
		{"half, rounded up in green and down in blue", 128, color.RGBA{100, 101, 100, 255}, color.RGBA{50, 51, 50, 128}},
		{"half, rounded up in blue", 128, color.RGBA{0, 0, 101, 255}, color.RGBA{0, 0, 51, 128}},
		{"nothing", 0, color.RGBA{100, 50, 200, 255}, color.RGBA{}},
	} {
		m := image.NewRGBA(image.Rect(0, 0, 1, 1))
		m.SetRGBA(0, 0, color.RGBA{row.cover, row.cover, row.cover, row.cover})
		dyed := render.Graded(m, []color.RGBA{row.dye, row.dye})
		if got := dyed.RGBAAt(0, 0); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}

// TestPeriodOfDyed: what moves keeps its own, and the effect's counts otherwise.
func TestPeriodOfDyed(t *testing.T) {
	still, moving := &render.Still{Image: bars()}, &render.Marquee{Image: bars(), Width: 3, Gap: 2}
	for _, row := range []struct {
		why  string
		w    render.Widget
		want time.Duration
	}{
		{"a rainbow goes round", render.NewRainbow(still, primaries, 3, 7*time.Second), 7 * time.Second},
		{"a palette goes through its colours", render.NewPalette(still, primaries, 3*time.Second), 3 * time.Second},
		{"in equal times for each, to the nanosecond", render.NewPalette(still, primaries, 11), 9},
		{"on and off", render.NewBlink(still, time.Second), time.Second},
		{"bright and back", render.NewFade(still, time.Second), time.Second},
		{"a text that scrolls ends its pass", render.NewPalette(moving, primaries, 3*time.Second), moving.Period()},
	} {
		if got := row.w.Period(); got != row.want {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}

// TestBetween: a mix of two colours, and one of them outside of 0 to 1.
func TestBetween(t *testing.T) {
	from, to := color.RGBA{0, 200, 40, 255}, color.RGBA{100, 100, 40, 255}
	for _, row := range []struct {
		part float64
		want color.RGBA
	}{
		{-1, color.RGBA{0, 200, 40, 255}},
		{0, color.RGBA{0, 200, 40, 255}},
		{0.25, color.RGBA{25, 175, 40, 255}},
		{0.5, color.RGBA{50, 150, 40, 255}},
		{1, color.RGBA{100, 100, 40, 255}},
		{2, color.RGBA{100, 100, 40, 255}},
	} {
		if got := render.Between(from, to, row.part); got != row.want {
			t.Errorf("%v: %v, want %v", row.part, got, row.want)
		}
	}
}

// TestGradedRows: each row is graded alike, also where the picture begins elsewhere.
func TestGradedRows(t *testing.T) {
	m := image.NewRGBA(image.Rect(3, 4, 5, 7))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	pixtest.Equal(t, render.Graded(m, primaries[:2]), "RG\nRG\nRG")
}
