// SPDX-License-Identifier: Apache-2.0

// Package paneltest has what tests of panels' drivers share.
package paneltest

import (
	"image"
	"image/color"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/strip"
	"github.com/ledpost/ledpost/internal/must"
	"periph.io/x/conn/v3/spi"
)

// Random is a picture of random colours.
func Random(r image.Rectangle, rng *rand.Rand) *image.RGBA {
	m := image.NewRGBA(r)
	for i := range m.Pix {
		m.Pix[i] = uint8(rng.Uint32())
		if i%4 == 3 {
			m.Pix[i] = 255
		}
	}
	return m
}

// BlackAndWhite is a picture of pixels that are black or white by chance.
func BlackAndWhite(r image.Rectangle, rng *rand.Rand) *image.RGBA {
	m := image.NewRGBA(r)
	for i := range r.Dx() * r.Dy() {
		m.Set(i%r.Dx(), i/r.Dx(), color.Gray{uint8(rng.IntN(2) * 255)})
	}
	return m
}

// Dots is a picture with white pixels.
func Dots(r image.Rectangle, points ...image.Point) *image.RGBA {
	m := image.NewRGBA(r)
	for _, p := range points {
		m.Set(p.X, p.Y, color.White)
	}
	return m
}

// A Drawer is what a driver is to who draws on it.
type Drawer interface {
	Bounds() image.Rectangle
	Draw(r image.Rectangle, src image.Image, sp image.Point) error
}

// Show draws m on the whole of a panel.
func Show(t testing.TB, d Drawer, m image.Image) {
	t.Helper()
	must.Do(t, d.Draw(d.Bounds(), m, image.Point{}))
}

// Refused wants err to begin with the name of a driver and to have a text in it, and the port that the driver was
// given to be closed.
func Refused(t testing.TB, err error, driver, text string, closed bool) {
	t.Helper()
	if err == nil || !strings.HasPrefix(err.Error(), driver+": ") || !strings.Contains(err.Error(), text) {
		t.Errorf("error %v, want one of %s with %q", err, driver, text)
	}
	if !closed {
		t.Errorf("%s: the port stays open", text)
	}
}

// Frame is the frame that a driver of a strip sends for a picture, at full brightness.
func Frame[C any](t testing.TB, open func(spi.PortCloser, C) (*strip.Dev, error), cfg C, m image.Image) (sent []byte) {
	t.Helper()
	d := must.Get(open(&bus.Emulated{Take: func(data []byte) { sent = slices.Clone(data) }}, cfg))(t)
	Show(t, d, m)
	return sent
}
