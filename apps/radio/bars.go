// SPDX-License-Identifier: Apache-2.0

package radio

import (
	"image"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// pace is how often the bars are drawn.
const pace = 33 * time.Millisecond

// Colours of the bars, from low to high.
var (
	calmInk = color.RGBA{60, 200, 90, 255}
	loudInk = color.RGBA{255, 70, 50, 255}
)

// bars is a picture of the sound that plays: a bar a band, or one of several bands where there
// is no room. It moves with the sound and not with the time, as no other widget but
// [render.Live] does; any goroutine may draw it.
type bars struct {
	size   image.Point // that they fill, pixels
	levels func() sounds.Levels
}

func (b *bars) Size() image.Point { return b.size }

// Period is any: the bars move for ever.
func (b *bars) Period() time.Duration { return time.Second }

// Next implements the renderer's stepper.
func (b *bars) Next(t time.Duration) time.Duration { return t + pace }

func (b *bars) Draw(dst *image.RGBA, p image.Point, _ time.Duration) {
	levels := b.levels()
	n := min(sounds.Bands, (b.size.X+1)/2)
	pitch := (b.size.X + 1) / n
	left := (b.size.X + 1 - n*pitch) / 2
	for i := range n {
		var level uint8
		for _, l := range levels[i*sounds.Bands/n : (i+1)*sounds.Bands/n] {
			level = max(level, l)
		}
		b.bar(dst, p.Add(image.Pt(left+i*pitch, 0)), pitch-1, max(1, (int(level)*b.size.Y+127)/255))
	}
}

// bar draws a bar of that width and height; one pixel of silence remains.
func (b *bars) bar(dst *image.RGBA, p image.Point, width, height int) {
	for y := range height {
		ink := calmInk
		if part := 8 * y / b.size.Y; part >= 7 {
			ink = loudInk
		} else if part >= 5 {
			ink = kit.Warm
		}
		row := p.Y + b.size.Y - 1 - y
		render.Block(dst, image.Rect(p.X, row, p.X+width, row+1), ink)
	}
}

var _ render.Widget = (*bars)(nil)
