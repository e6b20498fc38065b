package paint

import (
	"image"

	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// layout draws spans as large as they fit into room: in one line, or broken
// into as many as the rows hold. What fits at no size is one line of half of the
// largest, and scrolls if it is too wide.
func (p *Painter) layout(room image.Rectangle, spans []fonts.Span) []render.Layer {
	rtl := fonts.RightToLeft(plain(spans))
	paragraphs := paragraphs(spans)
	for _, face := range p.sizes(room.Dy(), plain(spans)) {
		if lines := breakAll(face, paragraphs, room.Dx(), room.Dy()/face.Height()); lines != nil {
			return p.stack(face, lines, room, rtl)
		}
	}
	return []render.Layer{p.joined(room, paragraphs, rtl)}
}

// sizes are the faces for so many rows, the largest first. Those at which
// characters would become boxes are left out, unless they would at every size:
// fallbacks for some scripts are higher than our own letters.
func (p *Painter) sizes(rows int, text string) (faces []*fonts.Face) {
	var all []*fonts.Face
	for k := rows / 8; k >= 1; k-- {
		all = append(all, p.Fonts.Normal.Scale(k))
		if k > 1 { // its capitals are between those of normal at this size and the next
			all = append(all, p.Fonts.Small.Scale(k))
		}
	}
	for _, f := range all {
		if f.Draws(text) {
			faces = append(faces, f)
		}
	}
	if faces == nil {
		return all
	}
	return faces
}

// stack puts lines under each other in the middle, with what rows are left
// between them, up to the height of a line.
func (p *Painter) stack(face *fonts.Face, lines [][]fonts.Span, room image.Rectangle, rtl bool) (layers []render.Layer) {
	space := min((room.Dy()-len(lines)*face.Height())/(len(lines)+1), face.Height())
	y := room.Min.Y + (room.Dy()-len(lines)*face.Height()-(len(lines)-1)*space)/2
	for _, spans := range lines {
		layers = append(layers, p.line(face.LineIn(spans, rtl), room, y))
		y += face.Height() + space
	}
	return layers
}

// joined makes one line of all paragraphs.
func (p *Painter) joined(room image.Rectangle, paragraphs [][]fonts.Span, rtl bool) render.Layer {
	var all []fonts.Span
	for i, paragraph := range paragraphs {
		if i > 0 && len(paragraph) > 0 {
			all = append(all, fonts.Span{Text: " ", Color: paragraph[0].Color})
		}
		all = append(all, paragraph...)
	}
	half := max(1, (room.Dy()/8+1)/2)
	face := p.Fonts.Normal.Scale(half)
	for k := half; k <= room.Dy()/8; k++ { // larger where half makes boxes
		if larger := p.Fonts.Normal.Scale(k); larger.Draws(plain(all)) {
			face = larger
			break
		}
	}
	return p.line(face.LineIn(all, rtl), room, room.Min.Y+(room.Dy()-face.Height())/2)
}

// line places a line at the height y: in the middle of room's width if it fits,
// else scrolling through it.
func (p *Painter) line(l fonts.Line, room image.Rectangle, y int) render.Layer {
	if w := l.Image.Bounds().Dx(); w <= room.Dx() {
		return render.Layer{At: image.Pt(room.Min.X+(room.Dx()-w)/2, y), Widget: &render.Still{Image: l.Image}}
	}
	return render.Layer{At: image.Pt(room.Min.X, y), Widget: &render.Marquee{
		Image: l.Image, Width: room.Dx(), Speed: p.Look.WithDefaults().ScrollSpeed, Gap: gap, Right: l.RTL, Smooth: p.smooth(),
	}}
}
