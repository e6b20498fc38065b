// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"math"

	"github.com/ledpost/ledpost/device/note"
)

// itemFrame has exactly one of text, goalData and chartData: Home Assistant
// rejects a whole list if one of its frames has none.
type itemFrame struct {
	Icon      any            `json:"icon,omitempty"` // string, or a number
	Text      *string        `json:"text,omitempty"`
	Fragments []itemFragment `json:"fragments,omitempty"` // for a text in several colours or effects
	Color     string         `json:"color,omitempty"`
	Goal      *itemGoal      `json:"goalData,omitempty"`
	GoalExact *exactGoal     `json:"goalExact,omitempty"`
	Chart     []int          `json:"chartData,omitempty"`
	Exact     []float64      `json:"chartExact,omitempty"`
	Duration  int64          `json:"duration,omitempty"`
	itemLook
}

// itemLook holds the fields of a frame that the device API does not have.
type itemLook struct {
	Effect     string             `json:"effect,omitempty"`
	Colors     []string           `json:"colors,omitempty"`
	Period     int64              `json:"effectPeriod,omitempty"`
	Fit        string             `json:"fit,omitempty"`
	Align      string             `json:"align,omitempty"`
	Speed      float64            `json:"scrollSpeed,omitempty"`
	Push       string             `json:"iconMotion,omitempty"`
	IconOffset int                `json:"iconOffset,omitempty"`
	TextOffset int                `json:"textOffset,omitempty"`
	Background string             `json:"background,omitempty"`
	Pace       float64            `json:"backgroundPace,omitempty"`
	DrawFront  bool               `json:"drawFront,omitempty"`
	Overlay    string             `json:"overlay,omitempty"`
	Transition string             `json:"transition,omitempty"`
	Progress   any                `json:"progress,omitempty"` // a number, or an itemProgress
	Line       []float64          `json:"line,omitempty"`
	Scale      []float64          `json:"chartRange,omitempty"`
	Levels     []itemLevel        `json:"thresholds,omitempty"`
	Back       string             `json:"chartBack,omitempty"`
	Draw       []map[string][]any `json:"draw,omitempty"`
}

type itemFragment struct {
	Text   string `json:"t"`
	Color  string `json:"c,omitempty"`
	Effect string `json:"effect,omitempty"`
}

type itemGoal struct {
	Start   int    `json:"start"`
	Current int    `json:"current"`
	End     int    `json:"end"`
	Unit    string `json:"unit"`
}

type exactGoal struct {
	Start   float64 `json:"start"`
	Current float64 `json:"current"`
	End     float64 `json:"end"`
}

type itemLevel struct {
	From  float64 `json:"from"`
	Color string  `json:"color"`
}

type itemProgress struct {
	Percent float64 `json:"percent"`
	Color   string  `json:"color,omitempty"`
	Back    string  `json:"back,omitempty"`
}

func frameObject(f *note.Frame) itemFrame {
	out := itemFrame{Icon: iconObject(f.Icon), Color: f.Color.String(), Duration: f.Duration.Milliseconds(),
		itemLook: lookObject(f)}
	return note.Match(f, out.text, out.goal, out.chart, func([]note.Region) itemFrame {
		return out.text(note.Text{{Text: f.Words()}})
	})
}

func (o itemFrame) text(t note.Text) itemFrame {
	o.Text = new(string)
	for _, p := range t {
		*o.Text += p.Text
	}
	o.Fragments = fragmentObjects(t)
	return o
}

func (o itemFrame) goal(g *note.Goal) itemFrame {
	o.Goal, o.GoalExact = goalObject(g)
	return o
}

func (o itemFrame) chart(c note.Chart) itemFrame {
	if c.Columns == nil { // of a line alone; no client knows it without a text
		return o.text(nil)
	}
	o.Chart, o.Exact = chartObject(c.Columns)
	return o
}

// fragmentObjects returns nil for a text of one fragment without its own
// style.
func fragmentObjects(text []note.Fragment) (out []itemFragment) {
	own := len(text) > 1
	for _, p := range text {
		own = own || p.Color.Set || p.Effect != note.EffectDefault
		out = append(out, itemFragment{p.Text, p.Color.String(), p.Effect.String()})
	}
	if !own {
		return nil
	}
	return out
}

// goalObject rounds the numbers to 32 bits, because openHAB reads integers; exact is
// nil if that changes nothing.
func goalObject(g *note.Goal) (rounded *itemGoal, exact *exactGoal) {
	rounded = &itemGoal{round(g.Start), round(g.Current), round(g.End), g.Unit}
	if float64(rounded.Start) != g.Start || float64(rounded.Current) != g.Current || float64(rounded.End) != g.End {
		exact = &exactGoal{g.Start, g.Current, g.End}
	}
	return rounded, exact
}

// chartObject rounds the values like goalObject.
func chartObject(values []float64) (rounded []int, exact []float64) {
	for _, v := range values {
		n := round(v)
		rounded = append(rounded, n)
		if float64(n) != v {
			exact = values
		}
	}
	return rounded, exact
}

// round returns the nearest integer that 32 bits hold: clients read goals and charts
// into an int32.
func round(v float64) int { return int(min(max(math.Round(v), math.MinInt32), math.MaxInt32)) }

func lookObject(f *note.Frame) itemLook {
	out := itemLook{
		Effect: f.Effect.String(), Period: f.Period.Milliseconds(), Speed: f.Speed, Background: f.Background.String(),
		Line: f.Line, Progress: progressObject(f.Progress), Back: f.Back.String(),
		IconOffset: f.IconOffset, TextOffset: f.TextOffset, Pace: f.Pace, DrawFront: f.DrawFront,
	}
	for _, c := range f.Colors {
		out.Colors = append(out.Colors, c.String())
	}
	if f.Scale != nil {
		out.Scale = []float64{f.Scale.Low, f.Scale.High}
	}
	for _, l := range f.Levels {
		out.Levels = append(out.Levels, itemLevel{l.From, l.Color.String()})
	}
	for i := range f.Draw {
		out.Draw = append(out.Draw, shapeObject(&f.Draw[i]))
	}
	out.Fit, out.Align = chosen(f.Fit), chosen(f.Align)
	out.Push, out.Overlay, out.Transition = chosen(f.Push), chosen(f.Overlay), chosen(f.Transition)
	return out
}

// chosen returns the word for v, or "" for the default.
func chosen[T interface {
	~uint8
	String() string
}](v T) string {
	if v == 0 {
		return ""
	}
	return v.String()
}

func progressObject(p *note.Progress) any {
	switch {
	case p == nil:
		return nil
	case p.Color.Set || p.Back.Set:
		return itemProgress{p.Percent, p.Color.String(), p.Back.String()}
	}
	return p.Percent
}
