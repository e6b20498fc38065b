// SPDX-License-Identifier: Apache-2.0

// Package decode turns the bytes of a sound file or stream into samples: MP3,
// WAV, FLAC and Ogg Vorbis. It reads from front to back, so a sound can be
// heard while it is still being fetched.
package decode

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/gopxl/beep/v2"
	"github.com/ledpost/ledpost/sounds/mp3"
	"github.com/ledpost/ledpost/sounds/wav"
)

// ErrUnsupported is returned for bytes that are not a sound this package
// decodes.
var ErrUnsupported = errors.New("decode: not a supported sound")

// A Stream is a sound being decoded. Only one goroutine may use it. Where the rate or
// the number of channels changes within the sound, Stream returns fewer samples with
// ok true, and Format is the format of the following samples; the sound is over when
// Stream returns false.
type Stream interface {
	beep.Streamer
	Format() beep.Format
}

// Kind is a coding.
type Kind string

// The codings that are decoded.
const (
	MP3    Kind = "mp3"
	WAV    Kind = "wav"
	FLAC   Kind = "flac"
	Vorbis Kind = "vorbis"
)

// sniffSize is how many bytes are examined to find the coding, as many as
// http.DetectContentType uses.
const sniffSize = 512

// Open starts to decode r. The first bytes decide the coding; where they do not
// show it, as in MP3 that begins within a frame, declared does: "mp3", a media
// type with or without parameters, or "" for unknown. It reads no more than it
// needs.
func Open(r io.Reader, declared string) (Stream, error) {
	br := bufio.NewReaderSize(r, 4096)
	head, err := br.Peek(sniffSize)
	if n := mp3.Sniff(head); n > len(head) {
		head, err = br.Peek(n)
	}
	if len(head) == 0 {
		if err == nil || err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, fmt.Errorf("decode: nothing to play: %w", err)
	}
	kind, err := Detect(head, declared)
	if err != nil {
		return nil, err
	}
	return open(br, kind)
}

func open(r *bufio.Reader, kind Kind) (s Stream, err error) {
	defer func() { // the libraries' decoders use numbers of the file as indexes
		if p := recover(); p != nil {
			s, err = nil, fmt.Errorf("decode: damaged %s: %v", kind, p)
		}
	}()
	switch kind {
	case WAV:
		s, err = wav.NewDecoder(r)
	case FLAC:
		s, err = newFLAC(r)
	case Vorbis:
		s, err = newVorbis(r)
	default:
		s, err = newMP3(r)
	}
	if err != nil {
		return nil, err
	}
	if f := s.Format(); f.SampleRate < 1000 || f.SampleRate > 768000 || f.NumChannels < 1 {
		return nil, fmt.Errorf("%w: %d channels at %d Hz", ErrUnsupported, f.NumChannels, f.SampleRate)
	}
	return &guarded{s: s, kind: kind}, nil
}

// Detect returns the coding, judged by the first bytes and the declared type.
func Detect(head []byte, declared string) (Kind, error) {
	if k := magic(head); k != "" {
		return k, nil
	}
	if other := notSound(head); other != "" {
		return "", fmt.Errorf("%w: it looks like %s", ErrUnsupported, other)
	}
	media, _, _ := strings.Cut(declared, ";") // by hand: parameters may be malformed
	media = strings.ToLower(strings.TrimSpace(media))
	switch media {
	case "mp3", "audio/mpeg", "audio/mp3", "audio/x-mp3", "audio/x-mpeg", "audio/mpeg3", "audio/x-mpeg3", "audio/x-mpeg-3",
		"audio/mpg":
		return MP3, nil
	}
	if slices.Contains(declaredAAC, media) {
		return "", fmt.Errorf("%w: it is declared as %s, which is AAC", ErrUnsupported, media)
	}
	if strings.HasPrefix(media, "audio/") || strings.HasPrefix(media, "text/") || strings.HasPrefix(media, "image/") ||
		strings.HasPrefix(media, "video/") {
		return "", fmt.Errorf("%w: it is declared as %s", ErrUnsupported, media)
	}
	return MP3, nil // its decoder looks for a frame, and says when there is none
}

