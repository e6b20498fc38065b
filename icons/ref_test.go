// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"encoding/base64"
	"image"
	"log/slog"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/scans"
	"github.com/ledpost/ledpost/internal/scans/scanstest"
)

func dataURI(data []byte) string {
	return "data:image/gif;base64," + base64.StdEncoding.EncodeToString(data)
}

// onePixel is a PNG of the smallest kind.
func onePixel() []byte {
	return rawPNG{kind: 2, depth: 8, w: 1, h: 1, samples: []uint16{255, 0, 0}}.bytes()
}

func TestParse(t *testing.T) {
	b64 := base64.StdEncoding.EncodeToString(onePixel())
	spaced := b64[:9] + "\r\n " + b64[9:]
	for _, tt := range []struct{ why, in, key string }{
		{"static icon", "i123", "123"},
		{"animation", "a123", "123"},
		{"bare number", "123", "123"},
		{"capital prefix", "I123", "123"},
		{"leading zeros", "007", "7"},
		{"zero", "0", "0"},
		{"the largest number", "2147483647", "2147483647"},
		{"a name", "weather-rain", "weather-rain"},
		{"names ignore case", "Door", "door"},
		{"digits in a name", "i12x", "i12x"},
		{"space around it", " i87 ", "87"},
		{"nothing", "", ""},
		{"space alone", "  ", ""},
		{"data URI of a PNG", "data:image/png;base64," + b64, dataKey},
		{"wrong media type", "data:image/jpeg;base64," + b64, dataKey},
		{"no media type", "data:;base64," + b64, dataKey},
		{"a parameter more", "data:image/png;charset=utf-8;base64," + b64, dataKey},
		{"capital letters", "DATA:image/png;BASE64," + b64, dataKey},
		{"line breaks", "data:image/png;base64," + spaced, dataKey},
		{"no padding", "data:image/png;base64," + strings.TrimRight(b64, "="), dataKey},
		{"escapes", "data:image/png;base64," + strings.NewReplacer("+", "%2B", "/", "%2f", "=", "%3D").Replace(b64), dataKey},
		{"URL alphabet", "data:image/png;base64," + strings.NewReplacer("+", "-", "/", "_").Replace(b64), dataKey},
	} {
		r, err := Parse(tt.in)
		if err != nil || r.key != tt.key || r.String() != strings.TrimSpace(tt.in) || r.IsZero() != (tt.key == "") {
			t.Errorf("%s: %.40q is %.40q, %v; want %q", tt.why, tt.in, r.key, err, tt.key)
		}
	}
}

