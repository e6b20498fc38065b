// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"image"
	"image/color"
	"image/draw"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/effects"
	"github.com/ledpost/ledpost/render/enlarge"
)

// sheetSizes are the panel sizes of the contact sheet.
var sheetSizes = []image.Point{{64, 32}, {37, 8}, {32, 8}, {16, 16}, {8, 8}}

// A sample is a row of the contact sheet: its name, and what a panel shows for
// it.
type sample struct {
	name string
	draw func(dst *image.RGBA, p *paint.Painter)
}

// sheetGroups are the groups of rows, with their names on the command line.
var sheetGroups = []struct {
	name string
	rows func() []sample
}{
	{"apps", appSamples},
	{"text", textSamples},
	{"backgrounds", backgroundSamples},
	{"overlays", overlaySamples},
	{"transitions", transitionSamples},
}

// samples returns the rows of the named groups, or all rows if there are no
// names.
func samples(groups []string) (all []sample, err error) {
	var known []string
	for _, g := range sheetGroups {
		if known = append(known, g.name); len(groups) == 0 || slices.Contains(groups, g.name) {
			all = append(all, g.rows()...)
		}
	}
	for _, name := range groups {
		if !slices.Contains(known, name) {
			return nil, usagef("%q is not one of %s", name, strings.Join(known, ", "))
		}
	}
	return all, nil
}

// drawSheet draws every app, face, effect and transition at every size, or only
// the groups in args.
func (c *renderCmd) drawSheet(ctx context.Context, std Streams, args []string) error {
	all, err := samples(args)
	if err != nil {
		return err
	}
	var painters []*paint.Painter
	for _, size := range sheetSizes {
		set, err := fonts.Open(fonts.Options{Rows: size.Y})
		if err != nil {
			return err
		}
		store := icons.New(icons.Config{Size: 8 * paint.IconScale(size.X, size.Y)}, slog.New(slog.DiscardHandler))
		loadIcons(ctx, store, sampleNote)
		painters = append(painters, &paint.Painter{Size: size, Fonts: set, Icons: store, Look: paint.Look{}.WithDefaults()})
	}
	return c.write(std, sheet(painters, all))
}

func textSamples() (all []sample) {
	for _, name := range note.Effects() {
		effect, _ := note.ParseEffect(name)
		frame := sampleNote.Frames[0]
		frame.Effect = effect
		all = append(all, sample{"text " + name, func(dst *image.RGBA, p *paint.Painter) {
			w, _ := p.Frame(&frame)
			w.Draw(dst, image.Point{}, 300*time.Millisecond)
		}})
	}
	return all
}

func backgroundSamples() (all []sample) {
	for _, name := range effects.Backgrounds() {
		all = append(all, sample{name, func(dst *image.RGBA, p *paint.Painter) {
			w, _ := effects.NewBackground(name, p.Size)
			w.Draw(dst, image.Point{}, w.Period()*7/19)
		}})
	}
	return all
}

func overlaySamples() (all []sample) {
	for _, name := range effects.Overlays() {
		all = append(all, sample{name, func(dst *image.RGBA, p *paint.Painter) {
			w, _ := p.Frame(&sampleNote.Frames[0])
			w.Draw(dst, image.Point{}, 0)
			w, _ = effects.NewOverlay(name, p.Size)
			w.Draw(dst, image.Point{}, 1400*time.Millisecond)
		}})
	}
	return all
}

func transitionSamples() (all []sample) {
	for _, name := range paint.Transitions()[1:] {
		all = append(all, sample{"to " + name, func(dst *image.RGBA, p *paint.Painter) { drawTransition(dst, p, name) }})
	}
	return all
}

// sampleNote is the notification in the rows of effects.
var sampleNote = note.Notification{Frames: []note.Frame{
	{Icon: mustIcon("weather-sun"), Text: []note.Fragment{{Text: "24°"}}},
	{Icon: mustIcon("weather-rain"), Text: []note.Fragment{{Text: "7 mm"}}, Color: note.Color{R: 0x70, G: 0xc0, B: 0xff, Set: true}},
}}

func mustIcon(name string) icons.Ref {
	ref, err := icons.Parse(name)
	if err != nil {
		panic(err)
	}
	return ref
}

// drawTransition draws one frame replacing another, a little more than half
// complete.
func drawTransition(dst *image.RGBA, p *paint.Painter, name string) {
	t, _ := paint.ParseTransition(name)
	from, _ := p.Frame(&sampleNote.Frames[0])
	to, _ := p.Frame(&sampleNote.Frames[1])
	enter := t.Render()
	render.NewSequence(render.Step{}, 0, enter, render.Step{Widget: from, For: time.Second}, render.Step{Widget: to, For: time.Second}).
		Draw(dst, image.Point{}, time.Second+enter.For*3/5)
}

// Layout of the sheet, in pixels of the picture.
const (
	sheetScale   = 4 // for one pixel of a panel
	sheetColumns = 3
	sheetGap     = 8
	sheetLabel   = 190 // width
)

var (
	sheetPaper = color.RGBA{0x26, 0x26, 0x2c, 0xff}
	sheetInk   = color.RGBA{0xc8, 0xd4, 0xe0, 0xff}
)

// sheet arranges the samples in columns, one row for each, with its name in
// front.
func sheet(painters []*paint.Painter, all []sample) *image.RGBA {
	wide, high := sheetLabel, 0
	for _, p := range painters {
		wide += p.Size.X*sheetScale + sheetGap
		high = max(high, p.Size.Y*sheetScale+sheetGap)
	}
	rows := (len(all) + sheetColumns - 1) / sheetColumns
	m := image.NewRGBA(image.Rect(0, 0, sheetColumns*(wide+sheetGap)+sheetGap, rows*high+sheetGap))
	draw.Draw(m, m.Rect, image.NewUniform(sheetPaper), image.Point{}, draw.Src)
	for i, s := range all {
		at := image.Pt(sheetGap+i/rows*(wide+sheetGap), sheetGap+i%rows*high)
		label := painters[0].Fonts.Normal.Scale(2).Line([]fonts.Span{{Text: s.name, Color: sheetInk}}).Image
		draw.Draw(m, label.Rect.Add(at), label, image.Point{}, draw.Over)
		at.X += sheetLabel
		for _, p := range painters {
			panel := image.NewRGBA(image.Rectangle{Max: p.Size})
			render.Clear(panel)
			s.draw(panel, p)
			large := enlarge.Squares(panel, sheetScale)
			draw.Draw(m, large.Rect.Add(at), large, image.Point{}, draw.Src)
			at.X += large.Rect.Dx() + sheetGap
		}
	}
	return m
}
