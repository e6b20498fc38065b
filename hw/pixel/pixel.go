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
