// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"math/rand/v2"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// BenchmarkDecode decodes a minute at 44.1 kHz, joint stereo, 128 kbit/s.
func BenchmarkDecode(b *testing.B) {
	data := lame(b, 44100, 60, "-m", "j", "-b", "128")
	buf := make([][2]float64, 1024)
	samples := 0
	b.ReportAllocs()
	for b.Loop() {
		d := must.Get(Decode(stream(data)))(b)
		for n, ok := d.Stream(buf); ok; n, ok = d.Stream(buf) {
			samples += n
		}
	}
	b.ReportMetric(float64(samples)/44100/b.Elapsed().Seconds(), "x-realtime")
}

// BenchmarkJunk searches data that is never a frame, of two sizes: the time is
// linear, also where everything looks like the start of one.
func BenchmarkJunk(b *testing.B) {
	for name, h := range map[string][]byte{
		"zeros":       {0, 0, 0, 0},
		"headers":     {0xff, 0xfb, 0x90, 0},
		"free format": {0xff, 0xfb, 0, 0}, // no length is the right one
	} {
		for size, n := range map[string]int{"256K": 1 << 18, "1M": 1 << 20} {
			b.Run(name+"/"+size, func(b *testing.B) {
				r := rand.New(rand.NewPCG(6, 7))
				var data []byte
				for len(data) < n {
					data = append(append(data, h...), make([]byte, r.IntN(300))...)
				}
				b.SetBytes(int64(len(data)))
				buf := make([][2]float64, 1024)
				for b.Loop() {
					d, err := Decode(stream(data))
					for ok := err == nil; ok; { // now and then something looks right
						_, ok = d.Stream(buf)
					}
				}
			})
		}
	}
}
