// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

func TestPictureFitter(t *testing.T) {
	rows := []struct {
		name     string
		src, box image.Point
		want     image.Rectangle
	}{
		{"as large", image.Pt(37, 8), image.Pt(37, 8), image.Rect(0, 0, 37, 8)},
		{"an icon on a row", image.Pt(8, 8), image.Pt(37, 8), image.Rect(14, 0, 22, 8)},
		{"an icon enlarged by 4", image.Pt(8, 8), image.Pt(64, 32), image.Rect(16, 0, 48, 32)},
		{"by a whole number only", image.Pt(10, 10), image.Pt(64, 32), image.Rect(17, 1, 47, 31)},
		{"larger", image.Pt(128, 64), image.Pt(64, 32), image.Rect(0, 0, 64, 32)},
		{"too wide", image.Pt(100, 10), image.Pt(64, 32), image.Rect(0, 13, 64, 19)},
		{"too high", image.Pt(10, 100), image.Pt(64, 32), image.Rect(30, 0, 33, 32)},
		{"by whole numbers only, beside it", image.Pt(64, 32), image.Pt(127, 64), image.Rect(31, 16, 95, 48)},
		{"very wide", image.Pt(1024, 1), image.Pt(8, 8), image.Rect(0, 3, 8, 4)},
		{"very high", image.Pt(1, 1024), image.Pt(37, 8), image.Rect(18, 0, 19, 8)},
	}
	for _, row := range rows {
		if got := pictureFitter(row.src, row.box).dst; got != row.want {
			t.Errorf("%s: %v, want %v", row.name, got, row.want)
		}
	}
}

func TestPicture(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 2, 2))
	m.Set(1, 0, color.RGBA{255, 0, 0, 255})
	var b bytes.Buffer
	must.Do(t, png.Encode(&b, m))
	ic, err := Picture(t.Context(), b.Bytes(), image.Pt(8, 4), Most{})
	if err != nil || len(ic.Frames) != 1 {
		t.Fatal(ic, err)
	}
	for y := range 4 {
		for x := range 8 {
			red := x >= 4 && x < 6 && y < 2 // the right upper quarter of 2 to 6
			if got := ic.Frames[0].Image.RGBAAt(x, y); (got.R == 255) != red {
				t.Errorf("%d, %d is %v", x, y, got)
			}
		}
	}
	if _, err := Picture(t.Context(), []byte("no picture"), image.Pt(8, 8), Most{}); err == nil {
		t.Error("no picture: no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Picture(ctx, b.Bytes(), image.Pt(8, 8), Most{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after its context: %v", err)
	}
}

// TestPictureAround: a photograph is a quarter larger than what covers the box; every other picture lies in it.
func TestPictureAround(t *testing.T) {
	for _, row := range []struct {
		why        string
		of, box    image.Point
		frames     int
		want       image.Point
		everywhere bool // it has a colour
	}{
		{"a photograph", image.Pt(400, 300), image.Pt(64, 32), 1, image.Pt(80, 60), true},
		{"an upright one", image.Pt(300, 400), image.Pt(64, 32), 1, image.Pt(80, 106), true},
		{"a wide one", image.Pt(1000, 100), image.Pt(64, 64), 1, image.Pt(64, 64), false},
		{"as wide as may be", image.Pt(1000, 160), image.Pt(64, 64), 1, image.Pt(500, 80), true},
		{"on 8 rows", image.Pt(400, 300), image.Pt(37, 8), 1, image.Pt(46, 34), true},
		{"not larger enough", image.Pt(79, 60), image.Pt(64, 32), 1, image.Pt(64, 32), false},
		{"an icon", image.Pt(8, 8), image.Pt(64, 32), 1, image.Pt(64, 32), false},
		{"a film", image.Pt(400, 300), image.Pt(64, 32), 2, image.Pt(64, 32), false},
	} {
		g := &gif.GIF{}
		for i := range row.frames {
			m := image.NewPaletted(image.Rectangle{Max: row.of}, color.Palette{color.White, color.Black})
			m.Pix[i] = 1
			g.Image, g.Delay = append(g.Image, m), append(g.Delay, 10)
		}
		var b bytes.Buffer
		must.Do(t, gif.EncodeAll(&b, g))
		film := Film{Box: row.box, Around: true}
		ic := must.Get(film.Decode(t.Context(), b.Bytes()))(t)
		m := ic.Frames[0].Image
		if want := row.want; m.Rect.Size() != want {
			t.Errorf("%s: %v, want %v", row.why, m.Rect.Size(), want)
		}
		for i := 3; i < len(m.Pix) && row.everywhere; i += 4 {
			if m.Pix[i] == 0 {
				t.Errorf("%s: an edge is clear", row.why)
				break
			}
		}
		if cost := must.Get(film.Cost(b.Bytes()))(t); cost < int64(len(m.Pix)) {
			t.Errorf("%s: it costs %d bytes", row.why, cost)
		}
	}
}
