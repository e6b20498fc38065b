// SPDX-License-Identifier: Apache-2.0

package radio

import (
	"image"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// pace is how often the bars are drawn.
const pace = 33 * time.Millisecond

// spectrum are the colours of the bars, from the deepest tones to the highest.
var spectrum = []color.RGBA{{80, 112, 255, 255}, {40, 210, 255, 255}, {60, 220, 110, 255}, {255, 210, 60, 255},
	{255, 90, 80, 255}}

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
		high, at := max(1, (int(level)*b.size.Y+127)/255), left+i*pitch // one pixel of silence remains
		hue := float64(i*(len(spectrum)-1)) / float64(max(n-1, 1))
		k := min(int(hue), len(spectrum)-2)
		ink := render.Between(spectrum[k], spectrum[k+1], hue-float64(k))
		render.Block(dst, image.Rect(at, b.size.Y-high, at+pitch-1, b.size.Y).Add(p), ink)
	}
}

var _ render.Widget = (*bars)(nil)
