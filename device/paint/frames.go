// SPDX-License-Identifier: Apache-2.0

// Package paint turns the frames of a notification into widgets: where the icon
// goes, how text is broken and when it scrolls, the lead-in, and the look that
// people choose. It does not decide when anything is shown.
package paint

import (
	"cmp"
	"image"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/device/awtrix"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
)

// IconSource provides icons: never nil, never blocking, the same pointer as long as
// the icon is the same.
type IconSource interface{ Icon(icons.Ref) *icons.Icon }

// How long a frame is shown (docs/decisions.md 4, one cycle).
const (
	standText  = 3 * time.Second // a short text that fits (see reading), or an icon alone
	standChart = 5 * time.Second // a chart or a goal
	leadIn     = time.Second
	// gap is the number of dark pixels after a text that scrolled.
	gap = 8
)

var (
	track = color.RGBA{40, 40, 40, 255}  // of a goal's bar
	below = color.RGBA{255, 80, 40, 255} // negative values of a chart
)

// Painter draws notifications for one panel. Its fields must not change once it
// has drawn; any goroutine may use it then.
type Painter struct {
	Size       image.Point // of the panel, pixels
	Monochrome bool        // its LEDs are only on or off
	Fonts      *fonts.Set
	Icons      IconSource
	Look       Look // zero fields = the defaults
	// Widest is the longest text that frames have on other days: it chooses the size of text,
	// so that 9 and 10 look the same, from 16 rows on. "" = the text itself.
	Widest string
	// Solved makes pages of regions that change cheaper, of this size and these fonts; nil = nothing is kept.
	Solved *Solved

	pulse pulse // behind the frames, of a critical alert
}

// Solved has the places of pages of regions. The zero value is ready; any goroutine may use it.
type Solved = typeset.Solved

// Picture returns what the panel shows of a valid notification: its lead-in, then its
// frames; the Period is one pass of the frames. n must not be changed afterwards.
func (p *Painter) Picture(n *note.Notification) *render.Sequence {
	return p.Beginning(n, render.Forever)
}

// long is how many bytes a text has, above which its picture is not kept while others show: a
// notification may have 4 of 1,024 characters, which are megabytes each on a large panel.
const long = 64

// Beginning is Picture without the frames that come after the time show.
func (p *Painter) Beginning(n *note.Notification, show time.Duration) *render.Sequence {
	var steps []render.Step
	var shelf render.Shelf
	mine := p.urgent(n) // frames are drawn again when p may have another size
	made, lead := scenery{}, mine.lead(n)
	for i, at := 0, lead.For; i < len(n.Frames) && (i == 0 || at < show); i++ {
		f := mine.dressed(&n.Frames[i])
		w, stand := mine.frame(f, made)
		if len(said(f)) > long {
			w = shelf.Put(w, func() render.Widget { w, _ := mine.frame(f, made); return w })
		}
		if d := n.Frames[i].Duration; d != 0 && n.Frames[i].Passes == 0 {
			stand = d
		}
		step := render.Step{Widget: w, For: stand}
		at += stand
		if n.Frames[i].Transition != note.TransitionDefault {
			step.Enter = new(p.Enter(&n.Frames[i]))
		}
		steps = append(steps, step)
	}
	return render.NewSequence(lead, n.Cycles, p.Look.Transition.Render(), steps...)
}

// Enter returns how f replaces the picture before: by its own transition, or by the
// look's.
func (p *Painter) Enter(f *note.Frame) render.Transition {
	if f.Transition == note.TransitionDefault {
		return p.Look.Transition.Render()
	}
	return Transition(f.Transition - 1).Render()
}

// dressed returns f with the look's background and overlay, where f has none; an urgent one has a ground of its own.
func (p *Painter) dressed(f *note.Frame) *note.Frame {
	if p.Look.Background.IsZero() && p.Look.Overlay == note.NoOverlay {
		return f
	}
	d := *f
	if d.Background.IsZero() && p.pulse.period == 0 {
		d.Background = p.Look.Background
	}
	d.Overlay = cmp.Or(d.Overlay, p.Look.Overlay)
	return &d
}

// Frame returns the picture of one frame, placed on the panel, without the look's
// background and overlay, and how long it is shown unless its own Duration overrides that.
func (p *Painter) Frame(f *note.Frame) (render.Widget, time.Duration) { return p.frame(f, scenery{}) }

