// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/must"
)

// TestLettersASecond: a sentence takes about as long on a large panel, in larger letters,
// as on a small one; a frame's own speed is in pixels.
func TestLettersASecond(t *testing.T) {
	pass := func(size image.Point, speed float64) time.Duration {
		set := must.Get(fonts.Open(fonts.Options{Rows: size.Y}))(t)
		p := &Painter{Size: size, Fonts: set}
		_, stand := p.Frame(&note.Frame{Text: wrote(strings.Repeat("Plug in a network cable, or hold the action button for three seconds. ", 6)), Speed: speed})
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
