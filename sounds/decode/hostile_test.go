// SPDX-License-Identifier: Apache-2.0

package decode_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/sounds/decode"
)

// Heads of FLAC files whose lengths ended the program.
var hostileFLAC = map[string]string{
	"first block is a comment of 4 billion":  "fLaC\x84\x00\x00\x08\x00\x00\x00\x00\xff\xff\xff\xff",
	"the same for 32 bits":                   "fLaC\x84\x00\x00\x08\x00\x00\x00\x00\xff\xff\xff\x0b",
	"vendor of 4 GiB":                        "fLaC\x84\xff\xff\xff\xff\xff\xff\xff" + strings.Repeat("x", 5<<20),
	"first block is a picture":               "fLaC\x86\x00\x00\x20\x00\x00\x00\x00\xff\xff\xff\xff",
	"first block is a cue sheet":             "fLaC\x85\x00\x02\x00" + strings.Repeat("\xff", 512),
	"first block is a seek table":            "fLaC\x83\xff\xff\xff",
	"first block is an application's":        "fLaC\x82\xff\xff\xff",
	"STREAMINFO that is longer than it is":   "fLaC\x80\xff\xff\xff" + strings.Repeat("\x10", 64),
	"nothing behind STREAMINFO but metadata": "fLaC\x00\x00\x00\x22" + strings.Repeat("\x10", 34) + "\x04\xff\xff\xff",
	"ends in STREAMINFO":                     "fLaC\x00\x00\x00\x22\x10\x10",
}

// TestFLACMetadata: what stands before the first frame neither decides how much
// is allocated nor ends the program.
func TestFLACMetadata(t *testing.T) {
	for name, file := range hostileFLAC {
		for _, declared := range []string{"", "mp3", "audio/mpeg"} {
			memtest.AtMost(t, 1<<20, func() {
				if _, err := decode.Open(strings.NewReader(file), declared); err == nil {
					t.Errorf("%s: accepted", name)
				}
			})
		}
	}
}

// block is a metadata block of a FLAC file.
func block(kind byte, body string) string {
	n := len(body)
	return string([]byte{kind, byte(n >> 16), byte(n >> 8), byte(n)}) + body
}

// TestFLACSkips: blocks whose contents lie, or that no one knows, are passed over.
func TestFLACSkips(t *testing.T) {
	tone := string(read(t, "testdata/tone.flac"))
	plain := must.Get(decode.Open(strings.NewReader(tone), ""))(t)
	want := len(drain(plain))
	info := "fLaC\x00" + tone[5:42] // 42 = 4 + 4 + 34: STREAMINFO, now not the last
	rest := tone[42:]
	if tone[4]&0x80 != 0 {
		t.Fatal("tone.flac has no block but STREAMINFO: nothing can be put behind it")
	}
	for name, more := range map[string]string{
		"nothing":                "",
		"comment of 4 billion":   block(4, "\x00\x00\x00\x00\xff\xff\xff\xff"),
		"vendor of 4 GiB":        block(4, "\xff\xff\xff\xff"),
		"picture of 4 GiB":       block(6, "\x00\x00\x00\x03\xff\xff\xff\xff"),
		"cue sheet":              block(5, strings.Repeat("\xff", 512)),
		"seek table":             block(3, strings.Repeat("\xff", 17)),
		"padding that is not 0":  block(1, "pad"),
		"unknown type":           block(100, "new"),
		"forbidden type":         block(127, "?"),
		"a second STREAMINFO":    block(0, strings.Repeat("\x10", 34)),
		"a cover of 5 MiB":       block(6, strings.Repeat("x", 5<<20)),
		"a hundred empty blocks": strings.Repeat(block(1, ""), 100),
	} {
		file := info + more + rest
		memtest.AtMost(t, 1<<20, func() {
			s, err := decode.Open(strings.NewReader(file), "")
			if err != nil {
				t.Errorf("%s: %v", name, err)
			} else if n := len(drain(s)); n != want || s.Err() != nil {
				t.Errorf("%s: %d of %d frames, %v", name, n, want, s.Err())
			}
		})
	}
	endless := io.MultiReader(strings.NewReader(info), cycle(block(1, strings.Repeat("\x00", 1000))))
	if _, err := decode.Open(endless, ""); err == nil {
		t.Error("metadata without an end was read to it")
	}
}

// cycle is a text that comes again and again.
type cycle string

func (c cycle) Read(p []byte) (n int, err error) {
	for len(p)-n >= len(c) {
		n += copy(p[n:], c)
	}
	if n == 0 {
		return 0, io.ErrShortBuffer
	}
	return n, nil
}

// TestVorbisBooks: many small codebooks that each ask for 1 MiB of values.
func TestVorbisBooks(t *testing.T) {
	file := books(200)
	memtest.AtMost(t, 16<<20, func() {
		if _, err := decode.Open(bytes.NewReader(file), ""); err == nil {
			t.Error("accepted")
		}
	})
}

// books is the head of a Vorbis stream with n codebooks of 256 entries of 1,024
// dimensions, whose values are all computed from one.
func books(n int) []byte {
	setup := &bitWriter{}
	setup.put(uint64(n-1), 8)
	for range n {
		setup.put(0x564342, 24)
		setup.put(1024, 16)
		setup.put(256, 24)
		setup.put(0, 2) // neither ordered nor sparse
		for range 256 {
			setup.put(8-1, 5) // a code word of 8 bits each
		}
		setup.put(1, 4) // lookup of type 1: ⌊256^(1/1024)⌋ = 1 value
		setup.put(0, 64)
		setup.put(0, 4+1+1) // of one bit
	}
	ident := "\x01vorbis\x00\x00\x00\x00\x01\x40\x1f\x00\x00" + strings.Repeat("\x00", 12) + "\xb8\x01"
	file := append(oggPage(2, ident), oggPage(0, "\x03vorbis"+strings.Repeat("\x00", 8)+"\x01")...)
	file = append(file, oggPage(0, "\x05vorbis"+string(setup.data))...)
	fix(file)
	return file
}

// bitWriter is the inverse of the package's reader: least significant bit first.
type bitWriter struct {
	data []byte
	at   int
}

func (w *bitWriter) put(v uint64, n int) {
	for i := range n {
		if w.at%8 == 0 {
			w.data = append(w.data, 0)
		}
		w.data[w.at/8] |= byte(v>>i&1) << (w.at % 8)
		w.at++
	}
}

// oggPage is one page of one packet; fix makes its checksum.
func oggPage(flags byte, packet string) []byte {
	page := append([]byte("OggS\x00"), flags)
	page = append(page, make([]byte, 20)...)
	segments := append(bytes.Repeat([]byte{255}, len(packet)/255), byte(len(packet)%255))
	page = append(append(page, byte(len(segments))), segments...)
	return append(page, packet...)
}
