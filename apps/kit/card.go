// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
)

// cardTime is how long a page shows that does not scroll.
const cardTime = 3 * time.Second

// Icon returns the built-in icon with that name.
func (s *Sheet) Icon(name string) typeset.Drawing {
	return s.drawing(func(side int) render.Widget { return s.Fitted(name, side) })
}

// Leaf is the leaf of a tear-off calendar.
func (s *Sheet) Leaf(day int) typeset.Drawing {
	return s.drawing(func(side int) render.Widget {
		if side < 16 {
			return &render.Still{Image: SmallLeaf(s.Fonts, image.Pt(side, side), day, leafRed, s.monochrome)}
		}
		return &render.Still{Image: Leaf(s.Fonts, side, day)}
	})
}

// Square is a picture that is drawn for each side.
func (s *Sheet) Square(draw func(side int) *image.RGBA) typeset.Drawing {
	return s.drawing(func(side int) render.Widget { return &render.Still{Image: draw(side)} })
}

// drawing is a picture as large as the panel's icons, or smaller.
func (s *Sheet) drawing(draw func(side int) render.Widget) typeset.Drawing {
	return typeset.Drawing{Widget: draw(s.Box()), Draw: draw}
}

// Fitted returns the icon with that name in a box with the given side.
func (s *Sheet) Fitted(name string, side int) render.Widget {
	ref, err := icons.Parse(name)
	if err != nil {
		return &render.Still{}
	}
	return paint.Icon(s.icons.Icon(ref).Grown(side))
}

// Text returns one line in one colour; nil of no words.
func Text(words string, ink color.RGBA) []fonts.Span {
	if words == "" {
		return nil
	}
	return []fonts.Span{{Text: words, Color: ink}}
}

// Say returns a line of a card in one colour; shorter says the same in fewer words.
func Say(role typeset.Role, ink color.RGBA, words string, shorter ...string) typeset.Line {
	l := typeset.Line{Role: role, Spans: Text(words, ink)}
	for _, s := range shorter {
		l.Shorter = append(l.Shorter, Text(s, ink))
	}
	return l
}

// Sized returns l in the size that its widest text has room for.
func Sized(l typeset.Line, widest string) typeset.Line {
	l.Widest = widest
	return l
}

// Spare returns l as a line that is left out where there is little room.
func Spare(l typeset.Line) typeset.Line {
	l.Spare = true
	return l
}

// Low reports whether the panel is too low for the grid: lines are beside each other, or
// in turn.
func (s *Sheet) Low() bool { return s.Grid.Low() }

// Steps returns the pages of c.
func (s *Sheet) Steps(c typeset.Content) (steps []render.Step) {
	if s.Low() {
		return s.lowSteps(c)
	}
	for _, p := range s.Grid.Solve(c) {
		steps = append(steps, s.Turn(p))
	}
	return steps
}

// lowSteps returns the pages of c on a panel of one row of text: the icon beside the
// lines, or before them where a line, such as a time, would be parted beside it and is not alone.
func (s *Sheet) lowSteps(c typeset.Content) (steps []render.Step) {
	room := image.Rectangle{Max: s.Size}
	icon := render.Layer{Widget: c.Picture.Widget}
	box := s.Box()
	switch {
	case c.Picture.Widget == nil:
	case room.Dx()-box-box/8 >= box && (!s.parts(c, room.Dx()-box-box/8) || s.parts(c, room.Dx())): // beside it
		icon.At.Y = (room.Dy() - box) / 2
		room.Min.X = box + box/8
	default: // before it
		steps = append(steps, s.Step(render.Layer{At: room.Max.Sub(image.Pt(box, box)).Div(2), Widget: icon.Widget}))
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

// parts reports whether a line of c would be parted in so many columns of a panel of one row.
func (s *Sheet) parts(c typeset.Content, columns int) bool {
	return slices.ContainsFunc(c.Lines, func(l typeset.Line) bool {
		return l.Split && !slices.ContainsFunc(append([][]fonts.Span{l.Spans}, l.Shorter...), func(form []fonts.Span) bool {
			return s.largest(form, image.Pt(columns, s.Size.Y)) != nil
		})
	})
}

// Step returns a page of layers. It shows for 3 s, or for one pass of its longest text
// that scrolls.
func (s *Sheet) Step(layers ...render.Layer) render.Step {
	return standing(&render.Stack{Bounds: s.Size, Layers: layers}, layers)
}

// Turn returns a page that shows as long as one of Step.
func (s *Sheet) Turn(p *typeset.Page) render.Step { return standing(p, p.Layers) }

func standing(w render.Widget, layers []render.Layer) render.Step {
	stand := cardTime
	for _, l := range layers {
		if m, ok := l.Widget.(*render.Marquee); ok {
			stand = max(stand, m.Period())
		}
	}
	return render.Step{Widget: w, For: stand}
}

// Pages repeats steps for ever.
func Pages(steps []render.Step) render.Widget {
	return render.NewSequence(render.Step{}, 0, render.Transition{Style: render.Cut}, steps...)
}

// Says returns a card with a picture and a sentence.
func (s *Sheet) Says(icon, words string) []render.Step {
	line := Say(typeset.Value, s.look.TextColor.Opaque(), words)
	line.Lines = 4
	return s.Steps(typeset.Content{Picture: s.Icon(icon), Lines: []typeset.Line{line}})
}

// Degrees returns a temperature, without its sign where that has no room.
func Degrees(role typeset.Role, ink color.RGBA, v float64) typeset.Line {
	words := DegreesText(v)
	return Say(role, ink, words, strings.TrimSuffix(words, "°"))
}

// DegreesText formats a temperature.
func DegreesText(v float64) string { return fmt.Sprintf("%d°", int(math.Round(v))) }
