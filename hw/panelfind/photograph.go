// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"strconv"

	"github.com/ledpost/ledpost/hw/photo"
)

// The light of an LED beside the brightest one: from glows on it is lit, below gloomy it is
// dark. A photograph does not tell between the two.
const (
	glows  = 0.3
	gloomy = 0.12
)

// Photographed returns the answer to a question of a kind that a photograph gives, for [Search.Answer].
// The photograph was taken while the panel showed the probe, and read with the panel's size. An
// error says in a sentence why a person has to look. A photograph tells neither the size of a
// panel, for which r may be nil, nor a dark panel from a photograph that is too dark.
func Photographed(kind Kind, r *photo.Reading) (answer string, err error) {
	switch kind {
	case Rows:
		return litRows(r)
	case LED:
		return litLED(r)
	case Bands:
		return litBands(r)
	case Clean:
		return litFrame(r)
	case Stripes:
		return "", errors.New("a photograph does not tell this: look at the panel")
	}
	return "", errors.New("a photograph does not tell this: count the LEDs, or read the panel's label")
}

// lightOf is the light of the three colours of an LED, 0 to 1.
func lightOf(r *photo.Reading, x, y int) (light [3]float64) {
	c := r.At(x, y).(color.NRGBA64)
	return [3]float64{float64(c.R) / 0xffff, float64(c.G) / 0xffff, float64(c.B) / 0xffff}
}

// litOf returns the LEDs that are lit. The error names one of which the photograph does not tell.
func litOf(r *photo.Reading) (lit []image.Point, err error) {
	size := r.Bounds().Size()
	for i := range size.X * size.Y {
		at := image.Pt(i%size.X, i/size.X)
		l := lightOf(r, at.X, at.Y)
		switch v := max(l[0], l[1], l[2]); {
		case v >= glows:
			lit = append(lit, at)
		case v >= gloomy && err == nil:
			err = fmt.Errorf("the LED at %s is neither lit nor dark; expose for less time, and check the corners", told(at))
		}
	}
	return lit, err
}

// told is an LED as an answer names it.
func told(at image.Point) string { return fmt.Sprintf("%d,%d", at.X+1, at.Y+1) }

// litLED names the only LED that is lit.
func litLED(r *photo.Reading) (string, error) {
	switch lit, err := litOf(r); {
	case len(lit) > 1:
		return "", fmt.Errorf("%d LEDs seem lit, such as %s and %s; expose for less time, and check the corners",
			len(lit), told(lit[0]), told(lit[len(lit)-1]))
	case err != nil:
		return "", err
	default: // the brightest LED is lit
		return told(lit[0]), nil
	}
}

// litRows counts the rows in which an LED is lit. The rows that a panel lights at once have as many
// lit LEDs each, so that a row with a few of them is a fault of the photograph.
func litRows(r *photo.Reading) (string, error) {
	lit, err := litOf(r)
	if err != nil {
		return "", err
	}
	count := make([]int, r.Bounds().Dy())
	most := 0
	for _, at := range lit {
		count[at.Y]++
		most = max(most, count[at.Y])
	}
	rows := 0
	for y, n := range count {
		if n > 0 && n*4 < most {
			return "", fmt.Errorf("row %d has %d lit LEDs, others have %d; check the corners", y+1, n, most)
		}
		if n > 0 {
			rows++
		}
	}
	return strconv.Itoa(rows), nil
}

// distinct is how much brighter the colour of a band is than each other colour: a camera's
// sensors for a colour see some light of the others.
const distinct = 1.5

// litBands names the colours of the bands, of both halves where they differ.
func litBands(r *photo.Reading) (string, error) {
	var halves [2]string
	for half := range halves {
		for n := range bandLight {
			colour, err := litBand(r, half, n)
			if err != nil {
				return "", err
			}
			halves[half] += colour
		}
	}
	if halves[0] == halves[1] {
		return halves[0], nil
	}
	return halves[0] + "/" + halves[1], nil
}

// litBand is the letter of a band of a half, - for a dark one.
func litBand(r *photo.Reading, half, n int) (string, error) {
	size := r.Bounds().Size()
	var sum [3]float64
	lit, dark, all := 0, 0, 0
	for i := range size.X * size.Y {
		x, y := i%size.X, i/size.X
		if band(x, size.X) != n || 2*y/size.Y != half {
			continue
		}
		all++
		light := lightOf(r, x, y)
		switch v := max(light[0], light[1], light[2]); {
		case v >= glows:
			lit++
		case v < gloomy:
			dark++
		}
		for c, v := range light {
			sum[c] += v
		}
	}
	place := fmt.Sprintf("band %d of the %s half", n+1, []string{"upper", "lower"}[half])
	switch {
	case lit == 0 && dark*2 > all: // light of its neighbours falls on its edges
		return "-", nil
	case lit*2 < all:
		return "", fmt.Errorf("only %d of %d LEDs of %s are lit; check the corners", lit, all, place)
	}
	for c, name := range "rgb" {
		if sum[c] > distinct*max(sum[(c+1)%3], sum[(c+2)%3]) {
			return string(name), nil
		}
	}
	return "", fmt.Errorf("%s is neither red, green, blue nor dark; expose for less time", place)
}

// litFrame says whether the frame with its diagonals is lit and nothing else. Some wrong LEDs are no
// answer: they may be broken, or the photograph bad. So are dark corners of the frame, which the
// person has marked.
func litFrame(r *photo.Reading) (string, error) {
	size := r.Bounds().Size()
	want := image.NewGray(r.Bounds())
	for i := range want.Pix {
		if framed(size, i%size.X, i/size.X) {
			want.Pix[i] = 255
		}
	}
	wrong := r.Wrong(want, false)
	for _, at := range wrong {
		if (at.X == 0 || at.X == size.X-1) && (at.Y == 0 || at.Y == size.Y-1) {
			return "", fmt.Errorf("the LED at the corner %s is not as white as the others; check the corners", told(at))
		}
	}
	switch n := len(wrong); {
	case n == 0:
		return "yes", nil
	case n*50 < size.X*size.Y:
		return "", fmt.Errorf("%d LEDs seem wrong, such as %s; look at the panel", n, told(wrong[0]))
	}
	return "no", nil
}
