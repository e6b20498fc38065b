// Package paint turns the frames of a notification into widgets: where the icon
// stands, how text is broken and when it scrolls, the lead-in, and the look that
// people choose. It decides nothing about when something is shown.
package paint

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
)

// IconSource hands out icons: never nil, never blocking, the same pointer while
// the icon is the same.
type IconSource interface{ Icon(icons.Ref) *icons.Icon }

// How long a frame stands (docs/decisions.md 4, one cycle).
const (
	standText  = 3 * time.Second // text that fits, or an icon alone
	standChart = 5 * time.Second // a chart or a goal
	leadIn     = time.Second
	// gap of dark pixels after a text that scrolled.
	gap = 8
)

var (
	track = color.RGBA{40, 40, 40, 255}  // of a goal's bar
	below = color.RGBA{255, 80, 40, 255} // negative values of a chart
)

// Painter draws notifications for one panel. Its fields are not changed once it
// has drawn; then any goroutine may use it.
type Painter struct {
	Size       image.Point // of the panel, pixels
	Monochrome bool        // its LEDs are on or off, with nothing between
	Fonts      *fonts.Set
	Icons      IconSource
	Look       Look // zero fields = the defaults
}

// Picture returns what the panel shows of a valid notification: its lead-in, then its
// frames, of which one pass is the Period. n must not be changed afterwards.
func (p *Painter) Picture(n *note.Notification) *render.Sequence {
	var steps []render.Step
	for i := range n.Frames {
		w, stand := p.Frame(&n.Frames[i])
		if d := n.Frames[i].Duration; d != 0 {
			stand = d
		}
		steps = append(steps, render.Step{Widget: w, For: stand})
	}
	return render.NewSequence(p.lead(n.IconType), n.Cycles, p.Look.Transition.Render(), steps...)
}

// Frame returns the picture of one frame, at its place on the panel, and says how
// long it stands unless its own Duration says otherwise.
func (p *Painter) Frame(f *note.Frame) (render.Widget, time.Duration) {
	stack := &render.Stack{Bounds: p.Size}
	at, room, shown := p.places(f)
	if shown {
		stack.Layers = append(stack.Layers, render.Layer{At: at, Widget: animation(p.Icons.Icon(f.Icon))})
	}
	switch {
	case f.Chart != nil:
		if room.Min.Y > 0 { // unlike letters it can do without the row below the icon
			room.Min.Y += p.scale()
		}
		chart := render.NewChart(room.Size(), f.Chart, p.ink(f.Color), below)
		stack.Layers = append(stack.Layers, render.Layer{At: room.Min, Widget: chart})
		return stack, standChart
	case f.Goal != nil:
		return p.goal(stack, room, f)
	}
	return p.text(stack, room, f)
}

// text adds text to stack: centred if it fits, else scrolling.
func (p *Painter) text(stack *render.Stack, room image.Rectangle, f *note.Frame) (render.Widget, time.Duration) {
	spans := p.spans(f)
	if len(spans) == 0 {
		return stack, standText
	}
	stack.Layers = append(stack.Layers, p.layout(room, spans)...)
	last := stack.Layers[len(stack.Layers)-1] // the only one that may scroll
	return stack, cmp.Or(last.Widget.Period(), standText)
}

// goal adds the value in small text over a bar of the progress. A value too long
// for the room scrolls through it once, if that takes longer than 5 s.
func (p *Painter) goal(stack *render.Stack, room image.Rectangle, f *note.Frame) (render.Widget, time.Duration) {
	g, rows := f.Goal, max(room.Dy()/8, 1) // of the bar
	k := rows
	for k > 1 && p.Fonts.Small.Scale(k).Width(label(g)) > room.Dx() {
		k--
	}
	face := p.Fonts.Small.Scale(k)
	spans := []fonts.Span{{Text: label(g), Color: p.ink(f.Color)}}
	bar := &render.Bar{Bounds: image.Pt(room.Dx(), rows), Part: progress(g), Fill: p.ink(f.Color), Track: track}
	above := room.Max.Y - rows // the letters stand in the middle of what is above the bar
	line := p.line(face.Line(spans), room, room.Min.Y+(above-room.Min.Y-face.Height())/2)
	stack.Layers = append(stack.Layers, render.Layer{At: image.Pt(room.Min.X, above), Widget: bar}, line)
	return stack, max(standChart, line.Widget.Period())
}

// label is the value of g with its unit: "72%", "7 km".
func label(g *note.Goal) string {
	unit := g.Unit
	if len([]rune(unit)) > 1 {
		unit = " " + unit
	}
	return strconv.FormatFloat(math.Round(g.Current*100)/100, 'f', -1, 64) + unit
}

// progress of g from 0 to 1; Current outside of the goal is clamped.
func progress(g *note.Goal) float64 {
	done := (g.Current - g.Start) / (g.End - g.Start)
	return min(max(done, 0), 1)
}

// spans are the fragments of f in their colours.
func (p *Painter) spans(f *note.Frame) (spans []fonts.Span) {
	for _, t := range f.Text {
		c := t.Color
		if !c.Set {
			c = f.Color
		}
		if t.Text != "" {
			spans = append(spans, fonts.Span{Text: t.Text, Color: p.ink(c)})
		}
	}
	return spans
}

// ink is c, or the colour of the settings.
func (p *Painter) ink(c note.Color) color.RGBA {
	if c.Set {
		return c.Opaque()
	}
	return p.Look.WithDefaults().TextColor.Opaque()
}

// smooth reports whether text moves between pixels: a panel of two levels cannot.
func (p *Painter) smooth() bool { return p.Look.Smooth && !p.Monochrome }

// scale is how many pixels wide a pixel of an icon is.
func (p *Painter) scale() int { return IconScale(p.Size.X, p.Size.Y) }

// IconScale is the whole number by which icons of 8×8 are scaled on a panel:
// 1 on 8 rows, 3 on 64×32.
func IconScale(width, height int) int { return max(1, min(height/8, width*3/64)) }

func (p *Painter) iconSize() int { return 8 * p.scale() }

// places reports whether the icon of f is shown, where, and what room is left: the
// icon is at the left edge, in the middle of taller panels. On one too narrow for
// anything beside it, it is above the rest; where that has no room either, what was
// said is shown rather than its ornament.
func (p *Painter) places(f *note.Frame) (at image.Point, room image.Rectangle, shown bool) {
	size, room := p.iconSize(), image.Rectangle{Max: p.Size}
	at = room.Max.Sub(image.Pt(size, size)).Div(2)
	switch alone := f.Chart == nil && f.Goal == nil && len(p.spans(f)) == 0; {
	case f.Icon.IsZero():
		return at, room, false
	case room.Dx()-size-p.scale() >= size:
		at.X, room.Min.X = 0, size+p.scale()
	case alone:
	case room.Dx() >= size && room.Dy()-size >= size:
		at.Y, room.Min.Y = 0, size
	default:
		return at, room, false
	}
	return at, room, true
}

// animation is ic as a widget.
func animation(ic *icons.Icon) render.Widget {
	if len(ic.Frames) == 1 {
		return &render.Still{Image: ic.Frames[0].Image}
	}
	var pictures []*image.RGBA
	var delays []time.Duration
	for _, f := range ic.Frames {
		pictures, delays = append(pictures, f.Image), append(delays, f.Delay)
	}
	return render.NewAnimation(pictures, delays, ic.Loops)
}
