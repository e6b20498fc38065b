// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"image/color"
	"math"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// goalFace returns the largest face for a goal's value in the room above a bar of so
// many rows, with a dark row between them.
func (p *Painter) goalFace(value string, room image.Rectangle, bar int) *fonts.Face {
	if p.Size.Y >= tall {
		_, faces := typeset.NewGrid(p.Fonts, p.Size).Texts(value)
		for _, face := range faces {
			if face.Width(value) <= room.Dx() && face.Cap()+2 <= room.Dy()-bar {
				return face
			}
		}
	}
	return p.Fonts.Small
}

// goal adds the value over a progress bar. A value too long for the room scrolls, and
// is then shown for one pass if that takes longer than 5 s.
func (p *Painter) goal(stack *typeset.Page, room image.Rectangle, f *note.Frame, g *note.Goal) time.Duration {
	rows := max(room.Dy()/8, 1) // of the bar
	face, ink := p.goalFace(label(g), room, rows), p.leveled(f, g.Current, p.ink(f.Color))
	bar := &render.Bar{Bounds: image.Pt(room.Dx(), rows), Filled: progress(g), Fill: ink, Track: p.track()}
	above := room.Max.Y - rows // the letters stand in the middle of the room above the bar
	stack.Layers = append(stack.Layers, render.Layer{At: image.Pt(room.Min.X, above), Widget: bar})
	spans := []fonts.Span{{Text: label(g), Color: ink}}
	s := setting{Painter: p, frame: f, room: room, role: typeset.Head}
	y := room.Min.Y + (above-room.Min.Y-face.Height())/2
	if p.Size.Y >= tall {
		top, bottom := face.Body(label(g))
		y = room.Min.Y + (above-room.Min.Y-(bottom-top)+1)/2 - top
	}
	s.line(face, spans, fonts.RightToLeft(label(g)), y)
	stack.Layers, stack.Items = append(stack.Layers, s.layers...), append(stack.Items, s.items...)
	return max(standChart, s.pass)
}

// progress returns the bar along the bottom of room, or nil.
func (p *Painter) progress(f *note.Frame, room image.Rectangle) *render.Layer {
	v := f.Progress
	if v == nil {
		return nil
	}
	bar := &render.Bar{Bounds: image.Pt(room.Dx(), max(p.Size.Y/16, 1)), Filled: v.Percent / 100, Fill: p.ink(f.Color), Track: p.track()}
	if v.Color.Set {
		bar.Fill = v.Color.Opaque()
	}
	if v.Back.Set {
		bar.Track = v.Back.Opaque()
	}
	return &render.Layer{At: image.Pt(room.Min.X, room.Max.Y-bar.Bounds.Y), Widget: bar}
}

// track returns the colour of the rest of a bar. LEDs that are only on or off would show
// it as they show the bar, so there it is dark.
func (p *Painter) track() color.RGBA {
	if p.Monochrome {
		return color.RGBA{A: 255}
	}
	return track
}

// label returns the value of g with its unit: "72%", "7 km".
func label(g *note.Goal) string {
	unit := g.Unit
	if len([]rune(unit)) > 1 {
		unit = " " + unit
	}
	v := g.Current
	if v != math.Trunc(v) { // large integers would lose their last digits
		v = math.Round(v*100) / 100
	}
	return strconv.FormatFloat(v+0, 'f', -1, 64) + unit
}

// progress returns the progress of g from 0 to 1, clamped. A goal without a way from
// start to end has been reached (docs/decisions.md 3).
func progress(g *note.Goal) float64 {
	if g.Start == g.End {
		return 1
	}
	done := (g.Current - g.Start) / (g.End - g.Start)
	return min(max(done, 0), 1)
}
