package kit

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

// Icon returns the built-in icon with that name.
func (s *Sheet) Icon(name string) render.Widget { return s.Fitted(name, s.Box()) }

// Fitted returns the icon with that name in a box with the given side, at most that of
// the store's icons.
func (s *Sheet) Fitted(name string, side int) render.Widget {
	ref, err := icons.Parse(name)
	if err != nil {
		return &render.Still{}
	}
	var pictures []*image.RGBA
	var delays []time.Duration
	ic := s.icons.Icon(ref).In(side)
	for _, f := range ic.Frames {
		pictures, delays = append(pictures, f.Image), append(delays, f.Delay)
	}
	if len(pictures) == 1 {
		return &render.Still{Image: pictures[0]}
	}
	return render.NewAnimation(pictures, delays, ic.Loops)
}

// Text returns one line in one colour.
func Text(words string, ink color.RGBA) []fonts.Span { return []fonts.Span{{Text: words, Color: ink}} }

// Steps returns the pages of c.
func (s *Sheet) Steps(c Card) (steps []render.Step) {
	room := image.Rectangle{Max: s.Size}
	icon := render.Layer{Widget: c.Icon}
	box := s.Box()
	switch {
	case c.Icon == nil:
	case len(c.Lines) == 0:
		icon.At = room.Max.Sub(image.Pt(box, box)).Div(2)
		return []render.Step{s.Step(icon)}
	case room.Dx()-box-box/8 >= 2*box || room.Dx()-box-box/8 >= box && room.Dy() < 2*box: // beside it
		icon.At.Y = (room.Dy() - box) / 2
		room.Min.X = box + box/8
	case len(c.Lines) > 1 && room.Dy()-box-1 >= s.Fonts.Small.Cap() && s.Heads(c.Lines[0], room.Dx()-box): // beside the first line, above the others
		top := image.Rect(box, 0, room.Max.X, box)
		if s.Heads(c.Lines[0], top.Dx()-1) { // with a dark column between them
			top.Min.X++
		}
		head := s.alone(c.Lines[0], top)
		room.Min.Y = box + 1
		for _, layers := range s.groups(Card{Lines: c.Lines[1:], Big: c.Big - 1}, room) {
			steps = append(steps, s.Step(slices.Concat([]render.Layer{icon}, head, layers)...))
		}
		return steps
	case room.Dy()-box-1 >= s.Fonts.Small.Cap(): // above it
		icon.At.X = (room.Dx() - box) / 2
		room.Min.Y = box + 1
	default: // before it
		steps = append(steps, s.Step(render.Layer{At: room.Max.Sub(image.Pt(box, box)).Div(2), Widget: c.Icon}))
		icon.Widget = nil
	}
	for _, layers := range s.groups(c, room) {
		if icon.Widget != nil {
			layers = append([]render.Layer{icon}, layers...)
		}
		steps = append(steps, s.Step(layers...))
	}
	return steps
}

// Step returns a page of layers. It shows for 3 s, or for one pass of its longest text
// that scrolls.
func (s *Sheet) Step(layers ...render.Layer) render.Step {
	stack := &render.Stack{Bounds: s.Size, Layers: layers}
	stand := cardTime
	for _, l := range layers {
		if m, ok := l.Widget.(*render.Marquee); ok {
			stand = max(stand, m.Period())
		}
	}
	return render.Step{Widget: stack, For: stand}
}

// Pages repeats steps for ever.
func Pages(steps []render.Step) render.Widget {
	return render.NewSequence(render.Step{}, 0, render.Transition{Style: render.Cut}, steps...)
}

// Says returns a card with a picture and a text, for settings that are missing.
func (s *Sheet) Says(icon, words string) []render.Step {
	if ref, err := icons.Parse(icon); err == nil && s.Size.Y >= 16 && s.Size.X >= 2*s.Box() { // in several lines
		painter := &paint.Painter{Size: s.Size, Fonts: s.Fonts, Icons: s.icons, Look: s.look}
		w, stand := painter.Frame(&note.Frame{Icon: ref, Text: []note.Fragment{{Text: words}}})
		return []render.Step{{Widget: w, For: stand}}
	}
	return s.Steps(Card{Icon: s.Icon(icon), Lines: [][]fonts.Span{Text(words, s.look.TextColor.Opaque())}})
}

// Degrees returns a temperature, without the degree sign where only two digits fit.
func (s *Sheet) Degrees(v float64) string {
	words := DegreesText(v)
	if s.Size.X < 12 {
		words = strings.TrimSuffix(words, "°")
	}
	return words
}

// DegreesText formats a temperature.
func DegreesText(v float64) string { return fmt.Sprintf("%d°", int(math.Round(v))) }
