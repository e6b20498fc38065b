// SPDX-License-Identifier: Apache-2.0

package note

import (
	"fmt"
	"image/color"
	"strconv"
)

// Color is an sRGB colour, or none when Set is false.
type Color struct {
	R, G, B uint8
	Set     bool
}

// ParseColor reads #RRGGBB.
func ParseColor(s string) (Color, error) {
	// 32 bits hold any six digits; the length is what rejects fewer and more.
	v, err := strconv.ParseUint(s[min(len(s), 1):], 16, 32)
	if err != nil || len(s) != 7 || s[0] != '#' {
		return Color{}, fmt.Errorf("%q is not a colour #RRGGBB", s)
	}
	return Color{uint8(v >> 16), uint8(v >> 8), uint8(v), true}, nil
}

// String gives #RRGGBB, or "" for no colour.
func (c Color) String() string {
	if !c.Set {
		return ""
	}
	return fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B)
}

// MarshalText returns the text of String.
func (c Color) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText accepts what ParseColor accepts, and the empty text for no colour.
func (c *Color) UnmarshalText(text []byte) (err error) {
	var v Color
	if len(text) > 0 {
		v, err = ParseColor(string(text))
	}
	if err == nil {
		*c = v
	}
	return err
}

// Opaque returns the colour for drawing, ignoring c.Set.
func (c Color) Opaque() color.RGBA { return color.RGBA{c.R, c.G, c.B, 255} }

// Or returns c for drawing, or otherwise where c is unset.
func (c Color) Or(otherwise color.RGBA) color.RGBA {
	if !c.Set {
		return otherwise
	}
	return c.Opaque()
}
