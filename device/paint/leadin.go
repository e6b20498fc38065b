// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"image/color"
	"image/draw"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
)

// alarm is the colour of the alert sign.
var alarm = color.RGBA{255, 40, 20, 255}

// lead returns the animation before the first frame: an "i" or "!!!", 1 s.
func (p *Painter) lead(t note.IconType) render.Step {
	switch t {
	case note.IconTypeInfo:
		return render.Step{Widget: p.information(), For: leadIn}
	case note.IconTypeAlert:
		// Four blinks in the second of a lead-in.
		return render.Step{Widget: p.sign("!!!", alarm, 125*time.Millisecond, 125*time.Millisecond), For: leadIn}
	}
	return render.Step{}
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

// sign blinks text, its ink in the middle of the panel.
func (p *Painter) sign(text string, c color.RGBA, on, off time.Duration) render.Widget {
	face := p.Fonts.Normal.Scale(max(1, p.Size.Y/8))
	line := face.Line([]fonts.Span{{Text: text, Color: c}}).Image
	lit, dark := image.NewRGBA(image.Rectangle{Max: p.Size}), image.NewRGBA(image.Rectangle{Max: p.Size})
	ink := inkOf(line)
	at := p.Size.Sub(ink.Size()).Div(2)
	draw.Draw(lit, image.Rectangle{at, at.Add(ink.Size())}, line, ink.Min, draw.Src)
	return render.NewAnimation([]*image.RGBA{lit, dark}, []time.Duration{on, off}, 0)
}

// inkOf returns the smallest rectangle with all pixels of m that are not transparent.
func inkOf(m *image.RGBA) (ink image.Rectangle) {
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
			if m.Pix[m.PixOffset(x, y)+3] != 0 {
				ink = ink.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return ink
}
