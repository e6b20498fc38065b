// SPDX-License-Identifier: Apache-2.0

package decode_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
	"github.com/ledpost/ledpost/sounds/decode"
)

func read(t testing.TB, name string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(name))(t)
}

func drain(s decode.Stream) (out [][2]float64) {
	buf := make([][2]float64, 1000)
	for {
		n, ok := s.Stream(buf)
		if !ok {
			return out
		}
		out = append(out, buf[:n]...)
	}
}

// TestPrograms decodes what ffmpeg encodes and compares with what sox decodes.
func TestPrograms(t *testing.T) {
	ffmpeg, sox := testtool.Find(t, "ffmpeg"), testtool.Find(t, "sox")
	for _, tt := range []struct {
		ext, codec     string
		rate, channels int
		tolerance      float64
	}{
		{"ogg", "libvorbis", 8000, 1, 1e-4},
		{"ogg", "libvorbis", 44100, 2, 1e-4},
		{"ogg", "libvorbis", 48000, 2, 1e-4},
		{"flac", "flac", 11025, 1, 1e-6},
		{"flac", "flac", 44100, 2, 1e-6},
		{"flac", "flac", 96000, 2, 1e-6},
		{"wav", "pcm_s24le", 44100, 2, 1e-6},
	} {
		t.Run(fmt.Sprint(tt.codec, tt.rate), func(t *testing.T) {
			dir := t.TempDir()
			name, raw := filepath.Join(dir, "a."+tt.ext), filepath.Join(dir, "a.raw")
			run(t, ffmpeg, "-v error -f lavfi -i sine=frequency=440:sample_rate=%d:duration=0.7 -ac %d -c:a %s %s", tt.rate,
				tt.channels, tt.codec, name)
			run(t, sox, "%s -t f32 -c 2 %s", name, raw)
			s := must.Get(decode.Open(iotest.HalfReader(bytes.NewReader(read(t, name))), ""))(t)
			if f := s.Format(); int(f.SampleRate) != tt.rate || f.NumChannels != tt.channels {
				t.Errorf("format %+v", f)
			}
			compare(t, drain(s), read(t, raw), tt.tolerance)
			if s.Err() != nil {
				t.Error(s.Err())
			}
		})
	}
}

func run(t *testing.T, program, format string, args ...any) {
	t.Helper()
	if out, err := exec.Command(program, strings.Fields(fmt.Sprintf(format, args...))...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", program, err, out)
	}
}

func compare(t *testing.T, got [][2]float64, raw []byte, tolerance float64) {
	t.Helper()
	if len(got) != len(raw)/8 {
		t.Fatalf("%d frames, want %d", len(got), len(raw)/8)
	}
	for i, s := range got {
		for c := range 2 {
			want := float64(math.Float32frombits(binary.LittleEndian.Uint32(raw[8*i+4*c:])))
			if math.Abs(s[c]-want) > tolerance {
				t.Fatalf("frame %d channel %d is %g, want %g", i, c, s[c], want)
			}
		}
	}
}

