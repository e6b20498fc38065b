// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"slices"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/pixel"
)

// BenchmarkPack64x32x11 packs a random picture.
func BenchmarkPack64x32x11(b *testing.B) {
	r := newRig(b, Config{})
	e := newEncoder(&r.config, r.geometry, &r.wire.Pins, pixel.Dither{})
	frame := make([]uint32, e.frameSize())
	m := random(r.geometry.size, 1)
	b.ReportAllocs()
	for b.Loop() {
		e.pack(frame, m)
	}
}

// TestNarrowIsWide compares the two ways to spread a row, of which a processor takes
// one: with every phase of the dither, and pixels that are dark.
func TestNarrowIsWide(t *testing.T) {
	r := newRig(t, Config{Rows: 16, Cols: 40, Chain: 2})
	e := newEncoder(&r.config, r.geometry, &r.wire.Pins, pixel.NewDither(time.Millisecond))
	e.setBrightness(0.2)
	if e.phases == 1 {
		t.Fatal("no dither, want one")
	}
	m := random(r.geometry.size, 1)
	var tables [maxPhases]*[256]planes
	for i := range tables {
		tables[i] = &e.spread[i]
	}
	source := slices.Clone(r.geometry.source)
	source[7], source[8] = -1, -1
	for len(source) > 0 {
		e.wide(source[:2*r.geometry.width], colours(m), &tables)
		want := slices.Clone(e.row)
		e.narrow(source[:2*r.geometry.width], m, tables)
		if !slices.Equal(e.row, want) {
			t.Fatalf("narrow is %v, want %v", e.row, want)
		}
		source = source[2*r.geometry.width:]
	}
}
