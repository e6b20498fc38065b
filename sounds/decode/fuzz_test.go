// SPDX-License-Identifier: Apache-2.0

package decode_test

import (
	"bytes"
	"testing"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/sounds/decode"
	"github.com/ledpost/ledpost/sounds/wav"
)

// packets takes an Ogg file of one stream apart.
func packets(file []byte) (all [][]byte) {
	var packet []byte
	for len(file) > 27 {
		segments := file[27 : 27+int(file[26])]
		file = file[27+len(segments):]
		for _, n := range segments {
			packet, file = append(packet, file[:n]...), file[n:]
			if n < 255 {
				all, packet = append(all, packet), nil
			}
		}
	}
	return all
}

// FuzzOpen decodes anything that is said to be anything. What is allocated is at
// most
//   - 8 MiB for nothing: the largest frame of FLAC has 8 channels of 65,535
//     samples and 32,768 partitions, the largest books of Vorbis have a million
//     values and the codes of 131,072 entries,
//   - 256 bytes a byte: each frame of FLAC has tables of its own, of which 16 bytes
//     may be described by 4 bits in each of 8 channels, and
//   - 512 bytes a sample that comes out: a packet of Vorbis of 32 samples may have
//     tables of 250 numbers in each of 8 channels.
func FuzzOpen(f *testing.F) {
	f.Add(read(f, "testdata/tone.flac"), "")
	f.Add(read(f, "testdata/tone.ogg"), "audio/ogg")
	f.Add(append(wav.Header(wav.Format{Rate: 8000, Channels: 1, Bits: 16}, 4), 1, 2, 3, 4), "mp3")
	f.Add([]byte("\xff\xfb\x90\x64\x00\x00"), "mp3")
	for _, file := range hostileFLAC {
		f.Add([]byte(file[:min(len(file), 1000)]), "mp3")
	}
	f.Add(books(3), "")
	f.Fuzz(fuzzOpen)
}

// FuzzFLAC is FuzzOpen of a head and of a frame whose header has the checksum that
// is right: what stands in the frame is decoded before its own is looked at.
func FuzzFLAC(f *testing.F) {
	tone := read(f, "testdata/tone.flac")
	frame := bytes.Index(tone, []byte{0xff, 0xf8})
	info := append([]byte{0x80, 0, 0, 34}, tone[8:42]...) // STREAMINFO, the last block
	f.Add(info, tone[frame:frame+5], tone[frame+6:])
	// 8 channels of 65,535 equal samples
	f.Add(info, []byte{0xff, 0xf9, 0x70, 0x70, 0, 0xff, 0xfe, 0, 0}, make([]byte, 100))
	f.Add(info, []byte{0xff, 0xf8, 0x60, 0x08, 0, 15, 0}, append([]byte{0x10, 0x0f}, make([]byte, 100)...))
	for _, file := range hostileFLAC {
		f.Add([]byte(file[4:min(len(file), 1000)]), []byte{}, []byte{})
	}
	f.Fuzz(func(t *testing.T, head, header, body []byte) {
		file := append([]byte("fLaC"), head...)
		fuzzOpen(t, append(append(file, checked(header)...), body...), "")
	})
}

// checked is the header of a FLAC frame with its CRC-8 made right, polynomial x^8
// + x^2 + x + 1 (RFC 9639, 9.1).
func checked(header []byte) []byte {
	if len(header) < 5 {
		return header
	}
	size := 5 + map[byte]int{6: 1, 7: 2}[header[2]>>4] + map[byte]int{12: 1, 13: 2, 14: 2}[header[2]&15]
	if len(header) < size {
		return header
	}
	sum := byte(0)
	for _, b := range header[:size] {
		sum ^= b
		for range 8 {
			sum = sum<<1 ^ 0x07*(sum>>7)
		}
	}
	return append(bytes.Clone(header[:size]), sum)
}

// FuzzVorbis is FuzzOpen of three headers and a packet of sound, each a page.
func FuzzVorbis(f *testing.F) {
	for _, file := range [][]byte{read(f, "testdata/tone.ogg"), books(2)} {
		p := append(packets(file), []byte{0, 1, 2, 3}) // sound where there is none
		f.Add(p[0][7:], p[2][7:], p[3])
	}
	f.Fuzz(func(t *testing.T, ident, setup, sound []byte) {
		file := oggPage(2, "\x01vorbis"+string(ident[:min(len(ident), 60000)]))
		file = append(file, oggPage(0, "\x03vorbis")...)
		file = append(file, oggPage(0, "\x05vorbis"+string(setup[:min(len(setup), 60000)]))...)
		for range 3 {
			file = append(file, oggPage(0, string(sound[:min(len(sound), 60000)]))...)
		}
		fuzzOpen(t, file, "")
	})
}

func fuzzOpen(t *testing.T, data []byte, declared string) {
	data = bytes.Clone(data)
	fix(data)
	total := 0
	buf := make([][2]float64, 4096)
	n := memtest.Allocated(func() { total = count(t, data, declared, buf) })
	if limit := 8<<20 + 256*len(data) + 512*total; n > uint64(limit) {
		t.Errorf("%d bytes allocated for %d bytes of %d samples, want at most %d", n, len(data), total, limit)
	}
	// A FLAC frame of 14 bytes may hold 65,535 equal samples, an Ogg page
	// of 28 bytes 255 empty packets.
	if total > 1<<20+len(data)*8192 {
		t.Errorf("%d frames from %d bytes", total, len(data))
	}
}

// count decodes data to its end and returns the number of samples.
func count(t *testing.T, data []byte, declared string, buf [][2]float64) (total int) {
	s, err := decode.Open(bytes.NewReader(data), declared)
	if err != nil {
		return 0
	}
	for total <= 1<<20+len(data)*8192 {
		n, ok := s.Stream(buf)
		if !ok {
			return total
		}
		if n == 0 {
			t.Fatal("no samples, yet not over")
		}
		total += n
	}
	return total
}
