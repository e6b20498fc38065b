// SPDX-License-Identifier: Apache-2.0

// Package photo reads from a photograph which LEDs of a panel are lit, and in which
// colours. It knows no panel: whoever reads says how many LEDs it has.
//
// A photograph tells less than the wires: a camera has its own brightness and colours,
// and light of an LED falls on its neighbours. The reading is the brightness of each
// LED beside the brightest one.
package photo

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	_ "image/jpeg" // what cameras write
	_ "image/png"
	"io"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/exif"
)

// Limits of a photograph and of a panel.
const (
	MaxPixels = 24 << 20 // of a photograph
	maxLEDs   = 1 << 20
	leastSide = 4 // pixels of the photograph between two LEDs
)

// A Reading is the light of a panel's LEDs. It is a picture of the panel's size: 0xffff
// is the light of the brightest LED, in a linear scale.
type Reading struct {
	size  image.Point
	light [][3]float64 // row by row, 0 to 1
}

// ColorModel implements image.Image.
func (r *Reading) ColorModel() color.Model { return color.NRGBA64Model }

// Bounds implements image.Image.
func (r *Reading) Bounds() image.Rectangle { return image.Rectangle{Max: r.size} }

// At implements image.Image.
func (r *Reading) At(x, y int) color.Color {
	if !image.Pt(x, y).In(r.Bounds()) {
		return color.NRGBA64{}
	}
	l := r.light[y*r.size.X+x]
	return color.NRGBA64{word(l[0]), word(l[1]), word(l[2]), 0xffff}
}

// What an expected LED is, beside the brightest one expected: levels between the two are
// not judged, since cameras do not tell them well.
const (
	lit  = 0.2
	dark = 0.02
)

// seems is from which light on an LED that was read counts as lit.
const seems = 0.08

// Wrong returns the LEDs, row by row, that are dark where light, which has the same size,
// is bright, or bright where it is dark. Each colour counts, or with mono only the
// brightest one, for panels with LEDs of one colour.
func (r *Reading) Wrong(light image.Image, mono bool) (wrong []image.Point) {
	top := 0.0
	want := make([][3]float64, len(r.light))
	b := light.Bounds()
	for i := range want {
		c := color.NRGBA64Model.Convert(light.At(b.Min.X+i%r.size.X, b.Min.Y+i/r.size.X)).(color.NRGBA64)
		want[i] = gray([3]float64{float64(c.R), float64(c.G), float64(c.B)}, mono)
		top = max(top, want[i][0], want[i][1], want[i][2])
	}
	for i, l := range r.light {
		l = gray(l, mono)
		for c, w := range want[i] {
			if w >= lit*top && top > 0 && l[c] < seems || w <= dark*top && l[c] >= seems {
				wrong = append(wrong, image.Pt(i%r.size.X, i/r.size.X))
				break
			}
		}
	}
	return wrong
}

// gray returns the brightest colour for all three with mono, else l.
func gray(l [3]float64, mono bool) [3]float64 {
	if !mono {
		return l
	}
	v := max(l[0], l[1], l[2])
	return [3]float64{v, v, v}
}

func word(v float64) uint16 { return uint16(v*0xffff + 0.5) }

// Read reads a panel of size LEDs. corners are where the middles of the four corner LEDs
// are in the photograph, clockwise from the top left; nil finds four marks: white discs
// or lamps as large as an LED, at least half as bright, two LEDs outside of the corner
// LEDs, to the side and up or down: where LED (-2, -2) would be, and so on. Outside of
// them nothing may be as bright. The photograph stands upright, to 40°.
//
// An error says in a sentence the faults of the photograph, as that it is too dark.
func Read(m image.Image, size image.Point, corners *[4]image.Point) (*Reading, error) {
	switch b := m.Bounds(); {
	case size.X < 2 || size.Y < 2 || size.X > maxLEDs/size.Y:
		return nil, fmt.Errorf("photo: a panel of %d×%d LEDs cannot be read", size.X, size.Y)
	case b.Empty() || b.Dx() > MaxPixels/b.Dy():
		return nil, fmt.Errorf("photo: the photograph has %d×%d pixels, want at most %d million", b.Dx(), b.Dy(),
			MaxPixels>>20)
	}
	flat := image.NewRGBA(m.Bounds())
	draw.Draw(flat, flat.Rect, m, flat.Rect.Min, draw.Src)
	q, err := place(flat, size, corners)
	if err != nil {
		return nil, err
	}
	return expose(flat, q, size)
}

