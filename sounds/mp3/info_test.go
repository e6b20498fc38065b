// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

func TestParseInfo(t *testing.T) {
	frame := func(h header, at int, parts ...any) []byte {
		b := make([]byte, 417)
		binary.BigEndian.PutUint32(b, uint32(h))
		var w bytes.Buffer
		for _, p := range parts {
			binary.Write(&w, binary.BigEndian, p)
		}
		copy(b[at:], w.Bytes())
		return b
	}
	name := append([]byte("LAME3.100"), make([]byte, 12)...)
	delays := []byte{0x24, 0x05, 0x00} // 576, 1280
	const stereo, mono, lsf, crc = 0xfffb9000, 0xfffb90c0, 0xfff390c0, 0xfffa9000
	for _, c := range []struct {
		name string
		h    header
		b    []byte
		want info
		ok   bool
	}{
		{"sound", stereo, frame(stereo, 36), info{}, false},
		{"Info with frames and LAME", stereo, frame(stereo, 36, []byte("Info"), uint32(1), uint32(100), name, delays),
			info{100, 576, 1280}, true},
		{"all fields", mono,
			frame(mono, 21, []byte("Xing"), uint32(15), uint32(7), uint32(0), [100]byte{}, uint32(0), name, delays),
			info{7, 576, 1280}, true},
		{"no fields", lsf, frame(lsf, 13, []byte("Xing"), uint32(0)), info{}, true},
		{"no encoder", lsf, frame(lsf, 13, []byte("Xing"), uint32(1), uint32(9), [21]byte{}, delays), info{frames: 9}, true},
		{"the CRC counts", crc, frame(crc, 38, []byte("Info"), uint32(1), uint32(5)), info{frames: 5}, true},
		{"the CRC does not count", crc, frame(crc, 36, []byte("Info"), uint32(1), uint32(5)), info{frames: 5}, true},
		{"VBRI", mono, frame(mono, 36, []byte("VBRI"), [10]byte{}, uint32(33)), info{frames: 33}, true},
		{"cut off", lsf, frame(lsf, 13, []byte("Info"), uint32(15), uint32(9))[:40], info{frames: 9}, true},
		{"cut off in the name", lsf, frame(lsf, 13, []byte("Info"))[:16], info{}, false},
	} {
		if got, ok := parseInfo(c.h, c.b); got != c.want || ok != c.ok {
			t.Errorf("%s: %+v, %v, want %+v, %v", c.name, got, ok, c.want, c.ok)
		}
	}
}

// TestTrim checks the bounds that follow from delay and padding, and that sound
// behind the padding, of a file that follows another, is not lost.
func TestTrim(t *testing.T) {
	for _, c := range []struct {
		name string
		info info
		want trim
	}{
		{"nothing to cut", info{frames: 10}, trim{}},
		{"both ends", info{10, 576, 1000}, trim{1105, 11520 - 471, 11520}},
		{"less padding than the decoder delays", info{10, 576, 100}, trim{1105, 11520, 11520}},
		{"length not known", info{0, 576, 1000}, trim{1105, 0, 0}},
		{"nothing left", info{1, 4095, 4095}, trim{4624, 0, 1152}},
	} {
		must.Equal(t, c.info.trim(1152), c.want, c.name)
	}
	sound := corpus(t)["44100-j-cbr128.mp3"]
	_, once := decodeAll(t, sound, Decode)
	_, raw := decodeAll(t, sound, DecodeRaw)
	d, twice := decodeAll(t, slices.Concat(sound, sound), Decode)
	if want := len(once) + 1152 + len(raw); len(twice) != want { // the second Info frame is silent
		t.Errorf("two files are %d samples, want %d", len(twice), want)
	}
	p := len(once) + 2000
	if err := d.Seek(p); err != nil || d.Position() != p {
		t.Errorf("Seek(%d): %v, position %d", p, err, d.Position())
	}
}

// TestOffset opens a file that stands behind its beginning.
func TestOffset(t *testing.T) {
	sound := corpus(t)["22050-j-vbr2.mp3"]
	_, want := decodeAll(t, sound, Decode)
	r := bytes.NewReader(slices.Concat([]byte("something else"), sound))
	r.Seek(14, io.SeekStart)
	d := must.Get(Decode(source{r}))(t)
	drain(t, d)
	must.Do(t, d.Seek(0))
	same(t, drain(t, d), want)
}
