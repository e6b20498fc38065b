// SPDX-License-Identifier: Apache-2.0

// Package evidence keeps what a failed comparison of pictures saw, as files for people and for
// test servers.
package evidence

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"

	"github.com/ledpost/ledpost/internal/srgb"
)

// Names of the files, in the order of [Write]. The values of Shown and Expected are the light
// of the LEDs; Difference shows a person both, as the eye sees them, and below the LEDs that
// differ, in red.
const (
	Shown      = "shown.png"
	Expected   = "expected.png"
	Difference = "difference.png"
)

// Write writes two pictures of light, of the same size, and their difference into a folder, which
// it makes where it is missing, and returns the paths of the files. It replaces what it wrote
// before.
func Write(dir string, shown, expected image.Image) (files []string, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	for _, f := range []struct {
		name    string
		picture image.Image
	}{{Shown, values(shown)}, {Expected, values(expected)}, {Difference, beside(shown, expected)}} {
		path := filepath.Join(dir, f.name)
		if err := write(path, f.picture); err != nil {
			return files, err
		}
		files = append(files, path)
	}
	return files, nil
}

// write writes a picture, and leaves no part of a file.
func write(path string, m image.Image) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := png.Encode(f, m); err != nil {
		f.Close()
		os.Remove(path)
		return fmt.Errorf("%s: %w", path, err)
	}
	return f.Close()
}

// values returns the light of m, which may be of any kind, as a picture that PNG keeps exactly.
func values(m image.Image) image.Image {
	out := image.NewNRGBA64(image.Rectangle{Max: m.Bounds().Size()})
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out
}

const (
	wide = 1024 // pixels of the picture for people, about
	most = 24   // pixels of an LED
)

// beside draws the two pictures and their difference, enlarged, one below the other.
func beside(shown, expected image.Image) image.Image {
	size := expected.Bounds().Size()
	n := max(1, min(most, wide/max(size.X, 1)))
	out := image.NewRGBA(image.Rect(0, 0, (size.X+2)*n, (3*size.Y+4)*n))
	draw.Draw(out, out.Rect, image.NewUniform(color.Gray{0x30}), image.Point{}, draw.Src)
	for i := range size.X * size.Y {
		at := image.Pt(i%size.X, i/size.X)
		got, want := light(shown, at), light(expected, at)
		for row, c := range []color.RGBA{seen(got), seen(want), differs(got, want)} {
			led := image.Rect(0, 0, n, n).Add(at.Add(image.Pt(1, 1+row*(size.Y+1))).Mul(n))
			draw.Draw(out, led, image.NewUniform(c), image.Point{}, draw.Src)
		}
	}
	return out
}

// light returns the light of an LED, counted from the top left.
func light(m image.Image, at image.Point) color.NRGBA64 {
	at = at.Add(m.Bounds().Min)
	return color.NRGBA64Model.Convert(m.At(at.X, at.Y)).(color.NRGBA64)
}

// seen returns light as a screen shows it.
func seen(c color.NRGBA64) color.RGBA {
	value := func(v uint16) uint8 { return uint8(srgb.Value(float64(v)/0xffff)*255 + 0.5) }
	return color.RGBA{value(c.R), value(c.G), value(c.B), 255}
}

// differs returns red where light differs by more than one step of 8 bits.
func differs(a, b color.NRGBA64) color.RGBA {
	if near(a.R, b.R) && near(a.G, b.G) && near(a.B, b.B) {
		return color.RGBA{A: 255}
	}
	return color.RGBA{0xff, 0x30, 0x30, 255}
}

func near(a, b uint16) bool { return max(a, b)-min(a, b) <= 257 }
