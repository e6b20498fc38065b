// SPDX-License-Identifier: Apache-2.0

// Package pixel turns pictures into the values of LEDs: which LED shows which
// pixel, how bright each channel is in linear light, what the power supply
// allows, and how few bits show it without steps. Everything here is pure;
// drivers of strips and matrices send the result.
package pixel

import (
	"fmt"
	"image"
	"strings"

	"github.com/ledpost/ledpost/internal/keyerr"
)

// Size is a width and a height in pixels, "37x8" in text. The zero value means
// not given.
type Size image.Point

// maxSide bounds sizes from configuration, so that their product cannot
// overflow or exhaust memory.
const maxSide = 4096

// UnmarshalText reads "WxH".
func (s *Size) UnmarshalText(text []byte) error {
	var w, h int
	var rest string
	n, _ := fmt.Sscanf(strings.ToLower(string(text))+" ", "%dx%d%s", &w, &h, &rest)
	if n != 2 || w < 1 || h < 1 || w > maxSide || h > maxSide {
		return fmt.Errorf("%q is not a size such as 37x8", text)
	}
	*s = Size{w, h}
	return nil
}

// MarshalText writes "WxH".
func (s Size) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (s Size) String() string { return fmt.Sprintf("%dx%d", s.X, s.Y) }

// Luma is the luma of a pixel of four bytes, 0 to 255×256: the weights of BT.601, in
// 256ths.
func Luma(rgba []byte) uint32 { return 77*uint32(rgba[0]) + 150*uint32(rgba[1]) + 29*uint32(rgba[2]) }

// Over is the luma above which a pixel is lit, of a threshold from 0 to 1.
func Over(threshold float64) uint32 { return uint32(threshold * 255 * 256) }

// Order reads the order of colours on a wire, such as "GRB" or, where white is
// possible, "GRBW", and returns the place of red, green, blue and, if there is
// one, white.
func Order(text string, white bool) (places []int, err error) {
	channels, known := "RGB", "RGB"
	if white {
		known = "RGB or RGBW"
		if len(text) == 4 {
			channels = "RGBW"
		}
	}
	for _, channel := range channels {
		p := strings.IndexRune(strings.ToUpper(text), channel)
		if p < 0 || len(text) != len(channels) {
			return nil, keyerr.New("order", "order %q: want the letters of %s in any order", text, known)
		}
		places = append(places, p)
	}
	return places, nil
}
