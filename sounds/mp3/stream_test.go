// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os/exec"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/ledpost/ledpost/internal/testtool"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// same fails unless got is want but for rounding.
func same(t *testing.T, got, want [][2]float64) {
	t.Helper()
	must.Equal(t, len(got), len(want), "samples")
	for i := range min(len(got), len(want)) {
		if math.Abs(got[i][0]-want[i][0]) > 1e-6 || math.Abs(got[i][1]-want[i][1]) > 1e-6 {
			t.Fatalf("sample %d of %d is %v, want %v", i, len(want), got[i], want[i])
		}
	}
}

// id3 is an ID3v2 tag of n bytes that says it has claim.
func id3(n, claim int) []byte {
	b := append([]byte("ID3\x04\x00\x00"), byte(claim>>21), byte(claim>>14&127), byte(claim>>7&127), byte(claim&127))
	return append(b, bytes.Repeat([]byte{0xff, 0xfb, 0x90, 0x00, 'x'}, n/5+1)[:n]...) // full of false headers
}

// ape is an APE tag of n bytes of items between header and footer.
func ape(n int) []byte {
	b := make([]byte, 64+n)
	for at, flags := range map[int]uint32{0: 0xa0000000, 32 + n: 0x80000000} {
		copy(b[at:], "APETAGEX")
		for i, v := range []uint32{2000, uint32(32 + n), 1, flags} {
			binary.LittleEndian.PutUint32(b[at+8+4*i:], v)
		}
	}
	return b
}

func TestTags(t *testing.T) {
	sound := corpus(t)["44100-j-cbr128.mp3"]
	_, want := decodeAll(t, sound, DecodeRaw)
	footer := id3(500, 500)
	footer[5] |= 0x10
	footer = append(footer, make([]byte, 10)...)
	id3v1 := append([]byte("TAG"), make([]byte, 125)...)
	for name, b := range map[string][]byte{
		"none":                      sound,
		"ID3v2 at the front":        slices.Concat(id3(5000, 5000), sound),
		"two ID3v2 tags":            slices.Concat(id3(30, 30), id3(70000, 70000), sound),
		"ID3v2 with a footer":       slices.Concat(footer, sound),
		"ID3v1 at the end":          slices.Concat(sound, id3v1),
		"APE at the front":          slices.Concat(ape(300), sound),
		"APE and ID3v1 at the end":  slices.Concat(sound, ape(300), id3v1),
		"other data at the front":   slices.Concat(make([]byte, 3000), sound),
		"lyrics at the end":         slices.Concat(sound, []byte("LYRICSBEGIN"), make([]byte, 99)),
		"other data at the end":     slices.Concat(sound, bytes.Repeat([]byte("\xff\xfbjunk"), 1000)),
		"ID3v2 longer than all":     slices.Concat(id3(0, 1<<28-1), sound),
		"ID3v2 of an unknown shape": slices.Concat([]byte("ID3\x04\x00\x00\xff\xff\xff\xff"), sound),
		"ID3v2 only begun":          slices.Concat([]byte("ID3"), sound),
	} {
		for kind, open := range map[string]func([]byte) io.ReadCloser{"file": file, "stream": stream} {
			t.Run(name+"/"+kind, func(t *testing.T) {
				d := must.Get(DecodeRaw(open(b)))(t)
				same(t, drain(t, d), want)
				must.Do(t, d.Err())
			})
		}
	}
}

// TestSmallReads reads through a source that gives a byte at a time, and then
// its data together with EOF.
func TestSmallReads(t *testing.T) {
	sound := corpus(t)["8000-m-cbr8.mp3"]
	_, want := decodeAll(t, sound, DecodeRaw)
	for _, r := range []io.Reader{iotest.OneByteReader(bytes.NewReader(sound)),
		iotest.DataErrReader(bytes.NewReader(sound))} {
		d := must.Get(DecodeRaw(io.NopCloser(r)))(t)
		same(t, drain(t, d), want)
	}
}

