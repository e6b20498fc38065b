package note

import (
	"time"

	"github.com/ledpost/ledpost/icons"
)

// Frame is one picture of a notification or of an app. It shows the first of these
// that it has: a chart, a goal, or text; goals and text may have an icon. The rest is
// drawn with it, from back to front: Background, Draw, the content, Progress, Draw if
// DrawFront, Overlay.
type Frame struct {
	Icon   icons.Ref  `json:"icon,omitzero"`
	Text   []Fragment `json:"text,omitempty"`
	Color  Color      `json:"color,omitzero"` // default of everything without a colour of its own; zero = the device's setting
	Effect Effect     `json:"effect,omitempty"`
	Colors []Color    `json:"colors,omitempty"` // of EffectGradient and EffectPalette, at least 2; nil = those of the effect
	// Period is how long one cycle of the effect takes, MinPeriod to MaxPeriod; 0 = the
	// effect's default.
	Period time.Duration `json:"period,omitempty"`
	Fit    Fit           `json:"fit,omitempty"`
	Align  Align         `json:"align,omitempty"` // of text that does not scroll
	Speed  float64       `json:"speed,omitempty"` // of scrolling, pixels a second, MinSpeed to MaxSpeed; 0 = the device's setting
	Push   Push          `json:"push,omitempty"`  // what scrolling text does to the icon
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

	Progress   *Progress  `json:"progress,omitempty"`
	Draw       []Shape    `json:"draw,omitempty"`      // in this order, each over the one before
	DrawFront  bool       `json:"drawFront,omitempty"` // Draw is in front of the content instead of behind it
	Background Background `json:"background,omitzero"`
	Pace       float64    `json:"pace,omitempty"` // of a Background that moves, times its own, MinPace to MaxPace; 0 = 1
	Overlay    Overlay    `json:"overlay,omitempty"`

	// Transition is how the frame replaces the one before; that of a notification's first
	// frame is also how the notification appears.
	Transition Transition `json:"transition,omitempty"`

	Duration time.Duration `json:"duration,omitempty"` // 1 s to 60 s; 0 = from the content
}

// Blank reports whether f shows nothing at all. An empty text counts as something.
func (f *Frame) Blank() bool {
	return f.Icon.IsZero() && f.Text == nil && f.Goal == nil && f.Chart == nil && f.Line == nil &&
		f.Progress == nil && f.Draw == nil && f.Background.IsZero() && f.Overlay == NoOverlay
}

// Size returns roughly how much memory f takes, in bytes.
func (f *Frame) Size() int {
	const each = 64 // for a frame, fragment or command, without its contents
	n := each + len(f.Icon.String()) + 8*(len(f.Chart)+len(f.Line)+len(f.Colors)+len(f.Levels))
	for _, p := range f.Text {
		n += each + len(p.Text)
	}
	for i := range f.Draw {
		n += 2*each + len(f.Draw[i].Text) + 4*len(f.Draw[i].Pixels)
	}
	return n
}

// Fragment is a run of text in one colour.
type Fragment struct {
	Text   string `json:"t"`
	Color  Color  `json:"c,omitzero"`       // zero = the frame's
	Effect Effect `json:"effect,omitempty"` // EffectDefault = the frame's
}

// Goal is progress from Start to End, each from -MaxValue to MaxValue; a Current outside
// of that range is clamped.
type Goal struct {
	Start   float64 `json:"start"`
	Current float64 `json:"current"`
	End     float64 `json:"end"` // below Start for a falling goal; Start = complete
	Unit    string  `json:"unit,omitempty"`
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

// Progress is a bar along the bottom, under whatever the frame shows.
type Progress struct {
	Percent float64 `json:"percent"`        // 0 to 100
	Color   Color   `json:"color,omitzero"` // of the finished part; zero = the frame's
	Back    Color   `json:"back,omitzero"`  // of the remaining part; zero = a dark gray
}