// magic recognises the codings that begin with a signature, and MP3 by its
// first two frames.
func magic(head []byte) Kind {
	switch {
	case len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WAVE":
		return WAV
	case bytes.HasPrefix(head, []byte("fLaC")):
		return FLAC
	case bytes.HasPrefix(head, []byte("OggS")) && bytes.Contains(head, []byte("\x01vorbis")):
		return Vorbis
	case bytes.HasPrefix(head, []byte("ID3")) && !aac(untagged(head)):
		return MP3
	}
	if n := mp3.Sniff(head); n > 0 && n <= len(head) {
		return MP3
	}
	return ""
}

// notSound names what the bytes are if they are certainly not MP3.
func notSound(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("OggS")):
		return "Ogg without Vorbis"
	case aac(untagged(head)):
		return "AAC"
	case len(head) >= 8 && slices.Contains([]string{"ftyp", "styp", "moof"}, string(head[4:8])):
		return inMP4(head)
	case len(head) > packet && head[0] == sync && head[packet] == sync:
		return "an MPEG transport stream, a piece of HLS"
	case bytes.HasPrefix(head, []byte("#EXTM3U")) && bytes.Contains(head, []byte("#EXT-X-")):
		return "an HLS playlist"
	case bytes.HasPrefix(head, []byte("#EXTM3U")):
		return "a playlist"
	}
	media, _, _ := strings.Cut(http.DetectContentType(head), ";")
	for _, p := range []string{"text/html", "text/xml", "image/", "video/", "audio/a", "audio/b", "audio/midi",
		"application/pdf", "application/zip", "application/x-gzip"} {
		if strings.HasPrefix(media, p) {
			return media
		}
	}
	return ""
}

// The packets of an MPEG transport stream (ISO 13818-1, 2.4.3.2).
const packet, sync = 188, 0x47

// aac reports whether bytes begin with AAC: ADTS, whose layer bits are zero (ISO 13818-7, 6.2), or two frames
// of LOAS, whose sign is short (ISO 14496-3, 1.7.2).
func aac(head []byte) bool {
	loas := func(b []byte) bool { return len(b) >= 3 && b[0] == 0x56 && b[1]&0xE0 == 0xE0 }
	if loas(head) {
		n := 3 + int(head[1]&0x1F)<<8 + int(head[2])
		return loas(head[min(n, len(head)):])
	}
	return len(head) >= 2 && head[0] == 0xFF && head[1]&0xF6 == 0xF0
}

// untagged returns what follows a tag of ID3, which pieces of HLS have, too; its length has 7 bits a byte.
func untagged(head []byte) []byte {
	if !bytes.HasPrefix(head, []byte("ID3")) || len(head) < 10 {
		return head
	}
	n := 10 + int(head[6]&127)<<21 + int(head[7]&127)<<14 + int(head[8]&127)<<7 + int(head[9]&127)
	return head[min(n, len(head)):]
}

// inMP4 names the coding in an MP4 file, as far as its beginning says so.
func inMP4(head []byte) string {
	switch {
	case bytes.Contains(head, []byte("alac")):
		return "Apple Lossless in MP4"
	case bytes.Contains(head, []byte("mp4a")), bytes.Contains(head, []byte("M4A ")):
		return "AAC in MP4"
	}
	return "MP4"
}

// declaredAAC are the types of AAC.
var declaredAAC = []string{"audio/aac", "audio/aacp", "audio/x-aac", "audio/mp4", "audio/m4a", "audio/x-m4a",
	"audio/mp4a-latm"}

// guarded turns a panic of a decoder into its error: hostile bytes end the
// sound, not the program.
type guarded struct {
	s    Stream
	kind Kind
	err  error
}

func (g *guarded) Format() beep.Format { return g.s.Format() }

func (g *guarded) Stream(samples [][2]float64) (n int, ok bool) {
	if g.err != nil {
		return 0, false
	}
	defer func() {
		if p := recover(); p != nil {
			n, ok, g.err = 0, false, fmt.Errorf("decode: damaged %s: %v", g.kind, p)
		}
	}()
	return g.s.Stream(samples)
}

func (g *guarded) Err() error {
	if g.err != nil {
		return g.err
	}
	return g.s.Err()
}

// onlyReader hides the other methods of r: a decoder that finds a Seeker would
// read the end first, which a download does not have yet.
type onlyReader struct{ io.Reader }

func newMP3(r io.Reader) (Stream, error) {
	d, err := mp3.Decode(io.NopCloser(onlyReader{r}))
	if errors.Is(err, mp3.ErrNoFrame) {
		return nil, fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	if err != nil {
		return nil, err
	}
	return d, nil
}
