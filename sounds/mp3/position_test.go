// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"errors"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

func TestSeek(t *testing.T) {
	sounds := corpus(t)
	small := newWriter(4, modes["stereo"], 1)
	small.head = small.head&^(15<<12) | 1<<12 // 8 kbit/s: 3 bytes of main data
	for name, b := range map[string][]byte{
		"Info":               sounds["44100-j-cbr128.mp3"],
		"Xing":               sounds["22050-j-vbr2.mp3"],
		"small frames":       sounds["8000-m-cbr8.mp3"],
		"smallest frames":    small.stream(300),
		"free format":        sounds["44100-free.mp3"],
		"damaged":            damaged(sounds["44100-j-cbr128.mp3"]),
		"a change of format": slices.Concat(sounds["44100-j-cbr128.mp3"], sounds["8000-m-cbr8.mp3"]),
	} {
		for kind, open := range openers {
			t.Run(name+"/"+kind, func(t *testing.T) {
				d, want := decodeAll(t, b, open)
				if d.Position() != len(want) {
					t.Errorf("position %d after %d samples", d.Position(), len(want))
				}
				buf := make([][2]float64, 2000)
				for _, p := range []int{0, 1, 1151, len(want) / 2, len(want)/2 + 1, len(want) / 3, len(want) - 1, len(want), 5} {
					must.Do(t, d.Seek(p))
					if d.Position() != p {
						t.Fatalf("position %d after Seek(%d)", d.Position(), p)
					}
					n, _ := d.Stream(buf)
					if n == 0 && p < len(want) {
						t.Fatalf("nothing at %d of %d", p, len(want))
					}
					same(t, buf[:n], want[p:p+n])
				}
				must.Equal(t, d.Len(), len(want), "Len")
			})
		}
	}
}

// damaged is b with something inserted.
func damaged(b []byte) []byte {
	at := len(b) / 2
	return slices.Concat(b[:at], make([]byte, 1000), b[at:])
}

// TestLen asks for the length in the middle of a source that does not tell it,
// and checks that the sound goes on where it was.
func TestLen(t *testing.T) {
	b := damaged(corpus(t)["44100-j-cbr128.mp3"])[500:] // without Info frame
	_, want := decodeAll(t, b, Decode)
	d := must.Get(Decode(file(b)))(t)
	buf := make([][2]float64, 1500)
	n, _ := d.Stream(buf)
	must.Equal(t, d.Len(), len(want), "Len")
	same(t, append(buf[:n:n], drain(t, d)...), want)
}

func TestNoSeek(t *testing.T) {
	b := corpus(t)["44100-j-cbr128.mp3"]
	d := must.Get(Decode(stream(b)))(t)
	if err := d.Seek(0); !errors.Is(err, ErrNoSeek) {
		t.Errorf("Seek: %v, want ErrNoSeek", err)
	}
	_, want := decodeAll(t, b, Decode)
	if d.Len() != len(want) { // known from the Info frame
		t.Errorf("Len is %d, want %d", d.Len(), len(want))
	}
	same(t, drain(t, d), want)
	d, _ = decodeAll(t, b, Decode)
	for _, p := range []int{-1, len(want) + 1} {
		if err := d.Seek(p); err == nil || d.Position() != len(want) {
			t.Errorf("Seek(%d) of %d: %v, position %d", p, len(want), err, d.Position())
		}
	}
}

// TestIndex marks more frames than it has room for.
func TestIndex(t *testing.T) {
	x := index{stride: 1}
	s := scanner{in: new(input), head: 0xfffb9000}
	for i := range 3*maxMarks + 5 {
		s.in.pos = int64(417 * i)
		x.add(&s)
	}
	if len(x.marks) > maxMarks || x.stride != 4 || x.total != (3*maxMarks+5)*1152 {
		t.Errorf("%d marks, each %d frames, %d samples", len(x.marks), x.stride, x.total)
	}
	for _, frame := range []int{-5, 0, 3, 4, 5, 3 * maxMarks} {
		m := x.before(int64(frame*1152 + 7))
		if want := int64(max(frame, 0) &^ 3); m.sample != 1152*want || m.pos != 417*want {
			t.Errorf("before frame %d is sample %d at %d", frame, m.sample, m.pos)
		}
	}
}