func TestDetect(t *testing.T) {
	mp3 := "\xff\xfb\x90\x64"
	frames := mp3 + strings.Repeat("\x00", 413) + mp3 // 128 kbit/s at 44.1 kHz: 417 bytes
	for _, tt := range []struct {
		name, head, declared string
		want                 decode.Kind
	}{
		{"MP3 frame, nothing declared", mp3, "", decode.MP3},
		{"two MP3 frames called text", frames, "text/plain", decode.MP3},
		{"two MP3 frames called a page", frames, "text/html; charset=utf-8", decode.MP3},
		{"two MP3 frames called WAV", frames, "audio/wav", decode.MP3},
		{"two MP3 frames called AAC", frames, "audio/aac", decode.MP3},
		{"two MP3 frames called video", frames, "video/mpeg", decode.MP3},
		{"one MP3 frame, then something else", frames[:417] + "text", "text/plain", ""},
		{"an old name of MP3", "\x12\x34\x56", "audio/x-mpeg3", decode.MP3},
		{"a parameter without a value", "\x12\x34\x56", "Audio/MPEG ; charset", decode.MP3},
		{"MP3 with a tag", "ID3\x04", "application/octet-stream", decode.MP3},
		{"declared by the API", "\x12\x34\x56", "mp3", decode.MP3},
		{"declared by the server, with parameters", "\x12\x34\x56", "audio/mpeg; charset=x", decode.MP3},
		{"a radio joined where a frame of LOAS might begin", "\x56\xe0\x02ab\x90\x12\x34", "audio/mpeg", decode.MP3},
		{"a radio joined in mid-frame", "\x00\x81\x12\x90", "audio/mpeg", decode.MP3},
		{"bytes contradict the type", "RIFF\x00\x00\x00\x00WAVEfmt ", "mp3", decode.WAV},
		{"bytes contradict the server", "fLaC\x00", "audio/mpeg", decode.FLAC},
		{"Vorbis", "OggS\x00\x02..................\x01\x1e\x01vorbis", "", decode.Vorbis},
		{"Opus", "OggS\x00\x02..................\x01\x13OpusHead", "audio/ogg", ""},
		{"AAC stream", "\xff\xf1\x50\x80", "audio/mpeg", ""},
		{"AAC by type", "\x12\x34", "audio/aacp", ""},
		{"MP4", "\x00\x00\x00\x20ftypM4A ", "", ""},
		{"an error page called MP3", "<!DOCTYPE html><html>", "audio/mpeg", ""},
		{"an error page", "\n not found", "text/html; charset=utf-8", ""},
		{"a picture", "\x89PNG\r\n\x1a\n", "mp3", ""},
		{"a playlist", "#EXTM3U\nhttp://x/", "", ""},
	} {
		got, err := decode.Detect([]byte(tt.head), tt.declared)
		if got != tt.want || (err != nil) != (tt.want == "") {
			t.Errorf("%s: %q, %v; want %q", tt.name, got, err, tt.want)
		}
		if err != nil && !errors.Is(err, decode.ErrUnsupported) {
			t.Errorf("%s: %v is no ErrUnsupported", tt.name, err)
		}
	}
}

// TestNamesWhatItRefuses: an owner reads which coding a station or file has.
func TestNamesWhatItRefuses(t *testing.T) {
	ts := "\x47\x40\x00\x10" + strings.Repeat("\xff", 184)
	for _, row := range []struct{ head, declared, want string }{
		{"\xff\xf1\x50\x80", "audio/mpeg", "AAC"},
		{"\x56\xe0\x02ab\x56\xe0\x02ab", "audio/mpeg", "AAC"},
		{"\x12\x34", "audio/aacp", "audio/aacp, which is AAC"},
		{"\x12\x34", "audio/x-m4a", "audio/x-m4a, which is AAC"},
		{"ID3\x04\x00\x00\x00\x00\x00\x02ab\xff\xf1\x50\x80", "audio/mpeg", "AAC"},
		{"\x00\x00\x00\x20ftypM4A \x00\x00\x00\x00", "", "AAC in MP4"},
		{"\x00\x00\x00\x20ftypisom\x00\x00\x00\x00....stsd....mp4a", "", "AAC in MP4"},
		{"\x00\x00\x00\x20ftypM4A \x00\x00\x00\x00....stsd....alac", "", "Apple Lossless in MP4"},
		{"\x00\x00\x00\x18stypmsdh", "audio/mpeg", "MP4"},
		{ts + ts, "video/mp2t", "an MPEG transport stream"},
		{"#EXTM3U\n#EXT-X-VERSION:3\n", "audio/mpeg", "an HLS playlist"},
	} {
		_, err := decode.Detect([]byte(row.head), row.declared)
		if !errors.Is(err, decode.ErrUnsupported) || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%.20q as %s: %v, want %s", row.head, row.declared, err, row.want)
		}
	}
}

// TestWrongType: what is MP3 is played whatever it is called, also where its
// frames are longer than what is first looked at.
func TestWrongType(t *testing.T) {
	for _, name := range []string{"44100-j-cbr320.mp3", "44100-j-cbr128.mp3", "8000-m-cbr8.mp3"} {
		for _, declared := range []string{"text/plain", "text/html", "audio/wav", "audio/aac", "video/mpeg", "audio/x-mpeg3",
			"audio/mpeg; charset"} {
			s, err := decode.Open(iotest.HalfReader(bytes.NewReader(read(t, "../mp3/testdata/"+name))), declared)
			if err != nil {
				t.Errorf("%s as %s: %v", name, declared, err)
			} else if len(drain(s)) == 0 {
				t.Errorf("%s as %s: nothing to hear", name, declared)
			}
		}
	}
}

func TestOpenNothing(t *testing.T) {
	if _, err := decode.Open(strings.NewReader(""), "mp3"); err == nil {
		t.Error("an empty file was opened")
	}
	down := errors.New("network is down")
	if _, err := decode.Open(iotest.ErrReader(down), ""); !errors.Is(err, down) {
		t.Errorf("%v does not say why reading failed", err)
	}
}

