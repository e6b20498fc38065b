// SPDX-License-Identifier: Apache-2.0

package pixtest

import (
	"image"
	"image/draw"
	"image/png"
	"os"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// Read returns the picture in a PNG file.
func Read(t testing.TB, path string) *image.RGBA {
	t.Helper()
	return must.Get(read(path))(t)
}

func read(path string) (*image.RGBA, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := png.Decode(f)
	if err != nil {
		return nil, err
	}
	out := image.NewRGBA(m.Bounds())
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out, nil
}
