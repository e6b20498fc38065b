// SPDX-License-Identifier: Apache-2.0

package pixtest

import (
	"errors"
	"image"
	"image/draw"
	"image/png"
	"os"
	"testing"
)

// Read returns the picture in a PNG file.
func Read(t testing.TB, path string) *image.RGBA {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewRGBA(m.Bounds())
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out
}

// Golden compares m with the picture in a PNG file, which somebody has looked at: no value may
// differ by more than processors round differently. If update is set it writes the file.
func Golden(t testing.TB, path string, m *image.RGBA, update bool) {
	t.Helper()
	if update {
		if err := write(path, m); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, differ := Read(t, path), 0
	if kept.Rect != m.Rect {
		t.Errorf("%s is %v, want %v: draw it again with -update, and look at it", path, kept.Rect, m.Rect)
		return
	}
	for i := range m.Pix {
		if d := int(m.Pix[i]) - int(kept.Pix[i]); d < -rounding || d > rounding {
			differ++
		}
	}
	if differ > 0 {
		t.Errorf("%d values of %s differ: draw it again with -update, and look at it", differ, path)
	}
}

// rounding is how far values may differ that processors round differently.
const rounding = 2

func write(path string, m image.Image) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(png.Encode(f, m), f.Close())
}