// frame is Frame with the scenery already made for earlier frames.
func (p *Painter) frame(f *note.Frame, made scenery) (render.Widget, time.Duration) {
	if f.Form != note.FormOwn && awtrix.Writes(f) {
		return p.awtrix(f, made)
	}
	page := &typeset.Page{Stack: render.Stack{Bounds: p.Size}}
	if !f.DrawFront {
		p.drawn(&page.Stack, f)
	}
	stand := p.content(page, f)
	if f.DrawFront {
		p.drawn(&page.Stack, f)
	}
	page.Layers = p.behind(page.Layers, f, made)
	if w, ok := made.overlay(f.Overlay, p.Size); ok {
		page.Layers = append(page.Layers, render.Layer{Widget: w})
	}
	return page, stand
}

// content adds the content of the frame, and its progress; it returns how long that
// is shown.
func (p *Painter) content(stack *typeset.Page, f *note.Frame) (stand time.Duration) {
	if f.Regions != nil {
		return p.regions(stack, f)
	}
	side, grid, ink := p.side(f), p.grid(), p.ink(f.Color)
	at, room, shown := p.places(f, side)
	bars := p.bars(f, room, ink)
	if n := len(bars) - 1; n >= 0 && shown && room.Min.X > 0 && grid.Margin > 0 && side < p.Size.Y { // below the icon, too
		bars = p.bars(f, image.Rectangle{image.Pt(0, room.Min.Y), room.Max}, ink)
		if high := (bars[n].At.Y - 1) / 8 * 8; high < side {
			side = high
			at, room, _ = p.places(f, side)
		}
		at.Y = (bars[n].At.Y - side) / 2
	}
	if charts(f) && room.Min.Y > 0 {
		free := room.Dy() - typeset.ChartRows(room)
		if room.Min.Y += free; grid.Tall() || free > 0 { // in the middle above the columns
			at.Y = (room.Min.Y - side) / 2
		}
	}
	var icon render.Widget
	if shown {
		fitted := p.Icons.Icon(f.Icon)
		if fitted = fitted.In(side); p.pulse.period > 0 { // the store may be of a larger panel
			fitted = fitted.Grown(side)
		}
		icon = Icon(fitted)
		lit := image.Rectangle{Max: icon.Size()}
		if side > p.iconSize() && room.Min.X == 0 { // in the middle above the words
			lit = image.Rectangle{}
			for _, f := range fitted.Frames { // the first one may have little
				lit = lit.Union(typeset.Ink(f.Image))
			}
			at.Y = (room.Min.Y+typeset.Foot-lit.Dy())/2 - lit.Min.Y
		}
		drawn := render.Layer{At: at, Widget: icon}
		if f.IconOffset != 0 {
			icon = render.NewShifted(icon, p.Size.X, at.X+f.IconOffset)
			drawn = render.Layer{At: image.Pt(0, at.Y), Widget: icon}
		}
		stack.Layers = append(stack.Layers, drawn)
		stack.Items = append(stack.Items, typeset.Item{Role: typeset.Picture, Body: lit.Add(at), Ink: lit.Add(at)})
	}
	if len(bars) > 0 && (f.Goal != nil || p.Size.Y > p.Fonts.Normal.Height()) { // on the lowest panels progress covers the letters' descenders
		room.Max.Y = bars[len(bars)-1].At.Y
	}
	if room.Min.X == 0 { // it is not beside the text
		icon = nil
	}
	stand = note.Match(f,
		func(note.Text) time.Duration { return p.text(stack, room, f, icon, at.Y) },
		func(*note.Goal) time.Duration { return p.goal(stack, room, f, ink) },
		func(c note.Chart) time.Duration { return p.chart(stack, room, f, c, ink) },
		func([]note.Region) time.Duration { return stand }) // as above
	if shown && room.Min.X == 0 && grid.Margin > 0 && !charts(f) {
		p.centre(stack, room.Max.Y)
	}
	for _, b := range bars {
		stack.Put(typeset.Bar, b.Widget, b.At)
	}
	return stand
}

// charts reports whether f has a chart.
func charts(f *note.Frame) bool { return f.Chart != nil || f.Line != nil }

