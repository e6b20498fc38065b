// SPDX-License-Identifier: Apache-2.0

package effects_test

import (
	"bytes"
	"image"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/effects"
	"github.com/ledpost/ledpost/render/rendertest"
)

var sizes = []image.Point{{37, 8}, {16, 16}, {32, 8}, {64, 32}, {8, 8}}

// all runs f for every effect with its widgets, one of each size; in a short run with the first.
func all(t *testing.T, sizes []image.Point, f func(t *testing.T, name string, widgets []render.Widget)) {
	if testing.Short() {
		sizes = sizes[:1]
	}
	for kind, list := range map[string]struct {
		names []string
		make  func(string, image.Point) (render.Widget, bool)
	}{
		"background": {effects.Backgrounds(), effects.NewBackground},
		"overlay":    {effects.Overlays(), effects.NewOverlay},
		"film": {[]string{"greeting"}, func(_ string, size image.Point) (render.Widget, bool) {
			return effects.NewGreeting(size, false), true
		}},
	} {
		for _, name := range list.names {
			t.Run(kind+" "+name, func(t *testing.T) {
				var widgets []render.Widget
				for _, size := range sizes {
					w, ok := list.make(name, size)
					if !ok || w.Size() != size {
						t.Fatalf("%v, %v", w, ok)
					}
					widgets = append(widgets, w)
				}
				f(t, name, widgets)
			})
		}
	}
}

// each runs f for every effect at every size.
func each(t *testing.T, sizes []image.Point, f func(t *testing.T, w render.Widget)) {
	all(t, sizes, func(t *testing.T, _ string, widgets []render.Widget) {
		for _, w := range widgets {
			t.Run(w.Size().String(), func(t *testing.T) { f(t, w) })
		}
	})
}

// TestEffectsAreWidgets also finds what allocates.
func TestEffectsAreWidgets(t *testing.T) {
	each(t, append([]image.Point{{9, 8}, {1, 1}, {0, 0}, {300, 9}}, sizes...), rendertest.Check)
}

// TestSame asks every effect 200 times for the picture of one instant, between
// others.
func TestSame(t *testing.T) {
	each(t, sizes[:1], func(t *testing.T, w render.Widget) {
		const at = 12345 * time.Millisecond
		want, got := image.NewRGBA(image.Rectangle{Max: w.Size()}), image.NewRGBA(image.Rectangle{Max: w.Size()})
		w.Draw(want, image.Point{}, at)
		for i := range 200 {
			w.Draw(got, image.Point{}, time.Duration(i)*317*time.Millisecond)
			clear(got.Pix)
			w.Draw(got, image.Point{}, at)
			if !bytes.Equal(got.Pix, want.Pix) {
				t.Fatalf("the %d. time it draws another picture", i)
			}
		}
	})
}

// TestLoops: a pass later the picture is the same, and it does move.
func TestLoops(t *testing.T) {
	each(t, sizes, func(t *testing.T, w render.Widget) {
		m := [3]*image.RGBA{}
		for i, at := range []time.Duration{0, w.Period(), w.Period() * 5 / 13} {
			m[i] = image.NewRGBA(image.Rectangle{Max: w.Size()})
			w.Draw(m[i], image.Point{}, at+4*time.Second)
		}
		if !bytes.Equal(m[0].Pix, m[1].Pix) {
			t.Error("a pass later it draws another picture")
		}
		if bytes.Equal(m[0].Pix, m[2].Pix) {
			t.Error("it stands still")
		}
	})
}

