package kit

import (
	"image"

	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// Card is a page with few words: a picture and some lines. What fits one panel at once
// takes several pages on another.
type Card struct {
	Icon  render.Widget  // as large as sheet.box; nil = none
	Lines [][]fonts.Span // from the top, each of spans in their colours
	Big   int            // the line that is as large as possible
}

// Sheet lays out cards for one panel without cutting anything off: what does not
// fit side by side goes below each other, or else in turn, and what does not fit
// even alone scrolls.
type Sheet struct {
	Size  image.Point // of the panel, pixels
	Fonts *fonts.Set  // those of the panel
	icons paint.IconSource
	look  paint.Look
}

// NewSheet returns the sheet of a panel, for texts in look; what look leaves open is as
// paint has it.
func NewSheet(env Env, look paint.Look) *Sheet {
	return &Sheet{Size: env.Size, Fonts: env.Fonts, icons: env.Icons, look: look.WithDefaults()}
}

// Box returns the side of an icon.
func (s *Sheet) Box() int { return 8 * paint.IconScale(s.Size.X, s.Size.Y) }