// bars returns the bars along the bottom of room, the lowest first.
func (p *Painter) bars(f *note.Frame, room image.Rectangle, ink color.RGBA) (bars []render.Layer) {
	add := func(rows int, share float64, fill, track color.RGBA) {
		room.Max.Y -= rows
		bars = append(bars, render.Layer{At: image.Pt(room.Min.X, room.Max.Y),
			Widget: &render.Bar{Bounds: image.Pt(room.Dx(), rows), Filled: share, Fill: fill, Track: track}})
	}
	if v := f.Progress; v != nil {
		add(max(p.Size.Y/16, 1), v.Percent/100, v.Color.Or(ink), v.Back.Or(p.track()))
	}
	if f.Goal != nil {
		add(max(room.Dy()/8, 1), f.Goal.Reached(), note.ColorAt(f.Levels, f.Goal.Current).Or(ink), p.track())
	}
	return bars
}

// centre moves the last layers of a page, which are its items, to the middle of the rows.
func (p *Painter) centre(page *typeset.Page, rows int) {
	var all image.Rectangle
	for _, i := range page.Items {
		all = all.Union(i.Body)
	}
	down := (rows - all.Min.Y - all.Max.Y) / 2
	words := down
	for _, i := range page.Items {
		if i.Role != typeset.Picture { // descenders keep the margin, as far as the picture lets them
			words = min(words, max(0, rows-1-i.Ink.Max.Y))
		}
	}
	first := len(page.Layers) - len(page.Items)
	for i := range page.Items {
		by := image.Pt(0, words)
		if page.Items[i].Role == typeset.Picture {
			by.Y = down
		}
		page.Items[i] = page.Items[i].Moved(by)
		page.Layers[first+i].At.Y += by.Y
	}
}

// text adds text to stack: fixed if it fits, else scrolling. The icon beside it, if any,
// begins at the row top.
func (p *Painter) text(stack *typeset.Page, room image.Rectangle, f *note.Frame, icon render.Widget, top int) time.Duration {
	spans, styles := p.styled(f)
	if len(spans) == 0 {
		return standText
	}
	s := setting{Painter: p, frame: f, room: room, styles: styles, icon: icon, top: top}
	s.layout(spans)
	if s.pushed { // it takes the icon's place
		stack.Layers = stack.Layers[:len(stack.Layers)-1]
	}
	stack.Layers, stack.Items = append(stack.Layers, s.layers...), append(stack.Items, s.items...)
	return cmp.Or(s.pass, reading(fonts.Plain(spans)))
}

// ink returns c, or the colour of the settings if c is unset.
func (p *Painter) ink(c note.Color) color.RGBA { return c.Or(p.Look.WithDefaults().TextColor.Opaque()) }

// smooth reports whether text moves by fractions of a pixel; a monochrome panel cannot show that.
func (p *Painter) smooth() bool { return p.Look.Smooth && !p.Monochrome }

// scale returns how many pixels wide a pixel of an icon is.
func (p *Painter) scale() int { return IconScale(p.Size.X, p.Size.Y) }

// IconScale is the whole number by which icons of 8×8 are scaled on a panel:
// 1 on 8 rows, 3 on 64×32.
func IconScale(width, height int) int { return typeset.Icon(image.Pt(width, height)) / 8 }

func (p *Painter) iconSize() int { return 8 * p.scale() }

// places reports whether the icon of f, which has that side, is shown, where, and what room is left: beside or above
// what is to be read, as typeset has it; alone, in the middle where nothing fits beside it.
func (p *Painter) places(f *note.Frame, size int) (at image.Point, room image.Rectangle, shown bool) {
	grid, rows, legible := p.grid(), 0, f.Legible()
	at, room = p.Size.Sub(image.Pt(size, size)).Div(2), image.Rectangle{Max: p.Size}
	switch {
	case f.Icon.IsZero():
		return at, room, false
	case legible:
		rows = grid.Lowest(p.message(f, []fonts.Span{{Text: said(f)}}), p.Size.Y-size)
	case p.Size.X-size-p.scale() < size:
		return at, room, true
	}
	return grid.Place(size, p.scale(), rows)
}

// side returns the side of the icon of f, which gives way to the text beside it.
func (p *Painter) side(f *note.Frame) int {
	if f.Icon.IsZero() || said(f) == "" {
		return p.iconSize()
	}
	return p.grid().Side(p.message(f, []fonts.Span{{Text: said(f)}}))
}

// said returns the text of f, or the value of its goal.
func said(f *note.Frame) string {
	if f.Goal != nil {
		return label(f.Goal)
	}
	return note.Text(f.Text).String()
}

// Icon returns ic as a widget, animated if ic is.
func Icon(ic *icons.Icon) render.Widget {
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
