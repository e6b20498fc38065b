// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"testing"

	"github.com/ledpost/ledpost/internal/testtool"
)

// newWriter returns a writer of frames at the given rate, an index of hertz, at
// the highest bit rate, with the given mode and mode extension, without a CRC.
func newWriter(rate int, mode [2]int, seed uint64) *streamWriter {
	version := [3]header{3, 2, 0}[rate/3]
	h := 0xffe20000 | version<<19 | 1<<16 | 14<<12 | header(rate%3)<<10 | header(mode[0])<<6 | header(mode[1])<<4
	return &streamWriter{r: rand.New(rand.NewPCG(seed, uint64(rate))), head: h}
}

// modes are mode and mode extension by name.
var modes = map[string][2]int{"mono": {3, 0}, "stereo": {0, 0}, "ms": {1, 2}, "intensity": {1, 1},
	"ms+intensity": {1, 3}}

// TestBuilt compares with mpg123 streams that no encoder makes: all modes of
// stereo, block types in any order, mixed blocks, every table and field.
func TestBuilt(t *testing.T) {
	testtool.Find(t, "mpg123")
	kinds := []struct {
		name         string
		short, mixed bool
	}{{"long", false, false}, {"short", true, false}, {"mixed", true, true}}
	for rate, hz := range hertz {
		for name, mode := range modes {
			for seed, kind := range kinds {
				if mode[1]&1 == 1 && kind.mixed && rate >= 3 {
					continue // mpg123 takes the position of another band: see TestBuiltMixedIntensity
				}
				t.Run(fmt.Sprintf("%d-%s-%s", hz, name, kind.name), func(t *testing.T) {
					w := newWriter(rate, mode, uint64(seed))
					w.short, w.mixed = kind.short, kind.mixed
					b := w.stream(25)
					d, got := decodeAll(t, b, DecodeRaw)
					compare(t, got, mpg123(t, b, d.Format().NumChannels))
				})
			}
		}
	}
}

// TestBuiltMixedIntensity compares with ffmpeg what mpg123 1.31 gets wrong: in a
// mixed block of MPEG-2 there are 6 long bands, not 8, before the positions of
// the short ones. ffmpeg in turn wants an encoder's order of block types, and
// has another band at 24 kHz (see longBands).
func TestBuiltMixedIntensity(t *testing.T) {
	testtool.Find(t, "ffmpeg")
	for rate, hz := range hertz {
		if rate < 3 || hz == 24000 {
			continue
		}
		for _, name := range []string{"intensity", "ms+intensity"} {
			t.Run(fmt.Sprintf("%d-%s", hz, name), func(t *testing.T) {
				w := newWriter(rate, modes[name], 3)
				w.orderly = true
				b := w.stream(25)
				_, got := decodeAll(t, b, DecodeRaw)
				compare(t, got, ffmpeg(t, b, 2))
			})
		}
	}
}

// ffmpeg returns the samples that ffmpeg decodes from b.
func ffmpeg(t testing.TB, b []byte, channels int) [][2]float64 {
	t.Helper()
	cmd := exec.Command(testtool.Find(t, "ffmpeg"), "-v", "error", "-f", "mp3", "-c:a", "mp3float", "-i", "-", "-f",
		"f32le", "-")
	cmd.Stdin = bytes.NewReader(b)
	return floats(run(t, cmd), channels)
}
