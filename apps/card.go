package apps

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
)

// cardTime is how long a page shows that does not scroll.
const cardTime = 3 * time.Second

// card is a page with few words: a picture and some lines. What fits one panel at once
// takes several pages on another.
type card struct {
	icon  render.Widget  // as large as sheet.box; nil = none
	lines [][]fonts.Span // from the top, each of spans in their colours
	big   int            // the line that is as large as possible
}

// sheet lays out cards for one panel without cutting anything off: what does not
// fit side by side goes below each other, or else in turn, and what does not fit
// even alone scrolls.
type sheet struct {
	size  image.Point // of the panel, pixels
	fonts *fonts.Set  // those of the panel
	icons paint.IconSource
	look  paint.Look
}

// newSheet returns the sheet of a panel, for texts in look; what look leaves open is as
// paint has it.
func newSheet(env Env, look paint.Look) *sheet {
	return &sheet{size: env.Size, fonts: env.Fonts, icons: env.Icons, look: look.WithDefaults()}
}

// box returns the side of an icon.
func (s *sheet) box() int { return 8 * paint.IconScale(s.size.X, s.size.Y) }

// icon returns the built-in icon with that name.
func (s *sheet) icon(name string) render.Widget { return s.fitted(name, s.box()) }

// fitted returns the icon with that name in a box with the given side, at most that of
// the store's icons.
func (s *sheet) fitted(name string, side int) render.Widget {
	ref, err := icons.Parse(name)
	if err != nil {
		return &render.Still{}
	}
	var pictures []*image.RGBA
	var delays []time.Duration
	ic := s.icons.Icon(ref)
	for _, f := range ic.Frames {
		pictures, delays = append(pictures, shrink(f.Image, side)), append(delays, f.Delay)
	}
	if len(pictures) == 1 {
		return &render.Still{Image: pictures[0]}
	}
	return render.NewAnimation(pictures, delays, ic.Loops)
}

// shrink samples m so that it is side pixels wide. An icon of 8×8 that the store has
// enlarged stays exact at every multiple of 8.
func shrink(m *image.RGBA, side int) *image.RGBA {
	wide := m.Rect.Dx()
	if wide <= side {
		return m
	}
	out := image.NewRGBA(image.Rect(0, 0, side, m.Rect.Dy()*side/wide))
	from := func(i int) int { return (2*i + 1) * wide / (2 * side) } // the middle of pixel i
	for y := range out.Rect.Max.Y {
		for x := range side {
			out.SetRGBA(x, y, m.RGBAAt(m.Rect.Min.X+from(x), m.Rect.Min.Y+from(y)))
		}
	}
	return out
}

// text returns one line in one colour.
func text(words string, ink color.RGBA) []fonts.Span { return []fonts.Span{{Text: words, Color: ink}} }

// steps returns the pages of c.
func (s *sheet) steps(c card) (steps []render.Step) {
	room := image.Rectangle{Max: s.size}
	icon := render.Layer{Widget: c.icon}
	box := s.box()
	switch {
	case c.icon == nil:
	case len(c.lines) == 0:
		icon.At = room.Max.Sub(image.Pt(box, box)).Div(2)
		return []render.Step{s.step(icon)}
	case room.Dx()-box-box/8 >= 2*box || room.Dx()-box-box/8 >= box && room.Dy() < 2*box: // beside it
		icon.At.Y = (room.Dy() - box) / 2
		room.Min.X = box + box/8
	case len(c.lines) > 1 && room.Dy()-box-1 >= s.fonts.Small.Cap() && s.heads(c.lines[0], room.Dx()-box): // beside the first line, above the others
		top := image.Rect(box, 0, room.Max.X, box)
		if s.heads(c.lines[0], top.Dx()-1) { // with a dark column between them
			top.Min.X++
		}
		head := s.alone(c.lines[0], top)
		room.Min.Y = box + 1
		for _, layers := range s.groups(card{lines: c.lines[1:], big: c.big - 1}, room) {
			steps = append(steps, s.step(slices.Concat([]render.Layer{icon}, head, layers)...))
		}
		return steps
	case room.Dy()-box-1 >= s.fonts.Small.Cap(): // above it
		icon.At.X = (room.Dx() - box) / 2
		room.Min.Y = box + 1
	default: // before it
		steps = append(steps, s.step(render.Layer{At: room.Max.Sub(image.Pt(box, box)).Div(2), Widget: c.icon}))
		icon.Widget = nil
	}
	for _, layers := range s.groups(c, room) {
		if icon.Widget != nil {
			layers = append([]render.Layer{icon}, layers...)
		}
		steps = append(steps, s.step(layers...))
	}
	return steps
}

// step returns a page of layers. It shows for 3 s, or for one pass of its longest text
// that scrolls.
func (s *sheet) step(layers ...render.Layer) render.Step {
	stack := &render.Stack{Bounds: s.size, Layers: layers}
	stand := cardTime
	for _, l := range layers {
		if m, ok := l.Widget.(*render.Marquee); ok {
			stand = max(stand, m.Period())
		}
	}
	return render.Step{Widget: stack, For: stand}
}

// cardGap is the number of dark rows between two lines.
const cardGap = 1

// pages repeats steps for ever.
func pages(steps []render.Step) render.Widget {
	return render.NewSequence(render.Step{}, 0, render.Transition{Style: render.Cut}, steps...)
}

// says returns a card with a picture and a text, for settings that are missing.
func (s *sheet) says(icon, words string) []render.Step {
	if ref, err := icons.Parse(icon); err == nil && s.size.Y >= 16 && s.size.X >= 2*s.box() { // in several lines
		painter := &paint.Painter{Size: s.size, Fonts: s.fonts, Icons: s.icons, Look: s.look}
		w, stand := painter.Frame(&note.Frame{Icon: ref, Text: []note.Fragment{{Text: words}}})
		return []render.Step{{Widget: w, For: stand}}
	}
	return s.steps(card{icon: s.icon(icon), lines: [][]fonts.Span{text(words, s.look.TextColor.Opaque())}})
}

// degrees returns a temperature, without the degree sign where only two digits fit.
func (s *sheet) degrees(v float64) string {
	words := degreesText(v)
	if s.size.X < 12 {
		words = strings.TrimSuffix(words, "°")
	}
	return words
}

// degreesText formats a temperature.
func degreesText(v float64) string { return fmt.Sprintf("%d°", int(math.Round(v))) }