// place returns where the LEDs are in the photograph.
func place(m *image.RGBA, size image.Point, corners *[4]image.Point) (q projection, err error) {
	far := pt(float64(size.X-1), float64(size.Y-1))
	out := 0.0
	var at [4]point
	if corners != nil {
		for i, c := range corners {
			at[i] = pt(float64(c.X), float64(c.Y))
		}
	} else {
		out = 2
		if at, err = marks(m); err != nil {
			return q, err
		}
	}
	for i, p := range at {
		next, after := at[(i+1)%4], at[(i+2)%4]
		if p.x < -1e5 || p.y < -1e5 || p.x > 1e5 || p.y > 1e5 || turn(p, next, after) < leastSide {
			return q, errors.New("photo: the corners do not form a quadrangle, clockwise from the top left")
		}
	}
	q, err = project([4]point{pt(-out, -out), pt(far.x+out, -out), pt(far.x+out, far.y+out), pt(-out, far.y+out)}, at)
	if err != nil {
		return q, err
	}
	if side := q.pitch(far); side < leastSide {
		return q, fmt.Errorf("photo: the panel is too small in the photograph: %.1f pixels from LED to LED, want at least %d",
			side, leastSide)
	}
	return q, nil
}

// expose reads the LEDs of a panel that has been found.
func expose(m *image.RGBA, q projection, size image.Point) (*Reading, error) {
	s := sampled{source: m, q: q}
	n := size.X * size.Y
	seen := make([][3]float64, n)
	brightest, darkest, leds, gaps, flooded := 0.0, 1.0, 0.0, 0.0, 0
	for i := range n {
		x, y := float64(i%size.X), float64(i/size.X)
		seen[i] = s.disc(x, y, 0.2)
		brightest = max(brightest, seen[i][0], seen[i][1], seen[i][2])
		gap := s.disc(x+0.5, y+0.5, 0.1)
		leds, gaps = leds+max(seen[i][0], seen[i][1], seen[i][2]), gaps+max(gap[0], gap[1], gap[2])
		darkest = min(darkest, seen[i][0], seen[i][1], seen[i][2], gap[0], gap[1], gap[2])
		if min(gap[0], gap[1], gap[2]) > tooBright || max(gap[0], gap[1], gap[2]) > 0.98 {
			flooded++
		}
	}
	switch {
	case brightest < tooDark:
		return nil, fmt.Errorf("photo: the photograph is too dark: its brightest LED has %d of 255; expose it for longer",
			encode(brightest))
	case flooded*5 > n:
		return nil, errors.New("photo: the photograph is too bright: it is white between the LEDs; " +
			"expose it for less time, or dim the panel")
	}
	if brightest-darkest < least || alike(seen) && gaps > 0.8*leds {
		return nil, errors.New("photo: no LED stands out from its surroundings: " +
			"the panel is off, or the photograph is too dark or taken in daylight")
	}
	light, err := unmix(seen, size)
	if err != nil {
		return nil, err
	}
	return &Reading{size, light}, nil
}

// What a photograph is too dark or too bright for, in linear light: 50 and 200 of 255.
const (
	tooDark   = 0.032
	tooBright = 0.58
)

// least is how much brighter than the darkest place the brightest LED is, more than by the
// noise of a camera.
const least = 0.05

// maxFile bounds the file of a photograph, in bytes.
const maxFile = 64 << 20

// Decode reads a photograph, JPEG or PNG, of at most MaxPixels, as it is seen: turned by
// EXIF's orientation, where the file has one.
func Decode(in io.Reader) (image.Image, error) {
	data, err := bounded.Read(in, maxFile)
	if err != nil {
		return nil, fmt.Errorf("photo: %w", err)
	}
	head, _, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case errors.Is(err, image.ErrFormat):
		return nil, errors.New("photo: this is neither JPEG nor PNG")
	case err != nil:
		return nil, fmt.Errorf("photo: %w", err)
	case head.Width < 1 || head.Height < 1 || head.Width > MaxPixels/head.Height:
		return nil, fmt.Errorf("photo: the photograph has %d×%d pixels, want at most %d million", head.Width, head.Height,
			MaxPixels>>20)
	}
	m, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("photo: %w", err)
	}
	return exif.Stand(m, exif.Orientation(data)), nil
}
