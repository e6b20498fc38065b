package device

import (
	"cmp"
	"image"
	"image/color"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
)

// How long a frame stands (decisions 4, one cycle).
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

// painter draws notifications for the panel of cfg, in one look.
type painter struct {
	cfg  *Config
	look Look // complete
}

// frames makes the picture of a notification: its lead-in, then its frames.
func (p *painter) frames(n *Notification) *render.Sequence {
	var steps []render.Step
	for i := range n.Frames {
		w, stand := p.frame(&n.Frames[i])
		if d := n.Frames[i].Duration; d != 0 {
			stand = d
		}
		steps = append(steps, render.Step{Widget: w, For: stand})
	}
	return render.NewSequence(p.lead(n.IconType), n.Cycles, p.look.Transition.enter(), steps...)
}

// frame makes one frame and says how long it stands.
func (p *painter) frame(f *Frame) (render.Widget, time.Duration) {
	stack := &render.Stack{Bounds: p.size()}
	room := image.Rectangle{Max: p.size()}
	if content := f.Chart != nil || f.Goal != nil || len(p.spans(f)) > 0; !f.Icon.IsZero() && (!content || p.roomBeside()) {
		room.Min.X = p.iconSize() + p.scale()
		stack.Layers = append(stack.Layers, render.Layer{At: p.iconPlace(), Widget: animation(p.cfg.Icons.Icon(f.Icon))})
	}
	switch {
	case f.Chart != nil:
		chart := render.NewChart(room.Size(), f.Chart, p.ink(f.Color), below)
		stack.Layers = append(stack.Layers, render.Layer{At: room.Min, Widget: chart})
		return stack, standChart
	case f.Goal != nil:
		return p.goal(stack, room, f)
	}
	return p.text(stack, room, f)
}

// text adds text to stack: centred if it fits, else scrolling.
func (p *painter) text(stack *render.Stack, room image.Rectangle, f *Frame) (render.Widget, time.Duration) {
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
func (p *painter) goal(stack *render.Stack, room image.Rectangle, f *Frame) (render.Widget, time.Duration) {
	g, rows := f.Goal, max(p.size().Y/8, 1) // of the bar
	k := rows
	for k > 1 && p.cfg.Fonts.Small.Scale(k).Width(g.label()) > room.Dx() {
		k--
	}
	face := p.cfg.Fonts.Small.Scale(k)
	spans := []fonts.Span{{Text: g.label(), Color: p.ink(f.Color)}}
	bar := &render.Bar{Bounds: image.Pt(room.Dx(), rows), Part: g.part(), Fill: p.ink(f.Color), Track: track}
	above := room.Max.Y - rows // the letters stand in the middle of what is above the bar
	line := p.line(face.Line(spans), room, room.Min.Y+(above-room.Min.Y-face.Height())/2)
	stack.Layers = append(stack.Layers, render.Layer{At: image.Pt(room.Min.X, above), Widget: bar}, line)
	return stack, max(standChart, line.Widget.Period())
}

// label is the value with its unit: "72%", "7 km".
func (g *Goal) label() string {
	unit := g.Unit
	if len([]rune(unit)) > 1 {
		unit = " " + unit
	}
	return strconv.Itoa(g.Current) + unit
}

// part is the progress from 0 to 1; Current outside of the goal is clamped.
func (g *Goal) part() float64 {
	part := (float64(g.Current) - float64(g.Start)) / (float64(g.End) - float64(g.Start))
	return min(max(part, 0), 1)
}

// spans are the fragments of f in their colours.
func (p *painter) spans(f *Frame) (spans []fonts.Span) {
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
func (p *painter) ink(c Color) color.RGBA {
	if c.Set {
		return c.rgba()
	}
	return p.look.TextColor.rgba()
}

// smooth tells whether text moves between pixels: a panel of two levels cannot.
func (p *painter) smooth() bool { return p.look.Smooth && p.cfg.PanelType != Monochrome }

func (p *painter) size() image.Point { return image.Pt(p.cfg.Width, p.cfg.Height) }

// scale is how many pixels wide a pixel of an icon is.
func (p *painter) scale() int { return IconScale(p.cfg.Width, p.cfg.Height) }

// IconScale is the whole number by which icons of 8×8 are scaled on a panel:
// 1 on 8 rows, 3 on 64×32.
func IconScale(width, height int) int { return max(1, min(height/8, width*3/64)) }

// roomBeside tells whether something fits beside an icon; a panel too narrow for
// that shows what was said rather than its ornament.
func (p *painter) roomBeside() bool { return p.cfg.Width-p.iconSize()-p.scale() >= 8*p.scale() }

func (p *painter) iconSize() int { return 8 * p.scale() }

// iconPlace: at the left edge, in the middle of taller panels.
func (p *painter) iconPlace() image.Point { return image.Pt(0, (p.cfg.Height-p.iconSize())/2) }

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
