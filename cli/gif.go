package cli

import (
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"slices"
	"time"

	"github.com/soniakeys/quant/median"

	"github.com/ledpost/ledpost/render"
)

// tick is the shortest delay of a GIF that browsers keep to.
const tick = 20 * time.Millisecond

// writeGIF draws w from its start for length: a frame where the picture
// changes, at most one a tick.
func (c *renderCmd) writeGIF(w render.Widget, size image.Point, length time.Duration) error {
	return writeFile(c.out, func(out io.Writer) error { return gif.EncodeAll(out, animate(w, size, length, c.enlarged)) })
}

// animate draws w; shown makes of each frame what the GIF shows of it.
func animate(w render.Widget, size image.Point, length time.Duration, shown func(*image.RGBA) *image.RGBA) *gif.GIF {
	g := &gif.GIF{}
	frame := image.NewRGBA(image.Rectangle{Max: size})
	var last []uint8
	for t := time.Duration(0); t < length; {
		next := min(nextTick(w, t), length)
		render.Clear(frame)
		w.Draw(frame, image.Point{}, t)
		if slices.Equal(frame.Pix, last) {
			g.Delay[len(g.Delay)-1] += hundredths(next) - hundredths(t)
		} else {
			g.Image, g.Delay = append(g.Image, paletted(shown(frame))), append(g.Delay, hundredths(next)-hundredths(t))
			last = append(last[:0], frame.Pix...)
		}
		t = next
	}
	if len(g.Image) > 0 {
		g.Config = image.Config{Width: g.Image[0].Rect.Dx(), Height: g.Image[0].Rect.Dy()}
	}
	return g
}

// nextTick is the first tick at which w may have changed since t.
func nextTick(w render.Widget, t time.Duration) time.Duration {
	next := render.Next(w, t)
	if next == render.Forever {
		return next
	}
	return max((next+tick-1)/tick, t/tick+1) * tick
}

func hundredths(t time.Duration) int { return int(t / (10 * time.Millisecond)) }

// paletted keeps the colours of m exactly up to 256 of them, else those that
// stand for the most of it.
func paletted(m *image.RGBA) *image.Paletted {
	seen := map[color.RGBA]bool{}
	colours := color.Palette{}
	for i := 0; i < len(m.Pix) && len(colours) <= 256; i += 4 {
		c := color.RGBA{m.Pix[i], m.Pix[i+1], m.Pix[i+2], 255}
		if !seen[c] {
			seen[c] = true
			colours = append(colours, c)
		}
	}
	if len(colours) > 256 {
		return median.Quantizer(256).Paletted(m)
	}
	p := image.NewPaletted(m.Rect, colours)
	draw.Draw(p, p.Rect, m, m.Rect.Min, draw.Src)
	return p
}
