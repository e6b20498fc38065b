// SPDX-License-Identifier: Apache-2.0

package render_test

import (
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/render"
)

// TestReadBy: a turn ends when what it shows has been read.
func TestReadBy(t *testing.T) {
	text := &render.Marquee{Image: image.NewRGBA(image.Rect(0, 0, 40, 8)), Width: 16, Speed: 10, Gap: 5} // 6 s
	still := &render.Still{Image: text.Image}
	blink := render.NewAnimation([]*image.RGBA{text.Image, text.Image}, []time.Duration{time.Second, time.Second}, 0)
	stack := &render.Stack{Layers: []render.Layer{{Widget: blink}, {Widget: text}}}
	sequence := func(steps ...render.Step) render.Widget {
		return render.NewSequence(render.Step{}, 0, render.Transition{}, steps...)
	}
	page := render.Step{Widget: still, For: 3 * time.Second}
	begin := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for _, row := range []struct {
		why            string
		w              render.Widget
		seconds, until int
	}{
		{"nothing", nil, 5, 5},
		{"still text is read at once", still, 5, 5},
		{"an icon may be left while it moves", blink, 5, 5},
		{"a text is read", text, 5, 6},
		{"exactly", text, 6, 6},
		{"and not left in its second pass", text, 7, 12},
		{"beside an icon", stack, 7, 12},
		{"shifted", render.NewShifted(text, 16, 0), 7, 12},
		{"on one page", sequence(render.Step{Widget: text, For: 6 * time.Second}), 7, 12},
		{"the only page stands still", sequence(page), 7, 7},
		{"pages are all shown", sequence(page, page, page), 5, 9},
		{"and may be left later", sequence(page, page, page), 10, 10},
		{"unless one moves", sequence(page, render.Step{Widget: text, For: 6 * time.Second}), 10, 18},
	} {
		got := render.ReadBy(row.w, begin, begin.Add(time.Duration(row.seconds)*time.Second))
		if !got.Equal(begin.Add(time.Duration(row.until) * time.Second)) {
			t.Errorf("%s: after %v, want %d s", row.why, got.Sub(begin), row.until)
		}
	}
}
