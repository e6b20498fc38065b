// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/color"
	"sync"
	"testing"

	"github.com/ledpost/ledpost/internal/pixtest"
)

func TestHandoff(t *testing.T) {
	h := NewHandoff(image.Rect(0, 0, 4, 2))
	takes := func(why, art string, level float64) {
		t.Helper()
		m, l := h.Take()
		pixtest.Equal(t, m, art)
		if l != level {
			t.Errorf("%s: level %v, want %v", why, l, level)
		}
	}
	signalled := func(why string, want bool) {
		t.Helper()
		got := false
		select {
		case <-h.Fresh():
			got = true
		default:
		}
		if got != want {
			t.Errorf("%s: a signal %v, want %v", why, got, want)
		}
	}
	takes("before the first", "....\n....", 1)
	signalled("before the first", false)
	_ = h.Draw(h.Bounds(), allWhite.Image, image.Point{})
	signalled("after a frame", true)
	takes("a frame", "####\n####", 1)
	takes("the same one again", "####\n####", 1)
	_ = h.SetBrightness(0.5)
	signalled("a brightness is no frame", false)
	takes("and waits for one", "####\n####", 1)
	_ = h.Draw(image.Rect(0, 0, 1, 1), allRed.Image, image.Point{})
	_ = h.Draw(image.Rect(3, 1, 4, 2), allRed.Image, image.Point{})
	signalled("after two frames", true)
	signalled("one signal for both", false)
	takes("pieces are drawn on what was there, also if that was not taken", "R###\n###R", 0.5)
	takes("and it stays", "R###\n###R", 0.5)
}

// TestHandoffIsNeverTorn: frames that are given while others are taken are whole,
// and none is older than the one before.
func TestHandoffIsNeverTorn(t *testing.T) {
	h := NewHandoff(image.Rect(0, 0, 20, 20))
	const frames = 5000
	var all sync.WaitGroup
	all.Go(func() {
		m := image.NewRGBA(h.Bounds())
		for n := range frames {
			Block(m, m.Rect, color.RGBA{uint8(n >> 8), uint8(n), 0, 255})
			_ = h.SetBrightness(float64(n))
			_ = h.Draw(m.Rect, m, image.Point{})
		}
	})
	for last := -1; last < frames-1; {
		m, level := h.Take()
		n := int(m.Pix[0])<<8 | int(m.Pix[1])
		for i := 0; i < len(m.Pix); i += 4 {
			if int(m.Pix[i])<<8|int(m.Pix[i+1]) != n {
				t.Fatal("a torn frame")
			}
		}
		if n < last || last >= 0 && level != float64(n) {
			t.Fatalf("frame %d of level %v after frame %d", n, level, last)
		}
		if m.Pix[0]|m.Pix[1] != 0 {
			last = n
		}
	}
	all.Wait()
}

func TestHandoffAllocatesNothing(t *testing.T) {
	h := NewHandoff(image.Rect(0, 0, 4, 2))
	if n := testing.AllocsPerRun(100, func() {
		_ = h.SetBrightness(0.5)
		_ = h.Draw(h.Bounds(), allWhite.Image, image.Point{})
		h.Take()
	}); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
