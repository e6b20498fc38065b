// SPDX-License-Identifier: Apache-2.0

// Package striptest has what tests of LED drivers share.
package striptest

import (
	"image"
	"math/rand/v2"
	"slices"
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

// Frame is what a driver sends for a picture, at full brightness.
func Frame[C any](t testing.TB, open func(spi.PortCloser, C) (*strip.Dev, error), cfg C, m image.Image) (sent []byte) {
	t.Helper()
	d := must.Get(open(&bus.Emulated{Take: func(data []byte) { sent = slices.Clone(data) }}, cfg))(t)
	must.Do(t, d.Draw(d.Bounds(), m, image.Point{}))
	return sent
}
