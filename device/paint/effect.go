// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"cmp"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// style is how a fragment is drawn if any fragment of the frame has an effect.
type style struct {
	ink  color.RGBA
	kind note.Effect
}

// Default periods of the effects.
const (
	rainbowPeriod = 3 * time.Second
	blinkPeriod   = time.Second
	fadePeriod    = 2 * time.Second
	paletteEach   = time.Second // for each colour
)

// spectrum holds the default colours of effects.
var spectrum = []color.RGBA{{255, 0, 0, 255}, {255, 160, 0, 255}, {200, 255, 0, 255}, {0, 255, 40, 255},
	{0, 200, 255, 255},
	{40, 60, 255, 255}, {220, 0, 255, 255}}

// rainbowSpan is the number of columns of a rainbow on a panel of 8 rows.
const rainbowSpan = 32

// styled returns spans in the colours of f, and the styles that they stand for if
// there are effects: the colour of each span is then the number of its style, because
// fonts and line breaking preserve colours.
func (p *Painter) styled(f *note.Frame) (spans []fonts.Span, styles []style) {
	effects := false
	for _, t := range f.Text {
		if t.Text == "" {
			continue
		}
		c := t.Color
		if !c.Set {
			c = f.Color
		}
		kind := cmp.Or(t.Effect, f.Effect, p.Look.effect(c.Set))
		effects = effects || kind != note.EffectPlain
		styles = append(styles, style{p.ink(c), kind})
		spans = append(spans, fonts.Span{Text: t.Text, Color: numbered(len(styles) - 1)})
	}
	if effects {
		return spans, styles
	}
	for i := range spans {
		spans[i].Color = styles[i].ink
	}
	return spans, nil
}

// numbered encodes i as an opaque colour; numberOf is its inverse.
func numbered(i int) color.RGBA { return color.RGBA{uint8(i), uint8(i >> 8), 0, 255} }

func numberOf(c color.RGBA) int { return int(c.R) | int(c.G)<<8 }

// inked is a line in which only the spans of one style are drawn.
type inked struct {
	line  fonts.Line
	style *style // nil = unchanged
}

// inks draws spans once for each effect among them.
func (s *setting) inks(face *fonts.Face, spans []fonts.Span, rtl bool) (out []inked) {
	if s.styles == nil {
		return []inked{{face.LineIn(spans, rtl), nil}}
	}
	var done [note.EffectFade + 1]bool
	for _, span := range spans {
		of := &s.styles[numberOf(span.Color)]
		if !done[of.kind] {
			done[of.kind] = true
			out = append(out, inked{s.inked(face, spans, rtl, of.kind), of})
		}
	}
	return out
}

// inked draws the spans with the given effect; everything else is transparent. Spans
// that are coloured by the effect are drawn in white.
func (s *setting) inked(face *fonts.Face, spans []fonts.Span, rtl bool, kind note.Effect) fonts.Line {
	mine := make([]fonts.Span, len(spans))
	for i, span := range spans {
		of := s.styles[numberOf(span.Color)]
		switch {
		case of.kind != kind:
			of.ink = color.RGBA{}
		case kind == note.EffectRainbow, kind == note.EffectGradient, kind == note.EffectPalette:
			of.ink = color.RGBA{255, 255, 255, 255}
		}
		mine[i] = fonts.Span{Text: span.Text, Color: of.ink}
	}
	line := face.LineIn(mine, rtl)
	if kind == note.EffectGradient && line.Image.Bounds().Dx() > 0 {
		line.Image = render.Graded(line.Image, s.colors())
	}
	return line
}

// effect returns w with the effect of the style.
func (t *style) effect(w render.Widget, s *setting) render.Widget {
	period := func(otherwise time.Duration) time.Duration { return cmp.Or(s.frame.Period, otherwise) }
	switch t.kind {
	case note.EffectRainbow:
		return render.NewRainbow(w, s.colors(), rainbowSpan*s.scale(), period(rainbowPeriod))
	case note.EffectPalette:
		colors := s.colors()
		return render.NewPalette(w, colors, period(paletteEach*time.Duration(len(colors))))
	case note.EffectBlink:
		return render.NewBlink(w, period(blinkPeriod))
	case note.EffectFade:
		return render.NewFade(w, period(fadePeriod))
	}
	return w
}

// colors returns the colours of the frame's effects, else the look's.
func (s *setting) colors() (list []color.RGBA) {
	chosen := s.frame.Colors
	if len(chosen) < 2 {
		chosen = s.Look.TextColors
	}
	for _, c := range chosen {
		list = append(list, s.ink(c))
	}
	if len(list) < 2 {
		return spectrum
	}
	return list
}
