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

// fastest is the highest number of frames per second of a GIF that browsers
// show at its own speed.
const fastest = 50

// writeGIF draws w for length from its start: one frame for each change of the
// picture, up to the frames per second that are set.
func (c *renderCmd) writeGIF(w render.Widget, size image.Point, length time.Duration) error {
	return writeFile(c.out, func(out io.Writer) error { return gif.EncodeAll(out, c.animate(w, size, length)) })
}

// animate draws w as a GIF.
func (c *renderCmd) animate(w render.Widget, size image.Point, length time.Duration) *gif.GIF {
	tick := time.Duration(100/c.fps) * 10 * time.Millisecond // delays are in hundredths
	g := &gif.GIF{}
	frame := image.NewRGBA(image.Rectangle{Max: size})
	var last []uint8
	for t := time.Duration(0); t < length; {
		next := min(nextTick(w, t, tick), length)
		render.Clear(frame)
		w.Draw(frame, image.Point{}, t)
		if slices.Equal(frame.Pix, last) {
			g.Delay[len(g.Delay)-1] += hundredths(next) - hundredths(t)
		} else {
			m := paletted(c.enlarged(frame), c.colours)
			if last != nil { // the rest of the picture stays
				m = m.SubImage(c.around(changed(frame, last))).(*image.Paletted)
			}
			g.Image, g.Delay = append(g.Image, m), append(g.Delay, hundredths(next)-hundredths(t))
			last = append(last[:0], frame.Pix...)
		}
		t = next
	}
	if len(g.Image) > 0 {
		g.Config = image.Config{Width: g.Image[0].Rect.Dx(), Height: g.Image[0].Rect.Dy()}
	}
	return g
}

// changed returns the smallest rectangle with all pixels of m that differ from
// last.
func changed(m *image.RGBA, last []uint8) (r image.Rectangle) {
	for i := 0; i < len(last); i += 4 {
		if [4]uint8(m.Pix[i:]) != [4]uint8(last[i:]) {
			r = r.Union(image.Rect(0, 0, 1, 1).Add(image.Pt(i%m.Stride/4, i/m.Stride)))
		}
	}
	return r
}

// nextTick returns the first tick after t at which w may have changed.
func nextTick(w render.Widget, t, tick time.Duration) time.Duration {
	next := render.Next(w, t)
	if next == render.Forever {
		return next
	}
	return max((next+tick-1)/tick, t/tick+1) * tick
}

func hundredths(t time.Duration) int { return int(t / (10 * time.Millisecond)) }

// paletted keeps the colours of m exactly if there are no more than most, else
// it keeps those that represent m best.
func paletted(m *image.RGBA, most int) *image.Paletted {
	seen := map[color.RGBA]bool{}
	colours := color.Palette{}
	for i := 0; i < len(m.Pix) && len(colours) <= most; i += 4 {
		c := color.RGBA{m.Pix[i], m.Pix[i+1], m.Pix[i+2], 255}
		if !seen[c] {
			seen[c] = true
			colours = append(colours, c)
		}
	}
	if len(colours) > most {
		return median.Quantizer(most).Paletted(m)
	}
	p := image.NewPaletted(m.Rect, colours)
	draw.Draw(p, p.Rect, m, m.Rect.Min, draw.Src)
	return p
}
