// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestPhotographsStandUpright: a JPEG of a phone shows as the phone shows it, and its size is told so.
func TestPhotographsStandUpright(t *testing.T) {
	wide := image.NewGray(image.Rect(0, 0, 32, 16)) // the left half is white
	for i := range wide.Pix {
		if i%32 < 16 {
			wide.Pix[i] = 255
		}
	}
	var b bytes.Buffer
	must.Do(t, jpeg.Encode(&b, wide, nil))
	for _, row := range []struct {
		why   string
		how   byte
		size  image.Point
		white image.Point // a pixel of the white half
		black image.Point
	}{
		{"upright", 1, image.Pt(32, 16), image.Pt(2, 8), image.Pt(29, 8)},
		{"upside down", 3, image.Pt(32, 16), image.Pt(29, 8), image.Pt(2, 8)},
		{"turned clockwise", 6, image.Pt(16, 32), image.Pt(8, 2), image.Pt(8, 29)},
		{"turned the other way", 8, image.Pt(16, 32), image.Pt(8, 29), image.Pt(8, 2)},
		{"a number that EXIF does not have", 9, image.Pt(32, 16), image.Pt(2, 8), image.Pt(29, 8)},
	} {
		exif := []byte(
			"\xff\xe1\x00\x22Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00_\x00\x00\x00\x00\x00\x00")
		exif[bytes.IndexByte(exif, '_')] = row.how
		data := slices.Concat(b.Bytes()[:2], exif, b.Bytes()[2:])
		f := must.Get(inspect(data))(t)
		m := must.Get(Decode(data))(t).Frames[0].Image
		at := func(p image.Point) uint8 { return color.GrayModel.Convert(m.At(p.X, p.Y)).(color.Gray).Y }
		if f.size != row.size || m.Rect.Size() != row.size || at(row.white) < 200 || at(row.black) > 50 {
			t.Errorf("%s: %v, %v, white %d, black %d", row.why, f.size, m.Rect, at(row.white), at(row.black))
		}
	}
}
