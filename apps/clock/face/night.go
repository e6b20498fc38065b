// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"math"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/internal/astro"
)

// starryRows are the least rows of a panel with room for a moon that shows its phase.
const starryRows = 32

// nightShare is what moon and stars have of the light of the time, at most. So a crescent is nearly as bright as the
// time, and beside a full moon the stars are dim.
const nightShare = 1.0 / 21

// nightStars are those of a night: columns in shares of what is free at the left, or beyond 1 of that at the right, and
// rows in shares of the panel's.
var nightStars = [...]struct{ x, y float64 }{{0.6, 0.17}, {0.15, 0.4}, {0.4, 0.72}, {1.8, 0.48}}

// starred puts the moon, as it is at m, and some stars beside what stands on all of the pages, in the ink of m. All of
// them stand still, at the right in the upper half, over AM or PM. Where there is no room for them nothing changes.
func starred(pages []page, m *Reading) {
	size := pages[0].Rect.Size()
	left, right := size.X, 0
	for _, p := range pages {
		upper := p.SubImage(image.Rect(0, 0, size.X, size.Y/2)).(*image.RGBA)
		left, right = min(left, typeset.Ink(p.RGBA).Min.X), max(right, typeset.Ink(upper).Max.X)
		for _, i := range p.items {
			left = min(left, i.Body.Min.X)
			if i.Role == typeset.Digits || i.Body.Min.Y < size.Y/2 {
				right = max(right, i.Body.Max.X)
			}
		}
	}
	side := min(size.Y*2/9, left, size.X-right-4)
	if side < size.Y/7 {
		return
	}
	degrees, lit := astro.Moon(m.Local)
	south := m.Panel.Shared != nil && m.Panel.Shared.Place != nil && m.Panel.Shared.Place.Latitude < 0
	moon, sky := kit.Moon(side, degrees, south), newPage(size)
	whole := 255.0
	if lit < 0.5 { // seas would break a crescent
		whole = 150
	}
	for i := 0; i < len(moon.Pix); i += 4 {
		c := color.RGBA{}
		if was := moon.Pix[i : i+4]; was[0] > 48 { // it is lit
			c = lightOf(dark, m.Ink, min(1, float64(was[0])/whole))
		}
		copy(moon.Pix[i:], []uint8{c.R, c.G, c.B, c.A})
	}
	ink := typeset.Ink(moon)
	sky.put(moon, image.Pt((right+size.X-ink.Dx())/2-ink.Min.X, size.Y/8))
	for _, star := range nightStars {
		x := int(star.x * float64(left))
		if star.x > 1 {
			x = right + int((star.x-1)*float64(size.X-right))
		}
		sky.SetRGBA(x, int(star.y*float64(size.Y)), m.Ink)
	}
	share := math.Pow(min(1, nightShare*lightIn(pages[0].RGBA)/lightIn(sky.RGBA)), 1/2.2)
	for i := range sky.Pix {
		if i%4 != 3 {
			sky.Pix[i] = uint8(share * float64(sky.Pix[i]))
		}
	}
	for i := range pages {
		pages[i].put(sky.RGBA, image.Point{})
	}
}

// lightIn returns the sum of the light of a picture, by gamma 2.2.
func lightIn(m *image.RGBA) (sum float64) {
	for i, v := range m.Pix {
		if i%4 != 3 {
			sum += math.Pow(float64(v)/255, 2.2)
		}
	}
	return sum
}
