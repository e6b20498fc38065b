// SPDX-License-Identifier: Apache-2.0

package live

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/ledpost/ledpost/render"
)

func one(c color.Color) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, 2, 1))
	m.Set(0, 0, c)
	return m
}

func TestPreviewMessage(t *testing.T) {
	p := NewPreview(2, 1)
	if got, want := p.message(), []byte{2, 0, 1, 0, 0, 0, 0, 0, 0, 0}; !bytes.Equal(got, want) {
		t.Errorf("before the first frame: %v", got)
	}
	p.Draw(p.Bounds(), one(color.RGBA{1, 2, 3, 255}), image.Point{})
	if got, want := p.message(), []byte{2, 0, 1, 0, 1, 2, 3, 0, 0, 0}; !bytes.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := NewPreview(300, 258).message()[:4]; !bytes.Equal(got, []byte{44, 1, 2, 1}) {
		t.Errorf("little endian: %v", got)
	}
}

func TestPreviewDraw(t *testing.T) {
	src := image.NewRGBA(image.Rect(10, 10, 14, 12))
	for i := range src.Pix {
		src.Pix[i] = uint8(i)
	}
	slow := image.NewNRGBA(src.Rect)
	copy(slow.Pix, src.Pix)
	for i := 3; i < len(src.Pix); i += 4 {
		src.Pix[i], slow.Pix[i] = 255, 255
	}
	for _, c := range []struct {
		name string
		r    image.Rectangle
		sp   image.Point
	}{
		{"whole", image.Rect(0, 0, 4, 2), image.Pt(10, 10)},
		{"a part", image.Rect(1, 0, 3, 1), image.Pt(11, 11)},
		{"beyond the panel", image.Rect(2, 1, 9, 9), image.Pt(10, 10)},
		{"before the panel", image.Rect(-1, -1, 2, 1), image.Pt(10, 10)},
		{"beyond the source", image.Rect(0, 0, 4, 2), image.Pt(12, 11)},
		{"nothing in common", image.Rect(7, 7, 9, 9), image.Pt(0, 0)},
	} {
		want := image.NewRGBA(image.Rect(0, 0, 4, 2))
		for _, m := range []image.Image{src, slow} {
			p := NewPreview(4, 2)
			p.Draw(c.r, m, c.sp)
			clear(want.Pix)
			for y := range 2 {
				for x := range 4 {
					from := image.Pt(x, y).Add(c.sp).Sub(c.r.Min)
					if image.Pt(x, y).In(c.r) && from.In(src.Rect) {
						want.Set(x, y, src.At(from.X, from.Y))
					} else {
						want.Set(x, y, color.Black)
					}
				}
			}
			if got := p.picture(1); !bytes.Equal(got.Pix, want.Pix) {
				t.Errorf("%s, %T:\ngot  %v\nwant %v", c.name, m, got.Pix, want.Pix)
			}
		}
	}
}

// The preview is as bright as a dimmed panel.
func TestPreviewBrightness(t *testing.T) {
	for _, level := range []float64{-1, 0, 0.001, 0.02, 0.5, 0.9, 1, 7} {
		p := NewPreview(2, 1)
		p.SetBrightness(level)
		want := one(color.RGBA{1, 128, 255, 255})
		p.Draw(p.Bounds(), want, image.Point{})
		want.Set(1, 0, color.Black)
		render.Dim(want, level)
		if got := p.picture(1); !bytes.Equal(got.Pix, want.Pix) {
			t.Errorf("level %v: got %v, want %v", level, got.Pix, want.Pix)
		}
	}
}

// Frames that are drawn while they are read are whole, and never go back.
func TestPreviewIsNeverTorn(t *testing.T) {
	p := NewPreview(20, 20)
	var wg sync.WaitGroup
	stop := make(chan struct{})
	wg.Go(func() {
		m := image.NewRGBA(p.Bounds())
		for n := 0; ; n++ {
			for i := range m.Pix {
				m.Pix[i] = uint8(n / 100)
			}
			p.Draw(p.Bounds(), m, image.Point{})
			select {
			case <-stop:
				return
			default:
			}
		}
	})
	last := p.Frames()
	for range 2000 {
		rgb := p.message()[headSize:]
		for _, v := range rgb {
			if v != rgb[0] {
				t.Fatal("a torn frame")
			}
		}
		if f := p.Frames(); f < last {
			t.Fatal("frames went back")
		} else {
			last = f
		}
	}
	close(stop)
	wg.Wait()
}

func TestPreviewWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := NewPreview(2, 1)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go p.Run(ctx)
		draw := func(v uint8) {
			p.Draw(p.Bounds(), one(color.RGBA{v, 0, 0, 255}), image.Point{})
			synctest.Wait()
		}
		expect := func(w *watcher, want int, why string) {
			t.Helper()
			got := -1
			select {
			case m := <-w.box:
				got = int(m[headSize])
			default:
			}
			if got != want {
				t.Errorf("%s: got %d, want %d", why, got, want)
			}
		}
		draw(1) // nobody watches
		a := p.watch()
		expect(a, 1, "the first message at once")
		expect(a, -1, "nothing twice")
		draw(1)
		expect(a, -1, "an equal frame")
		draw(2)
		b := p.watch()
		expect(b, 2, "the second watcher's first message")
		expect(a, 2, "the first watcher's")
		draw(3)
		draw(4)
		expect(a, 4, "a slow reader gets the newest")
		p.leave(a)
		draw(5)
		expect(a, -1, "after leaving")
		expect(b, 5, "the other one still")
		p.leave(b)
		if len(p.watchers) != 0 {
			t.Error("watchers are left")
		}
	})
}

// TestPicture: it is not dimmed, and the caller's own.
func TestPicture(t *testing.T) {
	p := NewPreview(2, 1)
	p.SetBrightness(0.1)
	m := image.NewRGBA(p.Bounds())
	m.SetRGBA(1, 0, color.RGBA{255, 128, 0, 255})
	p.Draw(m.Rect, m, image.Point{})
	first := p.Picture()
	if got := first.RGBAAt(1, 0); got != (color.RGBA{255, 128, 0, 255}) {
		t.Errorf("it is %v", got)
	}
	first.SetRGBA(1, 0, color.RGBA{})
	if got := p.Picture().RGBAAt(1, 0); got.R != 255 {
		t.Errorf("after a caller has changed its own it is %v", got)
	}
}

func TestPreviewDrawAllocatesNothing(t *testing.T) {
	p := NewPreview(37, 8)
	p.watch()
	m := image.NewRGBA(p.Bounds())
	if n := testing.AllocsPerRun(100, func() { p.Draw(m.Rect, m, image.Point{}); p.SetBrightness(0.5) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
