// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"bytes"
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

// TestEffectOfAFragment: the others do not have it.
func TestEffectOfAFragment(t *testing.T) {
	n := shows(note.Frame{Text: []note.Fragment{{Text: "A"}, {Text: "B", Effect: note.EffectBlink}}})
	on, _ := drawn(t, 37, 8, n, 0)
	off, _ := drawn(t, 37, 8, n, blinkPeriod*3/4)
	if a, b := lastLit(on), lastLit(off); b < 0 || b >= a-2 {
		t.Errorf("lit up to column %d, and %d while it is off", a, b)
	}
}

// lastLit returns the last column that is lit, -1 for none.
func lastLit(m *image.RGBA) (last int) {
	last = -1
	for i := 0; i < len(m.Pix); i += 4 {
		if m.Pix[i] > 0 {
			last = max(last, i/4%m.Rect.Dx())
		}
	}
	return last
}

// TestBehindContent: an effect is dimmed next to whatever is to be read, and has its full light elsewhere.
func TestBehindContent(t *testing.T) {
	p, plasma := testPainter(t, image.Pt(64, 32)), note.Background{Name: "plasma"}
	draw := func(f note.Frame) *image.RGBA {
		m := image.NewRGBA(image.Rect(0, 0, 64, 32))
		w, _ := p.Frame(&f)
		w.Draw(m, image.Point{}, 0)
		return m
	}
	bare := draw(note.Frame{Background: plasma})
	for name, f := range map[string]note.Frame{
		"a chart": {Chart: []float64{1, 2}}, "a line": {Line: []float64{1, 2}},
		"a goal": {Goal: &note.Goal{End: 10}}, "text": {Text: wrote("Hi")},
	} {
		ink := draw(f)
		f.Background = plasma
		seen := draw(f)
		dimmed, bright := 0, 0
		for y := range 32 {
			for x := range 64 {
				switch was, is := bare.RGBAAt(x, y), seen.RGBAAt(x, y); {
				case ink.RGBAAt(x, y).A != 0:
				case was == is:
					bright++
				case is.R <= was.R && is.G <= was.G && is.B <= was.B:
					dimmed++
				default:
					t.Fatalf("behind %s %v became %v", name, was, is)
				}
			}
		}
		if dimmed == 0 || bright == 0 {
			t.Errorf("behind %s %d pixels are dimmed, and %d are not", name, dimmed, bright)
		}
	}
}

// TestHowLongTransitionsTake: those in two halves, or pixel by pixel, take longer.
func TestHowLongTransitionsTake(t *testing.T) {
	for tr, want := range map[Transition]time.Duration{
		FadeTransition: 300 * time.Millisecond, SlideTransition: 300 * time.Millisecond,
		Transition(render.SlideRight): 300 * time.Millisecond, Transition(render.SlideRight + 1): 500 * time.Millisecond,
	} {
		if got := tr.Render(); got.For != want || got.Style != render.Style(tr) {
			t.Errorf("%v: %+v, want %v", tr, got, want)
		}
	}
}

// TestRainbowIsAsWideAsItsLetters: on a panel with larger letters so are the hues.
func TestRainbowIsAsWideAsItsLetters(t *testing.T) {
	n := shows(note.Frame{Text: wrote("HHHHHHHH"), Effect: note.EffectRainbow})
	m, _ := drawn(t, 128, 32, n, 0)
	hues := map[[3]uint8]bool{}
	for i := 0; i < len(m.Pix); i += 4 {
		hues[[3]uint8(m.Pix[i:])] = true
	}
	if len(hues) < rainbowSpan {
		t.Errorf("%d hues: they come again too soon", len(hues))
	}
}

// TestLightOfTextEffects: in no half second does an effect change the light of standing text by a quarter, but where that is
// meant.
func TestLightOfTextEffects(t *testing.T) {
	p, dark := testPainter(t, image.Pt(37, 8)), image.NewRGBA(image.Rect(0, 0, 37, 8))
	render.Clear(dark)
	flashing := map[note.Effect]string{
		note.EffectBlink:   "it goes on and off",
		note.EffectFade:    "it comes and goes",
		note.EffectPalette: "blue is darker than yellow, and all letters have one colour",
	}
	for e := note.EffectPlain; e <= note.EffectFade; e++ {
		w, _ := p.Frame(&note.Frame{Text: wrote("Hello"), Effect: e})
		off, at := rendertest.Unsteady(&render.Stack{Bounds: p.Size,
			Layers: []render.Layer{{Widget: &render.Still{Image: dark}}, {Widget: w}}}, 8*time.Second)
		if off > 0.25 != (flashing[e] != "") {
			t.Errorf("%v: its light leaves the mean of half a second by %.0f %% at %v; meant: %q", e, 100*off, at, flashing[e])
		}
	}
}

// TestManyStyles: as many fragments as anybody writes, each in its own colour.
func TestManyStyles(t *testing.T) {
	for _, i := range []int{0, 1, 255, 256, 257, 4095, 65535} {
		if got := numberOf(numbered(i)); got != i {
			t.Errorf("style %d became %d", i, got)
		}
	}
}

// TestPaceOfABackground: at half of its pace it is after two seconds where it is after one.
func TestPaceOfABackground(t *testing.T) {
	p := testPainter(t, image.Pt(37, 8))
	at := func(pace float64, d time.Duration) []byte {
		w, _ := p.Frame(&note.Frame{Background: note.Background{Name: "plasma"}, Pace: pace})
		return seen(w, d).Pix
	}
	usual := at(0, time.Second)
	if !bytes.Equal(at(0.5, 2*time.Second), usual) || bytes.Equal(at(0.5, time.Second), usual) ||
		bytes.Equal(at(0, 2*time.Second), usual) {
		t.Error("its pace is another one")
	}
}
