// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// contentExamples has frames of each kind of content by its name in the API. Each frame of a
// kind differs from the first in one field, and has to be drawn differently.
var contentExamples = map[string][]note.Frame{
	"text": {
		{Text: wrote("1")},
		{Text: wrote("7")},
		{Text: []note.Fragment{{Text: "1", Color: note.Color{R: 255, Set: true}}}},
	},
	"goalData": {
		{Goal: &note.Goal{Start: 0, Current: 2, End: 9}},
		{Goal: &note.Goal{Start: 0, Current: 7, End: 9}},
	},
	"chartData": {
		{Chart: []float64{1, 5, 2}},
		{Chart: []float64{5, 1, 2}},
		{Chart: []float64{1, 5, 2}, Line: []float64{5, 1, 5}},
	},
}

// TestEveryKindIsDrawn: each kind of content that there is lights something on every panel,
// and something else for other values. A kind without an example fails too, so that nobody
// forgets to draw one.
func TestEveryKindIsDrawn(t *testing.T) {
	for _, kind := range note.Kinds() {
		examples := contentExamples[kind]
		if len(examples) < 2 {
			t.Errorf("%s has fewer than two examples in contentExamples: add some that are drawn differently", kind)
			continue
		}
		drawnDifferently(t, kind, examples)
	}
	if len(contentExamples) != len(note.Kinds()) {
		t.Errorf("examples of %d kinds, of which there are %d", len(contentExamples), len(note.Kinds()))
	}
}

// shapeExamples has a drawing command of each kind, which lights something within 8×8.
var shapeExamples = map[note.ShapeKind]note.Shape{
	note.ShapePixel:  {X: 2, Y: 2},
	note.ShapeLine:   {X: 1, Y: 1, X1: 6, Y1: 4},
	note.ShapeRect:   {X: 1, Y: 1, Width: 5, Height: 5},
	note.ShapeFill:   {X: 1, Y: 1, Width: 5, Height: 5},
	note.ShapeCircle: {X: 4, Y: 4, Radius: 3},
	note.ShapeDisc:   {X: 4, Y: 4, Radius: 3},
	note.ShapeText:   {X: 1, Y: 1, Text: "A"},
	note.ShapeBitmap: {X: 1, Y: 1, Width: 1, Height: 2, Pixels: note.Pixels{{G: 255, Set: true}, {B: 255, Set: true}}},
}

// TestEveryShapeIsDrawn: the same for drawing commands, no two of which draw alike.
func TestEveryShapeIsDrawn(t *testing.T) {
	var all []note.Frame
	for i, name := range note.ShapeKinds() {
		shape, ok := shapeExamples[note.ShapeKind(i)]
		if !ok {
			t.Errorf("%s has no example in shapeExamples", name)
		}
		shape.Kind = note.ShapeKind(i)
		all = append(all, note.Frame{Draw: []note.Shape{shape}})
	}
	drawnDifferently(t, "a drawing", all)
}

// drawnDifferently checks that each of these frames is seen, and no two look alike.
func drawnDifferently(t *testing.T, kind string, frames []note.Frame) {
	t.Helper()
	for _, size := range []image.Point{{8, 8}, {37, 8}, {16, 16}, {64, 32}, {64, 64}} {
		known := map[string]int{}
		for i := range frames {
			w, _ := testPainter(t, size).Frame(&frames[i])
			m := seen(w, 10*time.Second) // what grows has grown
			art := pixtest.String(m)
			if j, there := known[art]; there {
				t.Errorf("%v: %s: %+v looks like %+v:\n%s", size, kind, frames[i], frames[j], art)
			}
			if known[art] = i; lit(m).Empty() {
				t.Errorf("%v: %s: %+v is dark", size, kind, frames[i])
			}
		}
	}
}
