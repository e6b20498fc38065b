// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"encoding/binary"
	"io"
	"math"
	"testing"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// FuzzDecode feeds anything to a decoder, as a stream and as a file. It must
// neither panic nor allocate more than 1 MiB, deliver no more than the frames that
// fit in the data, and find as many samples of a file by streaming as by seeking.
// (Of a stream they may be fewer: only of a file it is known that a tag claims
// more than is left.)
func FuzzDecode(f *testing.F) {
	for _, b := range corpus(f) {
		f.Add(b, uint32(3000))
	}
	f.Add(damaged(corpus(f)["44100-free.mp3"]), uint32(0))
	f.Add(append(id3(100, 100), corpus(f)["48000-crc.mp3"]...), uint32(1))
	f.Add(append(id3(100, 60_000), corpus(f)["48000-crc.mp3"]...), uint32(1))
	f.Add(append(id3(0, 0x0fffffff), corpus(f)["8000-m-cbr8.mp3"]...), uint32(1))
	f.Fuzz(func(t *testing.T, b []byte, p uint32) {
		streamed, whole := 0, 0
		buf := make([][2]float64, 1024)
		memtest.AtMost(t, 1<<20, func() { streamed = count(t, stream(b), buf) })
		memtest.AtMost(t, 1<<20, func() { whole = count(t, file(b), buf) })
		if shortest := 8; max(streamed, whole) > (len(b)/shortest+1)*1152 { // of a cut frame 4 bytes, else 13 or more
			t.Errorf("%d samples as a stream, %d as a file of %d bytes", streamed, whole, len(b))
		}
		memtest.AtMost(t, 1<<20, func() { seek(t, b, int(p&math.MaxInt32), whole, buf) })
	})
}

// count decodes rc to its end and returns the number of samples.
func count(t *testing.T, rc io.ReadCloser, buf [][2]float64) (samples int) {
	d, err := Decode(rc)
	if err != nil {
		return 0
	}
	for n, ok := d.Stream(buf); ok; n, ok = d.Stream(buf) {
		for _, s := range buf[:n] {
			if math.IsNaN(s[0]+s[1]) || math.IsInf(s[0]+s[1], 0) {
				t.Fatalf("sample %v", s)
			}
		}
		samples += n
	}
	return samples
}

// seek goes to position p modulo the length of b, which is want.
func seek(t *testing.T, b []byte, p, want int, buf [][2]float64) {
	d, err := Decode(file(b))
	if err != nil {
		return
	}
	p %= want + 1
	must.Do(t, d.Seek(p))
	if d.Len() != want || d.Position() != p {
		t.Fatalf("position %d of %d, want %d of %d", d.Position(), d.Len(), p, want)
	}
	n, ok := d.Stream(buf)
	if (p < want) != ok || d.Position() != p+n {
		t.Fatalf("%d samples from %d of %d, then position %d", n, p, want, d.Position())
	}
}

// FuzzFrame feeds anything as side information and main data to the frame
// decoder, two frames of each header, so that much of it looks right. It allocates
// nothing a frame: a buffer would be more than what is allowed for.
func FuzzFrame(f *testing.F) {
	for rate := range hertz {
		w := newWriter(rate, modes["ms+intensity"], 1)
		w.short, w.mixed = true, true
		b := w.stream(2)
		f.Add(binary.BigEndian.Uint32(b), b[4:])
	}
	f.Fuzz(func(t *testing.T, bits uint32, b []byte) {
		h := header(bits | 0xffe20000)
		if !h.valid() || h.free() {
			return
		}
		d := frameDecoder{t: shared()}
		for len(b) > 0 {
			frame := make([]byte, h.size(0))
			binary.BigEndian.PutUint32(frame, uint32(h))
			b = b[copy(frame[4:], b):]
			memtest.AtMost(t, 64<<10, func() { d.decode(h, frame, true) })
			for _, v := range d.pcm[0][:h.samples()] {
				if v != v || math.IsInf(float64(v), 0) {
					t.Fatalf("sample %v", v)
				}
			}
		}
	})
}
