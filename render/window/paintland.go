// SPDX-License-Identifier: Apache-2.0

package window

import (
	"image"
)

// paintLand paints the landscape in the light and the season of the scene.
func (w *Window) paintLand() {
	w.landscape = image.NewRGBA(image.Rectangle{Max: w.size})
	colours, alpha := make([]rgb, len(w.land.spots)), make([]uint8, len(w.land.spots))
	year := season(w.scene.At, w.scene.Latitude)
	snow := w.scene.Air.Lies
	w.first = w.size.Y
	low := w.above(float64(w.size.X)/2, 0.04)
	slanted := clampTo((w.sun.x/float64(w.size.X)-0.5)*3, 1) * smooth(-3, 3, w.sun.Altitude) * (1 - 0.8*w.light.grey) *
		(1 - 0.6*smooth(20, 60, w.sun.Altitude))
	for i, s := range w.land.spots {
		if s.matter == nothing {
			continue
		}
		w.first = min(w.first, i/w.size.X)
		alpha[i] = 255
		if s.matter == water {
			colours[i] = w.waterAt(i%w.size.X, i/w.size.X)
			continue
		}
		shade := 1 + float64(s.tone)/100 + slanted*float64(s.slope)/100
		c := w.stuffOf(s, year, snow).times(w.light.land).times(rgb{shade, shade, shade})
		if snow { // it lies in the light of the whole sky
			bright := 1.14 + 0.75*w.light.grey
			c = c.times(rgb{bright, bright * 1.02, bright * 1.06})
		}
		c = c.to(low, float64(s.haze)/100*(0.75+0.25*w.light.night))
		if w.light.fog > 0 {
			c = c.to(w.mist(), 0.35+0.5*float64(s.haze)/100+0.1*float64(w.size.Y-i/w.size.X)/float64(w.size.Y))
		}
		if lit := w.lit(s); lit > 0 {
			warm := rgb{255, 190, 96}.to(rgb{255, 222, 160}, chance(int(s.id), 3))
			c = c.to(warm.times(rgb{0.86, 0.86, 0.86}), lit*(1-0.35*float64(s.haze)/100)*(1-0.5*w.light.fog))
		}
		colours[i] = c
	}
	w.settle(w.landscape, colours, alpha)
}

// lit returns the light of a lamp or a window, 0 to 1: of windows fewer the later it is, each for minutes.
func (w *Window) lit(s spot) float64 {
	dark := smooth(0, -5, w.sun.Altitude) + 0.5*smooth(0.85, 1, w.light.grey)*smooth(12, 4, w.sun.Altitude)
	switch s.matter {
	case lamp:
		return clamp(dark)
	case glass:
		hour := float64(w.scene.At.Hour()) + float64(w.scene.At.Minute())/60
		share := 0.05 + 0.5*smooth(15, 19, hour)*smooth(24, 21.5, hour) + 0.35*smooth(5, 7, hour)*smooth(10, 8, hour)
		if s.id <= 2 { // the house in the hills
			share = 0.1 + 1.5*share
		}
		turn := int(w.begin/60000+int64(s.id)*7) / (9 + int(s.id)%13) // minutes
		if chance(int(s.id), turn) < share {
			return clamp(dark)
		}
	}
	return 0
}
