// SPDX-License-Identifier: Apache-2.0

package note

import (
	"math"
	"time"

	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/enum"
)

// Frame is one picture of a notification or of an app. Its content is one of Text, Goal,
// Chart with its Line, and Regions: Match says which one. All may have an icon. The rest is drawn with
// it, from back to front: Background, Draw, the content, Progress, Draw if DrawFront,
// Overlay.
type Frame struct {
	Form   Form       `json:"form,omitempty"`
	Icon   icons.Ref  `json:"icon,omitzero"` // beside the content; of Regions, what their picture shows
	Text   []Fragment `json:"text,omitempty"`
	Color  Color      `json:"color,omitzero"` // default of everything without its own colour; zero = the device's setting
	Effect Effect     `json:"effect,omitempty"`
	Colors []Color    `json:"colors,omitempty"` // of EffectGradient and EffectPalette, at least 2; nil = the effect's own
	// Period is how long one cycle of the effect takes, MinPeriod to MaxPeriod; 0 = the
	// effect's default.
	Period time.Duration `json:"period,omitempty"`
	Fit    Fit           `json:"fit,omitempty"`
	Align  Align         `json:"align,omitempty"` // of text that does not scroll
	// of scrolling, pixels a second, MinSpeed to MaxSpeed; 0 = the device's setting
	Speed float64 `json:"speed,omitempty"`
	Push  Push    `json:"push,omitempty"` // what scrolling text does to the icon
	// How far icon and text are moved to the right from where they would be, pixels, up
	// to MaxOffset either way. Text that scrolls begins further to the right, never to the
	// left.
	IconOffset int `json:"iconOffset,omitempty"`
	TextOffset int `json:"textOffset,omitempty"`

	Goal   *Goal     `json:"goal,omitempty"`
	Chart  []float64 `json:"chart,omitempty"`  // columns, left to right
	Line   []float64 `json:"line,omitempty"`   // a line over the columns, or alone
	Scale  *Scale    `json:"scale,omitempty"`  // of Chart and Line; nil = from their values
	Levels []Level   `json:"levels,omitempty"` // colours by value, of Goal, Chart and Line
	Back   Color     `json:"back,omitzero"`    // behind Chart and Line; zero = nothing

	// Regions are a page of named parts, which takes turns with no other frame.
	Regions []Region `json:"regions,omitempty"`
	// Laid are the regions for which sizes and places were chosen, before they changed; nil = Regions.
	Laid []Region `json:"laid,omitempty"`

	Progress   *Progress  `json:"progress,omitempty"`
	Draw       []Shape    `json:"draw,omitempty"`      // in this order, each over the one before
	DrawFront  bool       `json:"drawFront,omitempty"` // Draw is in front of the content instead of behind it
	Background Background `json:"background,omitzero"`
	Pace       float64    `json:"pace,omitempty"` // of a Background that moves, times its own, MinPace to MaxPace; 0 = 1
	Overlay    Overlay    `json:"overlay,omitempty"`

	// Transition is how the frame replaces the one before; in a notification's first frame
	// also how the notification appears.
	Transition Transition `json:"transition,omitempty"`

	Duration time.Duration `json:"duration,omitempty"` // 1 s to 60 s; 0 = from the content
	// Passes is how many times text that scrolls by the rules of AWTRIX is shown, up to
	// MaxCount, instead of Duration; 0 = Duration counts.
	Passes int `json:"passes,omitempty"`
}

// Blank reports whether f shows nothing at all. An empty text counts as something.
func (f *Frame) Blank() bool {
	for _, c := range f.contents() {
		if c.there() {
			return false
		}
	}
	return f.Icon.IsZero() && f.Progress == nil && f.Draw == nil && f.Background.IsZero() && f.Overlay == NoOverlay
}

// What a frame, and a fragment or a command, takes without its contents, in bytes.
const frameSize, pieceSize = 512, 64

// Size returns roughly how much memory f takes, in bytes.
func (f *Frame) Size() int {
	n := frameSize + len(f.Icon.String()) + 8*(len(f.Colors)+len(f.Levels))
	for _, c := range f.contents() {
		n += c.size()
	}
	n += page(f.Laid).size()
	for i := range f.Draw {
		n += 2*pieceSize + len(f.Draw[i].Text) + 4*len(f.Draw[i].Pixels)
	}
	return n
}

// Fragment is a run of text in one colour.
type Fragment struct {
	Text   string `json:"t"`
	Color  Color  `json:"c,omitzero"`       // zero = the frame's
	Effect Effect `json:"effect,omitempty"` // EffectDefault = the frame's
}

// Scale gives the values at the bottom and at the top of a chart. Values outside of it
// are cut off.
type Scale struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"` // above Low
}

// Level is the colour of values from From up to the next level. Values below the lowest
// level have the colour that they would have without levels.
type Level struct {
	From  float64 `json:"from"`
	Color Color   `json:"color"`
}

// ColorAt returns the colour of a value by levels; unset for NaN and below all levels.
func ColorAt(levels []Level, v float64) (c Color) {
	from := math.Inf(-1)
	for _, l := range levels {
		if l.From <= v && l.From >= from {
			c, from = l.Color, l.From
		}
	}
	return c
}

// Progress is a bar along the bottom, under whatever the frame shows.
type Progress struct {
	Percent float64 `json:"percent"`        // 0 to 100
	Color   Color   `json:"color,omitzero"` // of the finished part; zero = the frame's
	Back    Color   `json:"back,omitzero"`  // of the remaining part; zero = a dark gray
}

// Form is by whose rules a frame is drawn. The zero value is FormOwn.
type Form = enum.Of[forms]

const (
	FormOwn          Form = iota // ours: device/paint
	FormAwtrixApp                // the rules of AWTRIX 3 for a custom app: device/awtrix
	FormAwtrixNotice             // the rules of AWTRIX 3 for a notification
)

type forms struct{}

func (forms) Words() []string { return []string{"own", "awtrix app", "awtrix notification"} }