// TestDamage checks that the sound goes on after damage, that the last frames
// are those of the whole file, and that in between nothing is made up.
func TestDamage(t *testing.T) {
	for _, name := range []string{"44100-j-cbr128.mp3", "22050-j-vbr2.mp3", "8000-m-cbr8.mp3", "44100-free.mp3",
		"48000-crc.mp3"} {
		sound := corpus(t)[name]
		_, want := decodeAll(t, sound, DecodeRaw)
		at := len(sound) / 3
		var alike []byte // in free format, where any distance may be right, other headers
		head := slices.Clone(sound[:4])
		if header(binary.BigEndian.Uint32(head)).free() {
			head[2] = 0x90
		}
		for r := rand.New(rand.NewPCG(8, 0)); len(alike) < 5000; {
			alike = append(append(alike, head...), make([]byte, r.IntN(300))...)
		}
		for damage, b := range map[string][]byte{
			"5,000 zeros inserted":  slices.Concat(sound[:at], make([]byte, 5000), sound[at:]),
			"its headers inserted":  slices.Concat(sound[:at], alike, sound[at:]),
			"300 bytes missing":     slices.Concat(sound[:at], sound[at+300:]),
			"100 bytes overwritten": slices.Concat(sound[:at], bytes.Repeat([]byte{0xff}, 100), sound[at+100:]),
			"starts in a frame":     sound[at:],
		} {
			t.Run(name+"/"+damage, func(t *testing.T) {
				_, got := decodeAll(t, b, DecodeRaw)
				if len(got) < len(want)/3 || len(got) > len(want)+1152 {
					t.Fatalf("%d samples, of %d undamaged", len(got), len(want))
				}
				if loud := peak(got); loud > 1.1*peak(want) {
					t.Errorf("up to %.2f, undamaged %.2f", loud, peak(want))
				}
				n := len(want) / 4
				same(t, got[len(got)-n:], want[len(want)-n:])
			})
		}
	}
}

// peak returns the largest sample.
func peak(s [][2]float64) (p float64) {
	for _, v := range s {
		p = max(p, math.Abs(v[0]), math.Abs(v[1]))
	}
	return p
}

// TestTruncated checks that what is whole is decoded: all but the last frame.
func TestTruncated(t *testing.T) {
	sound := corpus(t)["44100-j-cbr128.mp3"]
	_, want := decodeAll(t, sound, DecodeRaw)
	_, got := decodeAll(t, sound[:len(sound)-1], DecodeRaw)
	same(t, got, want[:len(want)-1152])
}

// TestChecksum makes one granule twice or half as loud. The CRC does not fit then,
// and the frame is silent; but not if none in the file fits, which is how some
// encoders are.
func TestChecksum(t *testing.T) {
	sound := slices.Clone(corpus(t)["48000-crc.mp3"])
	d, want := decodeAll(t, sound, DecodeRaw)
	var frames []int64
	for d.Seek(0); d.end > 0; d.refill() {
		frames = append(frames, d.scan.in.pos)
		d.at = d.end
	}
	const bad = 6
	wrong := slices.Clone(sound)
	for _, at := range frames {
		wrong[at+headerBytes] ^= 1
	}
	sound[frames[bad]+6+5] ^= 2 // 4 in global_gain, bits 41 to 48
	_, got := decodeAll(t, sound, DecodeRaw)
	from := bad * 1152
	same(t, got[:from], want[:from])
	if p := peak(got[from+1056 : from+1152]); p != 0 { // after the tail of the frame before
		t.Errorf("the damaged frame has %v", p)
	}
	_, got = decodeAll(t, wrong, DecodeRaw)
	same(t, got, want)
}

// TestLoud checks that as loud as sound can be is not taken for damage, and that
// what is 2^16 times as loud is.
func TestLoud(t *testing.T) {
	bang := slices.Clone(corpus(t)["44100-j-cbr128.mp3"])
	d, want := decodeAll(t, bang, DecodeRaw)
	must.Do(t, d.Seek(6*1152))
	bang[d.scan.in.pos+headerBytes+5] ^= 0x20 // 64 in global_gain, bits 41 to 48
	_, got := decodeAll(t, bang, DecodeRaw)
	if peak(got) > peak(want) {
		t.Errorf("a damaged gain makes %v of %v", peak(got), peak(want))
	}
	for _, args := range [][]string{{"-b", "320"}, {"-b", "32"}} {
		b := encode(t, 44100, loud(44100), args...)
		_, got := decodeAll(t, b, DecodeRaw)
		compare(t, got, mpg123(t, b, 2))
	}
}

// loud is a square wave, then noise, both of full scale, in step on both sides
// and then not.
func loud(n int) [][2]float64 {
	s := make([][2]float64, n)
	r := rand.New(rand.NewPCG(9, 0))
	for i := range s {
		v := [2]float64{float64(1 - i/220&1*2), float64(1 - i/220&1*2)}
		if i%(n/2) > n/4 {
			v = [2]float64{float64(1 - 2*r.IntN(2)), float64(1 - 2*r.IntN(2))}
		}
		if i > n/2 {
			v[1] = -v[1]
		}
		s[i] = v
	}
	return s
}

