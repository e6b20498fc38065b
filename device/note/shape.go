// SPDX-License-Identifier: Apache-2.0

package note

import (
	"fmt"
	"strings"

	"github.com/ledpost/ledpost/internal/enum"
)

// Shape is a drawing command. Coordinates count pixels from the top left corner of the
// panel; what lies outside of the panel is not drawn.
type Shape struct {
	Kind   ShapeKind `json:"kind"`
	X      int       `json:"x"`
	Y      int       `json:"y"`
	X1     int       `json:"x1,omitempty"` // the end of a line, inclusive
	Y1     int       `json:"y1,omitempty"`
	Width  int       `json:"width,omitempty"` // of ShapeRect, ShapeFill and ShapeBitmap
	Height int       `json:"height,omitempty"`
	Radius int       `json:"radius,omitempty"` // of ShapeCircle and ShapeDisc, about the pixel X, Y
	Text   string    `json:"text,omitempty"`   // of ShapeText, in small letters; X, Y is the top left corner of a capital
	Color  Color     `json:"color,omitzero"`   // zero = the frame's
	Pixels Pixels    `json:"pixels,omitempty"` // of ShapeBitmap: Width times Height, row by row
}

// ShapeKind is the kind of a Shape. The zero value is ShapePixel.
type ShapeKind = enum.Of[shapeKinds]

const (
	ShapePixel  ShapeKind = iota
	ShapeLine             // from X, Y to X1, Y1
	ShapeRect             // its outline
	ShapeFill             // a filled rectangle
	ShapeCircle           // its outline
	ShapeDisc             // a filled circle
	ShapeText
	ShapeBitmap
)

type shapeKinds struct{}

func (shapeKinds) Words() []string {
	return []string{"pixel", "line", "rect", "fill", "circle", "disc", "text", "bitmap"}
}

// ShapeKinds returns the names of all kinds, in order.
func ShapeKinds() []string { return enum.Named[ShapeKind]() }

// Pixels are the colours of a bitmap; an unset one is transparent.
type Pixels []Color

// transparent stands for a transparent pixel in the text of Pixels.
const transparent = "------"

// MarshalText returns RRGGBB for each pixel, without separators.
func (p Pixels) MarshalText() ([]byte, error) {
	text := make([]byte, 0, len(transparent)*len(p))
	for _, c := range p {
		if c.Set {
			text = fmt.Appendf(text, "%02X%02X%02X", c.R, c.G, c.B)
		} else {
			text = append(text, transparent...)
		}
	}
	return text, nil
}

// UnmarshalText is the inverse of MarshalText.
func (p *Pixels) UnmarshalText(text []byte) error {
	if len(text)%len(transparent) != 0 {
		return fmt.Errorf("%d bytes are not 6 for each pixel", len(text))
	}
	var all Pixels
	for s := string(text); s != ""; s = s[len(transparent):] {
		var c Color
		if one := s[:len(transparent)]; one != transparent {
			var err error
			if c, err = ParseColor("#" + strings.ToUpper(one)); err != nil {
				return err
			}
		}
		all = append(all, c)
	}
	*p = all
	return nil
}