func TestParseErrors(t *testing.T) {
	uri := func(data []byte) string { return dataURI(data) }
	big := make([]byte, MaxBytes+1)
	copy(big, onePixel())
	frames := func(n int, side int) []byte {
		g := rawGIF{size: image.Pt(side, side), global: make([]byte, 6)}
		for range n {
			g.frames = append(g.frames, rawFrame{rect: image.Rect(0, 0, 1, 1), bits: 1, pixels: []byte{0}, transparent: -1})
		}
		return g.bytes()
	}
	wide := rawGIF{size: image.Pt(8, 8), global: make([]byte, 6),
		frames: []rawFrame{{rect: image.Rect(0, 0, 1025, 1), bits: 1, transparent: -1}}}
	for _, tt := range []struct{ why, in, says string }{
		{"a URL", "http://example.org/a.png", "is no icon"},
		{"space within", "i 123", "is no icon"},
		{"a negative number", "-1", "is no icon"},
		{"a fraction", "1.5", "is no icon"},
		{"larger than 31 bits", "2147483648", "is no icon"},
		{"a path", "../door", "is no icon"},
		{"control character", "a\x00b", "is no icon"},
		{"not ASCII", "türe", "is no icon"},
		{"too long", strings.Repeat("a", 65), "65 characters"},
		{"no comma", "data:image/png;base64", "no comma"},
		{"not base64", "data:image/png,abc", "not base64"},
		{"broken base64", "data:image/png;base64,$$$$", "illegal base64"},
		{"broken escape", "data:image/png;base64,%zz", "%"},
		{"no data", "data:image/png;base64,", "neither PNG, GIF, JPEG nor WebP"},
		{"JPEG cut within its header", uri([]byte("\xff\xd8\xff\xe0")), "unexpected EOF"},
		{"WebP cut within its header", uri([]byte("RIFF\x40\x00\x00\x00WEBPVP8 ")), "unexpected EOF"},
		{"a BMP", uri([]byte("BM\x00\x00")), "neither PNG, GIF, JPEG nor WebP"},
		{"PNG cut within its header", uri(onePixel()[:20]), "unexpected EOF"},
		{"GIF cut within its header", uri([]byte("GIF89a\x01\x00")), "header"},
		{"GIF of no frame", uri([]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00\x3b")), "no frame"},
		{"too many bytes", uri(big), "256 KiB"},
		{"far too many bytes", "data:;base64," + strings.Repeat("A", 1<<20), "256 KiB"},
		{"PNG too wide", uri(rawPNG{kind: 0, depth: 1, w: 1025, h: 1, samples: make([]uint16, 1025)}.bytes()),
			"1025×1 pixels"},
		{"GIF too large", uri(frames(1, 1025)), "1025×1025 pixels"},
		{"first frame too large", uri(wide.bytes()), "1025×1 pixels"},
		{"too many frames", uri(frames(513, 8)), "more than 512 frames"},
		{"JPEG of too many scans", uri(scanstest.JPEG(8, scans.Most+1)), "more than 20 scans"},
		{"JPEG that would take minutes", uri(scanstest.JPEG(600, 19_000)), "more than 20 scans"},
	} {
		r, err := Parse(tt.in)
		if err == nil || !strings.Contains(err.Error(), tt.says) || !r.IsZero() {
			t.Errorf("%s: %v, want an error with %q", tt.why, err, tt.says)
		} else if len(err.Error()) > 200 || !strings.HasPrefix(err.Error(), "icons: ") {
			t.Errorf("%s: %v", tt.why, err)
		}
	}
	for _, in := range []string{uri(frames(512, 1024)), uri(frames(512, 8)), uri(scanstest.JPEG(1024, scans.Most))} {
		if _, err := Parse(in); err != nil {
			t.Errorf("at the limits: %v", err)
		}
	}
}

// A picture may claim what it does not hold: no pixel is allocated for it.
func TestParseAllocatesNoPixels(t *testing.T) {
	g := rawGIF{size: image.Pt(1024, 1024), global: make([]byte, 6)}
	for range 512 {
		g.frames = append(g.frames, rawFrame{rect: image.Rect(0, 0, 1024, 1024), bits: 1, transparent: -1})
	}
	uri := dataURI(g.bytes())
	r := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			must.Get(Parse(uri))(b)
		}
	})
	if got, most := r.AllocedBytesPerOp(), int64(4*len(uri)); got > most {
		t.Errorf("Parse allocated %d bytes for %d of input", got, len(uri))
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"i123", "a1", "weather-rain", "", "data:image/png;base64,", "data:;base64,%2B",
		dataURI(onePixel())} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		memtest.AtMost(t, 512<<10+64*len(s), func() {
			r, err := Parse(s)
			if err != nil {
				if !r.IsZero() {
					t.Errorf("an error and %q", r)
				}
				return
			}
			again, err := Parse(r.String())
			if err != nil || again != r {
				t.Errorf("%q: a second time %v, %v", s, again, err)
			}
		})
	})
}

// TestReadAndFault: what others send is read whatever it is, within the limits; and what is said of
// an icon once it is known that a sign stands in its place.
func TestReadAndFault(t *testing.T) {
	s := New(Config{}, slog.New(slog.DiscardHandler))
	broken := onePixel()
	broken[len(broken)-20] ^= 0xFF
	for _, row := range []struct{ why, in, says string }{
		{"nothing", "", ""},
		{"a name", "weather-rain", ""},
		{"a picture", dataURI(onePixel()), ""},
		{"a quoted number", "'8146'", `"'8146'" is no icon: want a number`},
		{"a template that failed", "{{ states('sensor.icon') }}", "is no icon"},
		{"a word for nothing", "None None", "is no icon"},
		{"too long", strings.Repeat("a", 65), "65 characters"},
		{"an unknown name", "nosuch", `there is no icon "nosuch"`},
		{"a misspelt name", "face-smlie", `there is no icon "face-smlie" (did you mean "face-smile"?)`},
		{"a misspelt short name", "Cofee", `there is no icon "Cofee" (did you mean "coffee"?)`},
		{"an unknown number", "99999", `there is no icon "99999"`},
		{"three bytes as a picture", "data:image/png;base64,AAAA", "neither PNG"},
		{"no base64", "data:image/png;base64,$$", "illegal base64"},
		{"a picture whose pixels are broken", dataURI(broken), "cannot be decoded"},
	} {
		r, err := Read(row.in)
		if err != nil {
			t.Errorf("%s: %v", row.why, err)
			continue
		}
		unknown := s.Icon(r).Unknown()
		if says := s.Fault(r); unknown != (row.says != "") || !strings.Contains(says, row.says) ||
			row.says == "" && says != "" {
			t.Errorf("%s: a sign is drawn: %v, and it says %q", row.why, unknown, says)
		}
		var back Ref
		text, _ := r.MarshalText()
		if err := back.UnmarshalText(text); err != nil || back != r {
			t.Errorf("%s: it comes back as %v, %v", row.why, back, err)
		}
	}
	for why, data := range map[string][]byte{
		"too many bytes": make([]byte, MaxBytes+1),
		"too large":      rawPNG{kind: 0, depth: 1, w: 1025, h: 1, samples: make([]uint16, 1025)}.bytes(),
	} {
		if _, err := Read(dataURI(data)); err == nil {
			t.Errorf("%s: it is accepted", why)
		}
	}
}