// TestChange plays files of different formats, with their tags, one after the
// other: Stream stops at each change, whatever the size of its buffer.
func TestChange(t *testing.T) {
	testtool.Find(t, "lame")
	var all []byte
	var want [][][2]float64
	var formats []string
	for _, f := range []struct {
		rate int
		mode string
	}{{44100, "j"}, {22050, "j"}, {22050, "m"}, {48000, "m"}, {8000, "j"}, {44100, "j"}} {
		b := lame(t, f.rate, 0.3, "-t", "-m", f.mode, "-b", "64") // -t: no Info frame
		d, s := decodeAll(t, b, Decode)
		all = append(append(all, id3(50, 50)...), b...)
		want, formats = append(want, s), append(formats, formatString(d))
	}
	for _, size := range []int{1, 576, 1000, 1152, 100000} {
		d := must.Get(Decode(stream(all)))(t)
		buf := make([][2]float64, size)
		for i := range want {
			var got [][2]float64
			f := d.Format()
			if s := formatString(d); s != formats[i] {
				t.Fatalf("format %d is %s, want %s", i, s, formats[i])
			}
			for d.Format() == f {
				n, ok := d.Stream(buf)
				if !ok {
					break
				}
				got = append(got, buf[:n]...)
			}
			same(t, got, want[i])
		}
		if n, ok := d.Stream(buf); n != 0 || ok {
			t.Errorf("after the end Stream returns %d, %v", n, ok)
		}
	}
}

func formatString(d *Decoder) string { return fmt.Sprintf("%+v", d.Format()) }

// TestGapless compares with the samples that mpg123 leaves when it cuts off
// delay and padding: exactly those that were encoded.
func TestGapless(t *testing.T) {
	for _, rate := range hertz {
		b := lame(t, rate, 0.5, "-m", "j", "-V", "4")
		d, got := decodeAll(t, b, Decode)
		if n := len(testSound(rate, 0.5)); len(got) != n || d.Len() != n || d.Position() != n {
			t.Errorf("%d Hz: %d samples, Len %d, Position %d, encoded were %d", rate, len(got), d.Len(), d.Position(), n)
		}
		cmd := exec.Command(testtool.Find(t, "mpg123"), "-q", "-e", "f32", "-s", "-")
		cmd.Stdin = bytes.NewReader(b)
		compare(t, got, floats(run(t, cmd), 2))
	}
}

func TestErrors(t *testing.T) {
	sound := corpus(t)["44100-j-cbr128.mp3"]
	for name, b := range map[string][]byte{
		"empty":       nil,
		"text":        []byte("<!DOCTYPE html><html><body>404</body></html>"),
		"three bytes": sound[:3],
		"Layer II":    bytes.Repeat(append([]byte{0xff, 0xfd, 0x90, 0x00}, make([]byte, 413)...), 20),
		"2 MiB of 0":  make([]byte, 2<<20),
		"one tag":     id3(500, 500),
	} {
		if _, err := Decode(stream(b)); !errors.Is(err, ErrNoFrame) {
			t.Errorf("%s: %v, want ErrNoFrame", name, err)
		}
	}
	broken := errors.New("broken")
	failing := io.NopCloser(io.MultiReader(bytes.NewReader(sound[:2000]), iotest.ErrReader(broken)))
	d := must.Get(Decode(failing))(t)
	if got := drain(t, d); len(got) == 0 || !errors.Is(d.Err(), broken) {
		t.Errorf("%d samples and %v, want some and the error of the source", len(got), d.Err())
	}
	if _, err := Decode(io.NopCloser(iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("%v, want the error of the source", err)
	}
	d, _ = Decode(stream(append(sound[:len(sound):len(sound)], make([]byte, 2<<20)...)))
	if drain(t, d); !errors.Is(d.Err(), ErrNoFrame) {
		t.Errorf("after 2 MiB of other data: %v, want ErrNoFrame", d.Err())
	}
}

func TestClose(t *testing.T) {
	d := must.Get(Decode(file(corpus(t)["44100-j-cbr128.mp3"])))(t)
	must.Do(t, d.Close())
	if n, ok := d.Stream(make([][2]float64, 10)); n != 0 || ok || d.Err() != nil {
		t.Errorf("closed: %d, %v, %v", n, ok, d.Err())
	}
}

// TestAllocations checks that a stream costs no memory beyond the decoder.
func TestAllocations(t *testing.T) {
	sound := corpus(t)["44100-j-vbr2.mp3"]
	d := must.Get(Decode(stream(slices.Concat(sound, sound, sound))))(t)
	buf := make([][2]float64, 512)
	must.Equal(t, testing.AllocsPerRun(50, func() { d.Stream(buf) }), 0, "allocations a block")
	lie := slices.Concat(id3(0, 1<<28-1), sound)
	if n := memtest.Allocated(func() {
		d, err := Decode(stream(lie))
		for err == nil && d.at < d.end {
			d.Stream(buf)
		}
	}); n > 1<<20 {
		t.Errorf("%d bytes allocated for a tag that claims 256 MiB", n)
	}
}
