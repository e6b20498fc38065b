// SPDX-License-Identifier: Apache-2.0

// Package pixtest compares pictures with ASCII art in tests.
//
// A character is a pixel: '.' is black (or clear), '#' white, 'R', 'G', 'B',
// 'Y', 'C', 'M' the full colours, their lower case the same at half, '+' half
// white, '-' dim white (1 to 63). '?' is any other colour. Drawing black and
// leaving a pixel clear look the same on a panel, so they look the same here.
package pixtest

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"iter"
	"os"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// String draws m as art, a line a row, each line ended by a newline.
func String(m image.Image) string {
	var s strings.Builder
	b := m.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			s.WriteByte(char(color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA)))
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// Lit is like String with '#' for every pixel that is not black.
func Lit(m image.Image) string {
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '\n' {
			return r
		}
		return '#'
	}, String(m))
}

// Clean strips the indentation and the blank lines around art in a raw string.
func Clean(art string) string {
	var out []string
	for line := range strings.Lines(art) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return strings.Join(out, "\n") + "\n"
}

// Equal fails t when m does not look like art.
func Equal(t testing.TB, m image.Image, art string) {
	t.Helper()
	compare(t, String(m), Clean(art))
}

// EqualLit fails t when the lit pixels of m differ from art.
func EqualLit(t testing.TB, m image.Image, art string) {
	t.Helper()
	compare(t, Lit(m), Clean(art))
}

func compare(t testing.TB, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("picture is\n%swant\n%s", got, want)
	}
}

// levels of one channel: dark, dim, half, full.
func level(v uint8) int {
	switch {
	case v == 0:
		return 0
	case v < 64:
		return 1
	case v < 192:
		return 2
	}
	return 3
}

func char(c color.NRGBA) byte {
	if c.A == 0 {
		return '.'
	}
	r, g, b := level(c.R), level(c.G), level(c.B)
	top := max(r, g, b)
	if top == 0 {
		return '.'
	}
	set := 0
	for i, v := range []int{r, g, b} {
		if v == top {
			set |= 1 << i
		} else if v != 0 {
			return '?'
		}
	}
	names := []string{"", "-rgybmc-", "+rgybmc+", "#RGYBMC#"}[top] // by set: red 1, green 2, blue 4
	return names[set]
}

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

// Colors yields the colour of each pixel of m, row by row.
func Colors(m *image.RGBA) iter.Seq[color.RGBA] {
	return func(yield func(color.RGBA) bool) {
		for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
			for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
				if !yield(m.RGBAAt(x, y)) {
					return
				}
			}
		}
	}
}
