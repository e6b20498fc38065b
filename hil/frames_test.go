// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"encoding/binary"
	"image"
	"math"
	"testing"
)

// TestFramesAreBounded: a device says itself how large its pictures are, and how many come.
func TestFramesAreBounded(t *testing.T) {
	for _, c := range []struct {
		why         string
		side, sent  int
		kept, least int // of the newest
	}{
		{"large pictures", 1600, 212, maxSeen / (4 * 1600 * 1600), 6},
		{"many small ones", 8, 3 * maxGlimpses, maxGlimpses, maxGlimpses},
		{"as many of an ordinary panel", 64, maxGlimpses, maxGlimpses, maxGlimpses},
	} {
		f := &frames{}
		for i := range c.sent {
			m := image.NewRGBA(image.Rect(0, 0, c.side, c.side))
			binary.LittleEndian.PutUint32(m.Pix, uint32(i))
			f.keep(m)
		}
		if len(f.seen) != c.kept || len(f.seen) < c.least {
			t.Errorf("%s: %d of %d are kept, want %d", c.why, len(f.seen), c.sent, c.kept)
		}
		newest := f.seen[len(f.seen)-1].picture.(*image.RGBA)
		if n := binary.LittleEndian.Uint32(newest.Pix); int(n) != c.sent-1 {
			t.Errorf("%s: the newest is number %d", c.why, n)
		}
		if f.forget(); f.size != 0 || len(f.seen) != 0 {
			t.Errorf("%s: %d bytes are kept after a mark", c.why, f.size)
		}
	}
}

// TestFrameSizes: the size of a picture is what its bytes are, also where int has 32 bits.
func TestFrameSizes(t *testing.T) {
	message := make([]byte, 4+3)
	for _, c := range []struct {
		w, h uint16
		ok   bool
	}{{1, 1, true}, {1, 2, false}, {0, 0, false}, {math.MaxUint16, math.MaxUint16, false}, {0x5555, 0xC001, false}} {
		binary.LittleEndian.PutUint16(message, c.w)
		binary.LittleEndian.PutUint16(message[2:], c.h)
		if _, err := parseFrame(message); (err == nil) != c.ok {
			t.Errorf("%d×%d: %v", c.w, c.h, err)
		}
	}
}
