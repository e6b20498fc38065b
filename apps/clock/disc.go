// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"image"
	"image/color"
	"math"

	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/astro"
)

// A disc draws sun or moon in a square of that side.
type disc func(side int) *image.RGBA

// moonDisc is the moon at a phase, as it is seen from the place of m.
func moonDisc(degrees float64, m *face.Reading) disc {
	at := m.Panel.Shared.Place
	south := at != nil && at.Latitude < 0
	return func(side int) *image.RGBA { return kit.Moon(side, degrees, south) }
}

// The light of eclipses: the shadow of the Earth is copper, since its air bends red light into it.
var (
	sunInk    = color.RGBA{255, 205, 70, 255}
	moonInk   = color.RGBA{255, 245, 205, 255}
	copper    = color.RGBA{150, 52, 18, 255}
	darkMoon  = color.RGBA{14, 14, 24, 255}
	coronaInk = color.RGBA{190, 215, 255, 255}
)

// eclipsed is the sun behind the moon, with its corona while all of it is covered, or the moon in the shadow of the
// Earth.
func eclipsed(e astro.Eclipse) disc {
	total := !e.Lunar && e.Covered() >= 1
	return func(side int) *image.RGBA {
		m := image.NewRGBA(image.Rect(0, 0, side, side))
		part := 1.0 // of the picture
		if total {
			part = 0.6 // room for the corona
		}
		for y := range side {
			for x := range side {
				m.SetRGBA(x, y, kit.Sampled(x, y, side, func(right, up float64) color.RGBA {
					return eclipseAt(e, total, right/part, up/part)
				}))
			}
		}
		return m
	}
}

// eclipseAt returns the colour of a point in radii of the disc that is covered, from its middle.
func eclipseAt(e astro.Eclipse, total bool, right, up float64) color.RGBA {
	away, covered := math.Hypot(right, up), math.Hypot(right-e.X, up-e.Y) < e.Radius
	switch {
	case e.Lunar && away <= 1 && covered:
		return copper
	case e.Lunar && away <= 1:
		return moonInk
	case e.Lunar:
		return color.RGBA{}
	case covered && (away <= 1 || total):
		return darkMoon
	case away <= 1:
		return sunInk
	case total:
		rays := 1 + 0.35*math.Cos(6*math.Atan2(up, right)+1)
		light := math.Exp(-(away - 1) * 3.2 / rays)
		return color.RGBA{uint8(float64(coronaInk.R) * light), uint8(float64(coronaInk.G) * light),
			uint8(float64(coronaInk.B) * light), 255}
	}
	return color.RGBA{}
}
