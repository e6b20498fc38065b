// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

var (
	ours  = Look{Speed: render.DefaultSpeed}
	panel = image.Pt(32, 8)
)

func said(s string) []note.Fragment { return []note.Fragment{{Text: s}} }

// TestFace: every letter has a shape that leaves the last column of its advance free.
func TestFace(t *testing.T) {
	for code := '!'; code <= 0xff; code++ {
		g := face()[code]
		if g == (glyph{}) {
			t.Errorf("%02X has no shape", code)
		}
		for y, row := range g {
			if row>>(advances[code]-1) != 0 {
				t.Errorf("%02X: row %d is %b, its advance %d", code, y, row, advances[code])
			}
		}
	}
	if n := strings.Count(faceText, "\n   ") / 6; n < 16 {
		t.Errorf("%d blocks", n)
	}
}

// TestCoded: what AWTRIX's page has, and what it has not.
func TestCoded(t *testing.T) {
	for _, row := range []struct {
		text, want string
		whole      bool
	}{
		{"aZ9~", "aZ9~", true}, {"äß°", "\xe4\xdf\xb0", true}, {"Яя", "\x9e\x9e", true}, {"Її", "\xef\xef", true},
		{"łó", "\x04\xf3", true}, {"o\u0301", "\xf3", true}, {"€", "\xb6", true}, {"a\n\tb\x7f\u0085", "ab", true},
		{"10–15 °C", "10\x1115 \xb0C", true}, {"10\u00a0−\u202f5", "10 - 5", true}, {"“a”…", `"a"...`, true},
		{"CO₂ 3 m²", "CO2 3 m\xb2", true}, {"a\u200bb\u00adc\ufe0f", "abc", true}, {"20℃", "20\xb0C", true},
		{"¶", "\x12", false}, {"日🙂", "\x12\x12", false}, {"Ωa", "\x12a", false}, {"\xff", "\x12", false},
		{"žč", "zc", false}, {"Ωž", "\x12z", false}, {"Ǖa", "Ua", false},
	} {
		got, whole := coded(row.text)
		if string(got) != row.want || whole != row.whole {
			t.Errorf("%q: %q, %v, want %q, %v", row.text, got, whole, row.want, row.whole)
		}
		if f := (&note.Frame{Text: said(row.text)}); Writes(f) != row.whole {
			t.Errorf("%q: Writes is %v", row.text, !row.whole)
		}
	}
}

// frames are frames that move in all ways.
func frames() map[string]*note.Frame {
	long := said("HELLO WORLD")
	return map[string]*note.Frame{
		"still":   {Form: note.FormAwtrixApp, Text: said("50"), Progress: &note.Progress{Percent: 50}},
		"scrolls": {Form: note.FormAwtrixApp, Text: long},
		"rainbow": {Form: note.FormAwtrixNotice, Text: long, Effect: note.EffectRainbow},
		"fades":   {Form: note.FormAwtrixApp, Text: said("50"), Effect: note.EffectFade, Period: time.Second},
		"blinks":  {Form: note.FormAwtrixApp, Text: said("50"), Effect: note.EffectBlink, Period: 701 * time.Millisecond},
		"fixed":   {Form: note.FormAwtrixApp, Text: long, Fit: note.FitCut},
	}
}

func TestWidgets(t *testing.T) {
	for name, f := range frames() {
		t.Run(name, func(t *testing.T) { rendertest.Check(t, New(f, image.Pt(70, 20), Parts{}, ours)) })
	}
}

// TestNextMissesNothing: between two instants at which the picture may change, it does not.
func TestNextMissesNothing(t *testing.T) {
	for name, f := range frames() {
		w := New(f, panel, Parts{}, ours)
		a, b := image.NewRGBA(image.Rectangle{Max: panel}), image.NewRGBA(image.Rectangle{Max: panel})
		for at := time.Duration(0); at < 8*time.Second; {
			next := w.Next(at)
			w.Draw(a, image.Point{}, at)
			for _, t2 := range []time.Duration{(at + min(next, 8*time.Second)) / 2, min(next, 8*time.Second) - 1} {
				if w.Draw(b, image.Point{}, t2); string(a.Pix) != string(b.Pix) {
					t.Fatalf("%s: another picture at %v than at %v, next is %v", name, t2, at, next)
				}
			}
			at = next
		}
	}
}

func TestDrawAllocatesNothing(t *testing.T) {
	for name, f := range frames() {
		w, m, at := New(f, panel, Parts{}, ours), image.NewRGBA(image.Rectangle{Max: panel}), time.Duration(0)
		if n := testing.AllocsPerRun(200, func() {
			w.Draw(m, image.Point{}, at)
			at = w.Next(at) % time.Hour
		}); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// TestFarValues: a chart of huge values as they are is drawn at once.
func TestFarValues(t *testing.T) {
	f := &note.Frame{Form: note.FormAwtrixApp, Line: []float64{-note.MaxValue, note.MaxValue},
		Chart: []float64{note.MaxValue}, Scale: &note.Scale{High: 8}}
	New(f, panel, Parts{}, ours)
	f.Scale = nil
	New(f, panel, Parts{}, ours)
}

// TestBarsOnNarrowPanels: bars without room for gaps stand side by side.
func TestBarsOnNarrowPanels(t *testing.T) {
	f := &note.Frame{Form: note.FormAwtrixApp, Chart: []float64{8, 8, 8, 8, 8}}
	for columns, want := range map[int]string{5: "#####", 8: "#####...", 9: "#.#.#.#.#"} {
		m := image.NewRGBA(image.Rect(0, 0, columns, 8))
		New(f, m.Rect.Max, Parts{}, Look{Ink: color.RGBA{255, 0, 0, 255}}).Draw(m, image.Point{}, 0)
		if got := strings.Split(pixtest.Lit(m), "\n")[0]; got != want {
			t.Errorf("%d columns: %s, want %s", columns, got, want)
		}
	}
}
