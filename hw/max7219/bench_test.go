// SPDX-License-Identifier: Apache-2.0

package max7219

import (
	"image"
	"math/rand/v2"
	"testing"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/panel/paneltest"
	"github.com/ledpost/ledpost/internal/must"
)

func benchmarkDev(b *testing.B, cfg Config) (*Dev, [2]*image.RGBA) {
	d := must.Get(New(&bus.Emulated{}, cfg))(b)
	rng := rand.New(rand.NewPCG(8, 8))
	return d, [2]*image.RGBA{paneltest.BlackAndWhite(d.Bounds(), rng), paneltest.BlackAndWhite(d.Bounds(), rng)}
}

// BenchmarkEncode5 is a picture's cells to the bytes of the bus.
func BenchmarkEncode5(b *testing.B) {
	d, m := benchmarkDev(b, Config{})
	d.lit.cells(m[0], 5, d.cells)
	b.ReportAllocs()
	for b.Loop() {
		d.geo.encode(d.cells, &d.next)
	}
}

// BenchmarkDraw5 is a whole frame: copy, threshold, encode, compare, send.
func BenchmarkDraw5(b *testing.B) {
	d, m := benchmarkDev(b, Config{})
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		i ^= 1
		d.Draw(m[i].Rect, m[i], image.Point{})
	}
}

// BenchmarkThreshold37x8 is a picture to cells.
func BenchmarkThreshold37x8(b *testing.B) {
	d, m := benchmarkDev(b, Config{})
	b.ReportAllocs()
	for b.Loop() {
		d.lit.cells(m[0], 5, d.cells)
	}
}
