// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"image/color"
	"image/draw"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
)

// alarm is the colour of the alert sign.
var alarm = color.RGBA{255, 40, 20, 255}

// lead returns the animation before the first frame: an "i" or "!!!", 1 s. Before an urgent notification the marks
// stand in place of the icon of its first frame, whose words are there from the beginning, unless they scroll.
func (p *Painter) lead(n *note.Notification) render.Step {
	switch n.IconType {
	case note.IconTypeInfo:
		return render.Step{Widget: p.information(), For: leadIn}
	case note.IconTypeAlert:
		if p.pulse == stays && len(n.Frames) > 0 && n.Frames[0].Form == note.FormOwn && said(&n.Frames[0]) != "" {
			calling, f := *p, n.Frames[0]
			calling.pulse, f.Icon, f.Background = calls, bangs, note.Background{} // whose pulse warns
			w, _ := calling.frame(&f, scenery{})
			if pass, _ := render.Reading(w); pass == 0 {
				return render.Step{Widget: w, For: leadIn}
			}
		}
		// Two blinks: more of so much red can harm. WCAG 2.2, success criterion 2.3.1, allows three in any second.
		return render.Step{Widget: p.sign("!!!", alarm, leadIn/4), For: leadIn}
	}
	return render.Step{}
}

// bangs is the icon of "!!!".
var bangs, _ = icons.Parse("status-alert") // cannot fail: the name is valid

// pulse is the ground of an urgent notification, which goes from a colour to embers and back, once in a period. Two in
// the second of the lead-in, then less, are below three flashes a second.
type pulse struct {
	color  color.RGBA
	period time.Duration
}

var (
	calls  = pulse{alarm, leadIn / 2}
	stays  = pulse{color.RGBA{150, 12, 6, 255}, 2 * time.Second} // dark enough for red signs and white words
	embers = color.RGBA{64, 6, 3, 255}
)

// urgent returns p for the frames of n: a critical alert keeps its alarm while it shows, on LEDs that have shades.
func (p *Painter) urgent(n *note.Notification) *Painter {
	of := *p
	if !p.Monochrome && n.IconType == note.IconTypeAlert && n.Priority == note.PriorityCritical {
		of.pulse = stays
	}
	return &of
}

// ground returns the pulse on the panel.
func (p *Painter) ground() render.Widget {
	fill := func(c color.RGBA) render.Widget { return &render.Fill{Bounds: p.Size, Color: c} }
	bright := render.NewFade(fill(p.pulse.color), p.pulse.period)
	return &render.Stack{Bounds: p.Size, Layers: []render.Layer{{Widget: fill(embers)}, {Widget: bright}}}
}

// badge is a white "i" on a blue disc.
var badge = [8]string{
	"..bbbb..",
	".bbwwbb.",
	"bbbbbbbb",
	"bbwwwbbb",
	"bbbwwbbb",
	"bbbwwbbb",
	".bwwwwb.",
	"..bbbb..",
}

// information makes the badge brighten in the middle of the panel.
func (p *Painter) information() render.Widget {
	var frames []*image.RGBA
	for _, dim := range []uint8{3, 2, 1} {
		frames = append(frames, p.drawBadge(dim))
	}
	// Two short steps, then the whole badge for the rest of the second.
	return render.NewAnimation(frames, []time.Duration{80 * time.Millisecond, 80 * time.Millisecond, leadIn}, 1)
}

// drawBadge draws the badge at 1/dim of its brightness: on three quarters of the rows where that is
// 24 or more, else as large as icons, the disc by their rule for pixel art, the letter in
// squares, which stay straight.
func (p *Painter) drawBadge(dim uint8) *image.RGBA {
	disc, letter := color.RGBA{0, 80 / dim, 255 / dim, 255},
		image.NewUniform(color.RGBA{255 / dim, 255 / dim, 255 / dim, 255})
	if side := min(p.Size.X, p.Size.Y) * 3 / 4 / 24 * 24; side > 0 {
		return p.largeBadge(side, disc, letter)
	}
	small, k := image.NewRGBA(image.Rect(0, 0, 8, 8)), p.scale()
	for i := range 64 {
		if badge[i/8][i%8] != '.' {
			small.SetRGBA(i%8, i/8, disc)
		}
	}
	m := image.NewRGBA(image.Rectangle{Max: p.Size})
	large := (&icons.Icon{Frames: []icons.Frame{{Image: small}}}).Fit(8 * k).Frames[0].Image
	at := p.Size.Sub(large.Rect.Max).Div(2)
	draw.Draw(m, large.Rect.Add(at), large, image.Point{}, draw.Src)
	for i := range 64 {
		if badge[i/8][i%8] == 'w' {
			draw.Draw(m, image.Rect(0, 0, k, k).Add(image.Pt(i%8, i/8).Mul(k)).Add(at), letter, image.Point{}, draw.Src)
		}
	}
	return m
}

// letterI are the strokes of an "i" in a badge of 24 pixels: the dot, the stem and its two feet.
var letterI = []image.Rectangle{
	image.Rect(10, 4, 14, 8), image.Rect(10, 10, 14, 19), image.Rect(8, 10, 14, 12), image.Rect(8, 17, 16, 19),
}

// largeBadge draws a round disc of side pixels, a multiple of 24, and its letter.
func (p *Painter) largeBadge(side int, disc color.RGBA, letter image.Image) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: p.Size})
	at := p.Size.Sub(image.Pt(side, side)).Div(2)
	for y := range side {
		for x := range side {
			if dx, dy := 2*x+1-side, 2*y+1-side; dx*dx+dy*dy <= side*side {
				m.SetRGBA(at.X+x, at.Y+y, disc)
			}
		}
	}
	for _, r := range letterI {
		r.Min, r.Max = r.Min.Mul(side/24), r.Max.Mul(side/24)
		draw.Draw(m, r.Add(at), letter, image.Point{}, draw.Src)
	}
	return m
}

// sign shows text dark on a panel lit in c, then in c on a dark one, each for hold: its ink in the middle of the panel.
func (p *Painter) sign(text string, c color.RGBA, hold time.Duration) render.Widget {
	face := p.Fonts.Normal.Scale(max(1, p.Size.Y/8))
	line := face.Line([]fonts.Span{{Text: text, Color: c}}).Image
	lit, dark := image.NewRGBA(image.Rectangle{Max: p.Size}), image.NewRGBA(image.Rectangle{Max: p.Size})
	ink := typeset.Ink(line)
	at := p.Size.Sub(ink.Size()).Div(2)
	body := image.Rectangle{at, at.Add(ink.Size())}
	draw.Draw(lit, lit.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	draw.DrawMask(lit, body, image.Black, image.Point{}, line, ink.Min, draw.Over)
	draw.Draw(dark, body, line, ink.Min, draw.Src)
	return render.NewAnimation([]*image.RGBA{lit, dark}, []time.Duration{hold, hold}, 0)
}
