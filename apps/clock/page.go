package clock

import (
	"image"
	"image/color"
	"image/draw"
	"time"

	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// page is one of several pictures that show in turn.
type page struct {
	*image.RGBA
	hold time.Duration // minimum duration; 0 = pageTime
	cut  bool          // something lies beyond the edge: such a page is never shown
}

// pageTime is long enough to read two digits or two words.
const pageTime = 2 * time.Second

func newPage(size image.Point) page { return page{RGBA: image.NewRGBA(image.Rectangle{Max: size})} }

// text draws spans in a line, with the top left corner of a capital at x, y.
func (p *page) text(f *fonts.Face, x, y int, spans ...fonts.Span) {
	p.picture(f.Line(spans).Image, image.Pt(x, y-(f.Ascent()-f.Cap())))
}

// picture draws m with its upper left corner at at.
func (p *page) picture(m *image.RGBA, at image.Point) {
	to := m.Rect.Sub(m.Rect.Min).Add(at)
	p.cut = p.cut || !litWithin(m).Sub(m.Rect.Min).Add(at).In(p.Rect)
	draw.Draw(p.RGBA, to, m, m.Rect.Min, draw.Over)
}

// fill draws a rectangle.
func (p *page) fill(r image.Rectangle, c color.RGBA) {
	p.cut = p.cut || !r.In(p.Rect)
	draw.Draw(p.RGBA, r, image.NewUniform(c), image.Point{}, draw.Over)
}

// on returns p as part of a larger page of that size, at at.
func (p page) on(size, at image.Point) page {
	whole := newPage(size)
	whole.hold, whole.cut = p.hold, p.cut
	whole.picture(p.RGBA, at)
	return whole
}

// litWithin returns the smallest rectangle that contains all pixels of m that are not transparent.
func litWithin(m *image.RGBA) (r image.Rectangle) {
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
			if m.Pix[m.PixOffset(x, y)+3] != 0 {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

// turns shows pages one after the other. A round of them, or several, lasts a
// minute: where they begin with the minute they go on over its end.
func turns(pages []page) render.Widget {
	if len(pages) == 1 {
		return &render.Still{Image: pages[0].RGBA}
	}
	var pictures []*image.RGBA
	var holds []time.Duration
	var round time.Duration
	for _, p := range pages {
		if p.hold == 0 {
			p.hold = pageTime
		}
		pictures, holds, round = append(pictures, p.RGBA), append(holds, p.hold), round+p.hold
	}
	rounds := max(time.Minute/round, 1)
	for i := range holds {
		holds[i] = time.Duration(float64(holds[i]) * float64(time.Minute) / float64(rounds*round))
	}
	return render.NewAnimation(pictures, holds, 0)
}
