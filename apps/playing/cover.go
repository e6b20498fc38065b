// SPDX-License-Identifier: Apache-2.0

package playing

import (
	"context"
	"image"
	"image/draw"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/srgb"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// maxCover limits the bytes of a cover from a server: servers of music send up to 640×640
// pixels.
const maxCover = 1 << 20

// Run implements [device.Runner]: it reads covers until ctx ends. A cover that cannot be read
// leaves the icon in its place, and one that is no longer wanted is not waited for.
func (p *Playing) Run(ctx context.Context, post device.Post) error {
	end := func() {}
	defer func() { end() }()
	for {
		select {
		case <-ctx.Done():
			return nil
		case from := <-p.wanted:
			end()
			end = p.read(ctx, from, post)
		}
	}
}

// read begins to read a cover, and shows it; end ends that, and returns when it has ended.
func (p *Playing) read(ctx context.Context, from string, post device.Post) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if from == "" {
			return
		}
		if m, err := p.load(ctx, from); err == nil {
			_ = post(ctx, func(time.Time) { p.took(from, m) })
		}
	}()
	return func() {
		cancel()
		<-done
	}
}

// took shows a cover that has come, unless another sound plays meanwhile.
func (p *Playing) took(from string, c *art) {
	if p.now.Cover == from {
		p.cover = c
	}
}

// art is a cover as large as an icon, and the colours of its page.
type art struct {
	*image.RGBA
	tones tones
}

// load reads a cover from its address, or from the address itself. It reads only what never
// changes in p.
func (p *Playing) load(ctx context.Context, from string) (*art, error) {
	if icons.IsData(from) {
		data, err := icons.Data(from)
		if err != nil {
			return nil, err
		}
		return p.draw(ctx, data)
	}
	if p.Env.Web == nil {
		return nil, kit.NoNetwork
	}
	a, err := p.Env.Web.Get(ctx, webfetch.Request{URL: from, Accept: "image/jpeg, image/png, image/gif, image/webp", Max: maxCover})
	if err != nil {
		return nil, err
	}
	defer a.Close()
	return p.draw(ctx, a.Body)
}

// first is what a cover needs of a picture that moves.
var first = icons.Film{Most: icons.Most{Frames: 1}}

// draw draws a cover of the size for the panel, within the memory for pictures.
func (p *Playing) draw(ctx context.Context, data []byte) (*art, error) {
	share := p.Env.Memory.Hold()
	defer share.Release()
	cost, err := first.Cost(data)
	if err == nil {
		err = share.Take(2 * cost) // with the square
	}
	if err != nil {
		return nil, err
	}
	return cover(ctx, data, typeset.NewGrid(p.Env.Fonts, p.Env.Size).Square(), p.Env.Monochrome)
}

// cover reads a picture and returns the square in its middle with that side, for LEDs that
// are on or off as a dithered picture. The limits of package icons bound its memory.
func cover(ctx context.Context, data []byte, side int, onOff bool) (*art, error) {
	ic, err := first.Decode(ctx, data)
	if err != nil {
		return nil, err
	}
	return squared(ic.Frames[0].Image, side, onOff), nil
}

// squared returns the square in the middle of m with that side.
func squared(m *image.RGBA, side int, onOff bool) *art {
	square := min(m.Rect.Dx(), m.Rect.Dy())
	from := m.Rect.Min.Add(image.Pt((m.Rect.Dx()-square)/2, (m.Rect.Dy()-square)/2))
	whole := image.NewRGBA(image.Rect(0, 0, square, square))
	draw.Draw(whole, whole.Rect, image.Black, image.Point{}, draw.Src)
	draw.Draw(whole, whole.Rect, m, from, draw.Over)
	light := averaged(whole, side)
	out := image.NewRGBA(image.Rect(0, 0, side, side))
	for i, v := range light {
		out.Pix[i/3*4+i%3] = fromLight(v)
		out.Pix[i/3*4+3] = 255
	}
	if onOff {
		kit.Dither(out)
	}
	return &art{RGBA: out, tones: tonesOf(averaged(whole, fields))}
}

// averaged returns the light of side×side fields of m, three values of 0 to 1 each. Light is
// averaged and not its code, which would darken fine patterns.
func averaged(m *image.RGBA, side int) []float64 {
	light, size := make([]float64, 3*side*side), m.Rect.Dx()
	for y := range side {
		for x := range side {
			field := image.Rect(x*size/side, y*size/side, max((x+1)*size/side, x*size/side+1), max((y+1)*size/side, y*size/side+1))
			mean(m, field, light[3*(y*side+x):][:3])
		}
	}
	return light
}

// mean adds up the light of a field of m.
func mean(m *image.RGBA, field image.Rectangle, sum []float64) {
	for y := field.Min.Y; y < field.Max.Y; y++ {
		row := m.Pix[m.PixOffset(field.Min.X, y):m.PixOffset(field.Max.X, y)]
		for i := 0; i < len(row); i += 4 {
			for c := range 3 {
				sum[c] += lightOf[row[i+c]]
			}
		}
	}
	for c := range sum {
		sum[c] /= float64(field.Dx() * field.Dy())
	}
}

// lightOf is the light of each value of a picture, 0 to 1.
var lightOf = func() (table [256]float64) {
	for i := range table {
		table[i] = srgb.Light(float64(i) / 255)
	}
	return table
}()

// fromLight is the opposite of lightOf.
func fromLight(v float64) uint8 { return uint8(255*srgb.Value(min(v, 1)) + 0.5) }

// resting returns m with a third of its values, under the two bars of a pause.
func resting(m *image.RGBA) *image.RGBA {
	out := image.NewRGBA(m.Rect)
	for i, v := range m.Pix {
		if out.Pix[i] = v / 3; i%4 == 3 {
			out.Pix[i] = 255
		}
	}
	side := m.Rect.Dx()
	wide := max(1, side/8)
	for _, x := range []int{side/2 - 2*wide, side/2 + wide} {
		bar := image.Rect(x, side/2-2*wide-wide/2, x+wide, side/2+2*wide+(wide+1)/2)
		draw.Draw(out, bar.Add(m.Rect.Min), image.NewUniform(kit.PaleInk), image.Point{}, draw.Src)
	}
	return out
}