// TestTrailer: a tag after the last sample is no fault.
func TestTrailer(t *testing.T) {
	for _, name := range []string{"testdata/tone.flac", "testdata/tone.ogg"} {
		clean := must.Get(decode.Open(bytes.NewReader(read(t, name)), ""))(t)
		s := must.Get(decode.Open(bytes.NewReader(append(read(t, name), make([]byte, 128)...)), ""))(t)
		want, got := drain(clean), drain(s)
		if len(got) != len(want) || len(got) == 0 || s.Err() != nil {
			t.Errorf("%s: %d frames and %v with a tag, %d without", name, len(got), s.Err(), len(want))
		}
	}
}

// TestDamagedPage: a page whose checksum is wrong is left out, the rest is heard.
func TestDamagedPage(t *testing.T) {
	ffmpeg := testtool.Find(t, "ffmpeg")
	name := filepath.Join(t.TempDir(), "a.ogg")
	run(t, ffmpeg, "-v error -f lavfi -i sine=sample_rate=8000:duration=8 -c:a libvorbis -page_duration 100000 %s", name)
	data := read(t, name)
	page := len(data)/2 + bytes.Index(data[len(data)/2:], []byte("OggS"))
	data[page+22] ^= 0xFF
	s := must.Get(decode.Open(bytes.NewReader(data), ""))(t)
	if n := len(drain(s)); n < 48000 || n >= 64000 || s.Err() != nil {
		t.Errorf("%d of 64000 frames, %v", n, s.Err())
	}
}

// TestDamage: whatever a byte is changed to, the sound ends by itself.
func TestDamage(t *testing.T) {
	step := 5
	if testtool.Raced {
		step = 50
	}
	for _, name := range []string{"testdata/tone.flac", "testdata/tone.ogg"} {
		data := read(t, name)
		for i := 0; i < len(data); i += step {
			bad := bytes.Clone(data)
			bad[i] ^= byte(1 << (i % 8))
			fix(bad)
			if s, err := decode.Open(bytes.NewReader(bad), ""); err == nil {
				drain(s)
			}
		}
	}
}

// TestVorbisHeader sets the numbers that the decoder allocates by.
func TestVorbisHeader(t *testing.T) {
	data := read(t, "testdata/tone.ogg")
	book := bytes.Index(data, []byte("BCV")) // the first codebook: sync, dimensions, entries
	for _, tt := range []struct {
		name string
		at   int
		with []byte
	}{
		{"16 million entries", book + 5, []byte{255, 255, 255}},
		{"no entries", book + 5, []byte{0, 0, 0}},
		{"65535 dimensions", book + 3, []byte{255, 255}},
		{"no dimensions", book + 3, []byte{0, 0}},
		{"200 channels", bytes.Index(data, []byte("\x01vorbis")) + 11, []byte{200}},
		{"blocks of one sample", bytes.Index(data, []byte("\x01vorbis")) + 28, []byte{0}},
		{"a comment of 4 GiB", bytes.Index(data, []byte("\x03vorbis")) + 7, []byte{255, 255, 255, 255}},
	} {
		bad := bytes.Clone(data)
		copy(bad[tt.at:], tt.with)
		fix(bad)
		s, err := decode.Open(bytes.NewReader(bad), "")
		if tt.name == "a comment of 4 GiB" { // comments are never read
			if err != nil || len(drain(s)) == 0 {
				t.Errorf("%s: %v", tt.name, err)
			}
		} else if err == nil {
			t.Errorf("%s: accepted", tt.name)
		}
	}
}

// fix makes the checksums of Ogg pages right, for the damage to get through.
func fix(data []byte) {
	for at := 0; at+27 <= len(data) && string(data[at:at+4]) == "OggS"; {
		size := 27 + int(data[at+26])
		if at+size > len(data) {
			return
		}
		for _, n := range data[at+27 : at+size] {
			size += int(n)
		}
		if at+size > len(data) {
			return
		}
		binary.LittleEndian.PutUint32(data[at+22:], 0)
		binary.LittleEndian.PutUint32(data[at+22:], crc(data[at:at+size]))
		at += size
	}
}

// crc is computed bit by bit, other than in the package.
func crc(p []byte) (sum uint32) {
	for _, b := range p {
		sum ^= uint32(b) << 24
		for range 8 {
			if sum>>31 == 1 {
				sum = sum<<1 ^ 0x04c11db7
			} else {
				sum <<= 1
			}
		}
	}
	return sum
}
