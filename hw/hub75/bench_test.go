package hub75

import (
	"testing"

	"github.com/ledpost/ledpost/hw/pixel"
)

// benchmarkPack packs a random picture.
func benchmarkPack(b *testing.B, c Config) {
	r := newRig(b, c)
	e := newEncoder(&r.config, r.geometry, &r.wire.Pins, pixel.Dither{}, 0, 0)
	frame := make([]uint32, e.frameSize())
	m := random(r.geometry.size, 1)
	b.ReportAllocs()
	for b.Loop() {
		e.pack(frame, m)
	}
}

func BenchmarkPack64x32x11(b *testing.B) { benchmarkPack(b, Config{}) }
func BenchmarkPack64x32x8(b *testing.B)  { benchmarkPack(b, Config{Planes: 8}) }
func BenchmarkPack64x64x11(b *testing.B) { benchmarkPack(b, Config{Rows: 64}) }
func BenchmarkPackThreeParallel(b *testing.B) {
	benchmarkPack(b, Config{Parallel: 3})
}

// BenchmarkBrightness rebuilds the tables.
func BenchmarkBrightness(b *testing.B) {
	r := newRig(b, Config{})
	e := newEncoder(&r.config, r.geometry, &r.wire.Pins, pixel.Dither{}, 0, 0)
	b.ReportAllocs()
	for b.Loop() {
		e.setBrightness(0.5)
	}
}
