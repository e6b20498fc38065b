// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/scans"
	"github.com/ledpost/ledpost/internal/scans/scanstest"
)

// film is a GIF of so many frames, the first as large as the canvas, the others of the size rest.
func film(t *testing.T, canvas, rest image.Point, frames int) []byte {
	t.Helper()
	g := &gif.GIF{Config: image.Config{Width: canvas.X, Height: canvas.Y}}
	for i := range frames {
		size := rest
		if i == 0 {
			size = canvas
		}
		m := image.NewPaletted(image.Rectangle{Max: size}, color.Palette{color.Black, color.RGBA{uint8(i), 9, 0, 255}})
		m.Pix[0] = 1
		g.Image, g.Delay = append(g.Image, m), append(g.Delay, 5)
	}
	var b bytes.Buffer
	must.Do(t, gif.EncodeAll(&b, g))
	return b.Bytes()
}

// TestDearPixels: what costs more to decode counts more.
func TestDearPixels(t *testing.T) {
	lossy := must.Get(os.ReadFile("webp/testdata/lossy.webp"))(t)
	lossless := must.Get(os.ReadFile("webp/testdata/lossless.webp"))(t)
	deep := rawPNG{kind: 2, depth: 16, w: 10, h: 10, samples: make([]uint16, 300)}.bytes()
	flat := rawPNG{kind: 2, depth: 8, w: 10, h: 10, samples: make([]uint16, 300)}.bytes()
	for _, row := range []struct {
		why   string
		data  []byte
		times int
	}{
		{"8 bits a colour", flat, 1},
		{"16 bits a colour", deep, 2},
		{"a lossless WebP", lossless, 1},
		{"a lossy WebP", lossy, 2},
		{"a JPEG of one scan", scanstest.JPEG(16, 1), 1},
		{"a progressive JPEG, as libjpeg writes it", scanstest.JPEG(16, 10), 1},
		{"a JPEG of more scans", scanstest.JPEG(16, 11), 2},
		{"a JPEG of as many as it may have", scanstest.JPEG(16, scans.Most), 2},
	} {
		f := must.Get(inspect(row.data))(t)
		r := must.Get(Parse(dataURI(row.data)))(t)
		if want := f.first*f.size.X*f.size.Y*row.times + f.first*sentFrame; r.Work() != want {
			t.Errorf("%s: %d pixels, want %d", row.why, r.Work(), want)
		}
	}
}

// TestSentIcons: of a picture that somebody sends only the first frames are decoded where all of them are dear; the
// same file in the user's folder is shown whole.
func TestSentIcons(t *testing.T) {
	for _, row := range []struct {
		why          string
		data         []byte
		frames, work int
	}{
		{"small", film(t, image.Pt(8, 8), image.Pt(8, 8), 3), 3, 3 * (64 + sentFrame)},
		{"as much as is decoded", film(t, image.Pt(1024, 512), image.Pt(1024, 512), 2), 2, MaxSent + 2*sentFrame},
		{"more", film(t, image.Pt(600, 600), image.Pt(600, 600), 6), 2, 2 * (600*600 + sentFrame)},
		{"one frame is dear, the others change little", film(t, image.Pt(1000, 1000), image.Pt(10, 10), 60), 60,
			1000*1000 + 59*100 + 60*sentFrame},
		{"a dear one before a small one", film(t, image.Pt(1024, 1024), image.Pt(1, 1), 3), 1, MaxSent + sentFrame},
	} {
		r := must.Get(Parse(dataURI(row.data)))(t)
		if r.Work() != row.work {
			t.Errorf("%s: %d pixels, want %d", row.why, r.Work(), row.work)
		}
		dir := t.TempDir()
		must.Do(t, os.MkdirAll(filepath.Join(dir, "icons"), 0o755))
		must.Do(t, os.WriteFile(filepath.Join(dir, "icons", "mine.gif"), row.data, 0o644))
		s, _ := running(t, Config{Dir: dir})
		must.Do(t, s.Load(t.Context(), r))
		if got := len(s.Icon(r).Frames); got != row.frames {
			t.Errorf("%s: %d frames, want %d", row.why, got, row.frames)
		}
		mine := ref(t, "mine")
		must.Do(t, s.Load(t.Context(), mine))
		whole := must.Get(Inspect(row.data))(t).Frames
		if got := len(s.Icon(mine).Frames); got != whole || mine.Work() != 0 {
			t.Errorf("%s: the user's has %d frames, want %d, and %d pixels", row.why, got, whole, mine.Work())
		}
	}
}
