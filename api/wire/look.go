// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"fmt"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/enum"
)

// Fields of a frame that the device API does not have (docs/decisions.md 17).

// frameLook is how a frame is drawn.
type frameLook struct {
	Effect     Word         `json:"effect"`
	Colors     colors       `json:"colors"`
	Period     Milliseconds `json:"effectPeriod"`
	Fit        Word         `json:"fit"`
	Align      Word         `json:"align"`
	Speed      Decimal      `json:"scrollSpeed"`
	Push       Word         `json:"iconMotion"`
	IconOffset Integer      `json:"iconOffset"`
	TextOffset Integer      `json:"textOffset"`
	Background Word         `json:"background"`
	Pace       Decimal      `json:"backgroundPace"`
	DrawFront  Boolean      `json:"drawFront"`
	Overlay    Word         `json:"overlay"`
	Transition Word         `json:"transition"`
	Progress   progress     `json:"progress"`
}

type colors struct{ List[Word] }

func (c *colors) UnmarshalJSON(b []byte) error { return c.Read(b, note.MaxColors) }

// progress is a percentage, or an object that also has colours.
type progress struct {
	alone Decimal
	whole Object[progressFields]
}

type progressFields struct {
	Percent Decimal `json:"percent"`
	Color   Word    `json:"color"`
	Back    Word    `json:"back"`
}

func (p *progress) UnmarshalJSON(b []byte) error {
	*p = progress{}
	if kindOf(b) == object {
		return p.whole.UnmarshalJSON(b)
	}
	return p.alone.UnmarshalJSON(b)
}

func (p *frameLook) setLook(f *Faults, at string, out *note.Frame) {
	out.Effect, _ = Choice(f, at+".effect", p.Effect, enum.Read[note.Effect])
	out.Colors = p.Colors.read(f, at+".colors")
	if f.Check(at+".effectPeriod", p.Period.Value) {
		if out.Period = p.Period.Duration; out.Period == 0 {
			f.Wrong(at+".effectPeriod", p.Period.Value,
				fmt.Sprintf("want %d to %d ms", note.MinPeriod.Milliseconds(), note.MaxPeriod.Milliseconds()))
		}
	}
	out.Fit, _ = Choice(f, at+".fit", p.Fit, enum.Read[note.Fit])
	out.Align, _ = Choice(f, at+".align", p.Align, enum.Read[note.Align])
	if f.Check(at+".scrollSpeed", p.Speed.Value) {
		if out.Speed = p.Speed.Float; out.Speed == 0 {
			f.Wrong(at+".scrollSpeed", p.Speed.Value, fmt.Sprintf("want %v to %v", note.MinSpeed, note.MaxSpeed))
		}
	}
	out.Push, _ = Choice(f, at+".iconMotion", p.Push, enum.Read[note.Push])
	f.Check(at+".iconOffset", p.IconOffset.Value)
	f.Check(at+".textOffset", p.TextOffset.Value)
	out.IconOffset, out.TextOffset = p.IconOffset.Int, p.TextOffset.Int // an offset that is not an integer counts as 0
	p.setBehind(f, at, out)
	out.Overlay, _ = Choice(f, at+".overlay", p.Overlay, enum.Read[note.Overlay])
	out.Transition, _ = Choice(f, at+".transition", p.Transition, enum.Read[note.Transition])
	out.Progress = p.Progress.read(f, at+".progress")
}

// setBehind sets the layers behind the content and in front of it.
func (p *frameLook) setBehind(f *Faults, at string, out *note.Frame) {
	if f.Check(at+".background", p.Background.Value) {
		out.Background = readBackground(p.Background)
	}
	if f.Check(at+".backgroundPace", p.Pace.Value) {
		if out.Pace = p.Pace.Float; out.Pace == 0 {
			f.Wrong(at+".backgroundPace", p.Pace.Value, fmt.Sprintf("want %v to %v", note.MinPace, note.MaxPace))
		}
	}
	f.Check(at+".drawFront", p.DrawFront.Value)
	out.DrawFront = p.DrawFront.On
}

// readBackground reads colours as they are, and names as words of an
// enumeration.
func readBackground(w Word) note.Background { return note.ParseBackground(w.trimmed()) }

func (c *colors) read(f *Faults, at string) (out []note.Color) {
	if !f.Check(at, c.Value) {
		return nil
	}
	if c.N < 2 || c.N > note.MaxColors {
		f.Add(at, fmt.Sprintf("%d colours, want 2 to %d", c.N, note.MaxColors))
	}
	for i, w := range c.Items {
		at := fmt.Sprintf("%s[%d]", at, i)
		if !w.Set {
			f.Add(at, "is missing, want #RRGGBB")
		}
		out = append(out, ReadColor(f, at, w))
	}
	return out
}

func (p *progress) read(f *Faults, at string) *note.Progress {
	if f.Check(at, p.alone.Value) {
		return &note.Progress{Percent: p.alone.Float}
	}
	if !f.Check(at, p.whole.Value) {
		return nil
	}
	v := &p.whole.Fields
	if !v.Percent.Set {
		f.Add(at+".percent", "is missing, want 0 to 100")
	}
	f.Check(at+".percent", v.Percent.Value)
	return &note.Progress{
		Percent: v.Percent.Float, Color: ReadColor(f, at+".color", v.Color), Back: ReadColor(f, at+".back", v.Back),
	}
}

// frameCharts holds the charts of a frame other than chartData.
type frameCharts struct {
	Line   chart  `json:"line"`
	Scale  chart  `json:"chartRange"`
	Levels levels `json:"thresholds"`
	Back   Word   `json:"chartBack"`
}

type levels struct{ List[Object[level]] }

type level struct {
	From  Decimal `json:"from"`
	Color Word    `json:"color"`
}

func (l *levels) UnmarshalJSON(b []byte) error { return l.Read(b, note.MaxLevels) }

func (p *frameCharts) setCharts(f *Faults, at string, out *note.Frame) {
	out.Line = p.Line.values(f, at+".line")
	if scale := p.Scale.values(f, at+".chartRange"); len(scale) == 2 && p.Scale.N == 2 {
		out.Scale = &note.Scale{Low: scale[0], High: scale[1]}
	} else if scale != nil {
		f.Add(at+".chartRange", fmt.Sprintf("%d values, want 2", p.Scale.N))
	}
	out.Levels = p.Levels.read(f, at+".thresholds")
	out.Back = ReadColor(f, at+".chartBack", p.Back)
}

func (l *levels) read(f *Faults, at string) (out []note.Level) {
	if !l.Check(f, at, note.MaxLevels, "colours") {
		return nil
	}
	for at, p := range Objects(f, at, l.Items) {
		if !p.From.Set {
			f.Add(at+".from", "is missing, want a number")
		}
		f.Check(at+".from", p.From.Value)
		out = append(out, note.Level{From: p.From.Float, Color: ReadColor(f, at+".color", p.Color)})
	}
	return out
}
