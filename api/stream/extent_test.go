// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestAreasDelimitThemselves: several pictures in a packet, each with the length of its
// raw pixels, as senders write it.
func TestAreasDelimitThemselves(t *testing.T) {
	for name, encoding := range map[string]uint8{"PNG": encodingPNG, "GIF": encodingGIF, "JPEG": encodingJPEG} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			one := func(x int) lmspTestArea {
				return lmspTestArea{image.Rect(x, 0, x+2, 2), encoded(t, encoding, 2, 2), 12}
			}
			must.Do(t, r.send(lmspName, lmspPacket(r.id, encoding, one(0), one(2), one(0)), anna, 0))
			for x := range 4 {
				if c := r.m.RGBAAt(x, 1); c.R < 240 || c.G > 16 {
					t.Errorf("column %d is %v", x, c)
				}
			}
			broken := one(2)
			broken.data = broken.data[:len(broken.data)-1]
			r.drops(lmspName, lmspPacket(r.id, encoding, one(0), broken, one(0))[:lmspHeader+2*lmspArea+2*len(broken.data)],
				anna, 0, errShort)
		})
	}
}

// moving is a GIF of several frames with comments, palettes of their own and loops.
func moving(t testing.TB) []byte {
	t.Helper()
	g := &gif.GIF{LoopCount: 3}
	for range 3 {
		g.Image = append(g.Image, image.NewPaletted(image.Rect(0, 0, 5, 3), color.Palette{color.Black, color.White}))
		g.Delay = append(g.Delay, 5)
	}
	var b bytes.Buffer
	must.Do(t, gif.EncodeAll(&b, g))
	return b.Bytes()
}

func TestExtent(t *testing.T) {
	pictures := map[uint8][][]byte{
		encodingPNG: {encoded(t, encodingPNG, 1, 1), encoded(t, encodingPNG, 200, 100)},
		encodingGIF: {encoded(t, encodingGIF, 1, 1), encoded(t, encodingGIF, 200, 100), moving(t)},
		encodingJPEG: {encoded(t, encodingJPEG, 1, 1), encoded(t, encodingJPEG, 200, 100),
			[]byte("\xff\xd8\xff\xda\x00\x02\x01\xff\x00\xff\xd3\x02\xff\xff\xd9")},
	}
	for encoding, all := range pictures {
		for _, p := range all {
			if n, err := extent(encoding, append(bytes.Clone(p), "lmsp\xff\xd9;"...)); n != len(p) || err != nil {
				t.Errorf("encoding %d: %d, %v; want %d", encoding, n, err, len(p))
			}
			for end := range len(p) { // cut anywhere
				if _, err := extent(encoding, p[:end]); !errors.Is(err, errShort) && end >= 8 {
					t.Errorf("encoding %d, %d of %d bytes: %v, want %v", encoding, end, len(p), err, errShort)
				}
			}
			if n := testing.AllocsPerRun(10, func() { extent(encoding, p) }); n != 0 {
				t.Errorf("encoding %d: %v allocations", encoding, n)
			}
		}
	}
	for name, row := range map[string]struct {
		encoding uint8
		data     string
	}{
		"nothing":                     {encodingPNG, ""},
		"raw pixels":                  {encodingRaw, "\xff\x00\x00"},
		"a GIF that is called a PNG":  {encodingPNG, string(moving(t))},
		"a chunk that is too long":    {encodingPNG, "\x89PNG\r\n\x1a\n\x80\x00\x00\x00IEND\x00\x00\x00\x00"},
		"no block of a GIF":           {encodingGIF, "GIF89a\x01\x00\x01\x00\x00\x00\x00\x77"},
		"a segment without a marker":  {encodingJPEG, "\xff\xd8\x00\x00\x00\x00"},
		"a segment that is too short": {encodingJPEG, "\xff\xd8\xff\xe0\x00\x01\xff\xd9"},
	} {
		if _, err := extent(row.encoding, []byte(row.data)); !errors.Is(err, errEncoding) {
			t.Errorf("%s: %v, want %v", name, err, errEncoding)
		}
	}
}

// FuzzExtent: the end lies within the data, and a picture has the same end whatever
// follows it.
func FuzzExtent(f *testing.F) {
	for _, encoding := range []uint8{encodingPNG, encodingGIF, encodingJPEG} {
		f.Add(encoding, encoded(f, encoding, 3, 2))
	}
	f.Add(uint8(encodingGIF), moving(f))
	f.Fuzz(func(t *testing.T, encoding uint8, data []byte) {
		n, err := extent(encoding, data)
		if n < 0 || n > len(data) {
			t.Fatalf("%d of %d bytes", n, len(data))
		}
		if err != nil {
			return
		}
		if again, err := extent(encoding, data[:n]); again != n || err != nil {
			t.Errorf("%d bytes, and of these %d, %v", n, again, err)
		}
		if _, err := extent(encoding, data[:n-1]); err == nil {
			t.Error("without its last byte it is whole too")
		}
	})
}