// TestPaced: at half the pace everything takes twice as long, and it is a widget like
// any other.
func TestPaced(t *testing.T) {
	w, _ := effects.NewBackground("plasma", sizes[0])
	at := func(w render.Widget, t time.Duration) *image.RGBA {
		m := image.NewRGBA(image.Rectangle{Max: w.Size()})
		w.Draw(m, image.Point{}, t)
		return m
	}
	for _, factor := range []float64{0.1, 0.5, 3, 10} {
		p := effects.Paced(w, factor)
		rendertest.Check(t, p)
		if got, want := p.Period().Seconds(), w.Period().Seconds()/factor; math.Abs(got-want) > 1e-6 {
			t.Errorf("at %v a pass takes %v s, want %v s", factor, got, want)
		}
		if !bytes.Equal(at(p, time.Second).Pix, at(w, time.Duration(factor*float64(time.Second))).Pix) {
			t.Errorf("at %v it draws another picture", factor)
		}
	}
	still := &render.Still{Image: image.NewRGBA(image.Rect(0, 0, 1, 1))}
	if next := render.Next(effects.Paced(still, 0.5), time.Hour); next != render.Forever {
		t.Errorf("what stands still changes at %v", next)
	}
}

func TestUnknownNames(t *testing.T) {
	for _, name := range []string{"", "Plasma", "lava lamp"} {
		if w, ok := effects.NewBackground(name, image.Pt(37, 8)); ok || w != nil {
			t.Errorf("background %q: %v", name, w)
		}
		if w, ok := effects.NewOverlay(name, image.Pt(37, 8)); ok || w != nil {
			t.Errorf("overlay %q: %v", name, w)
		}
	}
}

// TestRhythm: a loop draws them 30 or 60 times a second, and no oftener.
func TestRhythm(t *testing.T) {
	each(t, sizes[:1], func(t *testing.T, w render.Widget) {
		n := 0
		for at := time.Duration(0); at < 2*time.Second; at = render.Next(w, at) {
			n++
		}
		if n != 60 && n != 120 {
			t.Errorf("%d frames in 2 s", n)
		}
	})
}

// TestBehind: darker by the same share everywhere, at the same times, and only
// where the effect is.
func TestBehind(t *testing.T) {
	w, _ := effects.NewBackground("plasma", image.Pt(16, 8))
	dark := effects.Behind(w)
	rendertest.Check(t, dark)
	if dark.Period() != w.Period() || render.Next(dark, time.Second) != render.Next(w, time.Second) {
		t.Error("it has times of its own")
	}
	a, b := image.NewRGBA(image.Rect(0, 0, 16, 8)), image.NewRGBA(image.Rect(0, 0, 16, 8))
	w.Draw(a, image.Point{}, time.Second)
	dark.Draw(b, image.Point{}, time.Second)
	for i := range a.Pix {
		if i%4 == 3 {
			if b.Pix[i] != 255 {
				t.Fatal("it is not opaque")
			}
		} else if b.Pix[i] > a.Pix[i]/2 {
			t.Fatalf("value %d of %d is too bright for text in front of it", b.Pix[i], a.Pix[i])
		}
	}
}

// TestDocumented: docs/effects.md has every effect.
func TestDocumented(t *testing.T) {
	page := must.Get(os.ReadFile("../../docs/effects.md"))(t)
	for _, name := range slices.Concat(effects.Backgrounds(), effects.Overlays()) {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("docs/effects.md does not name `%s`", name)
		}
	}
}

// TestGreeting: two eyes that are a widget like any other on every panel, dark at first, and white and black alone on
// LEDs that are only on or off.
func TestGreeting(t *testing.T) {
	for _, size := range append([]image.Point{{1, 1}, {128, 64}}, sizes...) {
		for _, onOff := range []bool{false, true} {
			w := effects.NewGreeting(size, onOff)
			rendertest.Check(t, w)
			m := image.NewRGBA(image.Rectangle{Max: size})
			lit := 0
			for at := time.Duration(0); at < effects.GreetingLasts; at += time.Second / 30 {
				w.Draw(m, image.Point{}, at)
				for i, v := range m.Pix {
					switch {
					case i%4 == 3 || v == 0:
					case at == 0:
						t.Fatalf("%v: it begins with light", size)
					case onOff && v < 128:
						t.Fatalf("%v: a value of %d where LEDs are only on or off", size, v)
					default:
						lit++
					}
				}
			}
			if lit == 0 && size.X > 1 {
				t.Errorf("%v: nothing is seen", size)
			}
		}
	}
}
