// SPDX-License-Identifier: Apache-2.0

package window

import (
	"math"
	"time"
)

// season returns how far a year has come at a place, from 0 in the middle of winter to 4.
func season(at time.Time, latitude float64) float64 {
	s := math.Mod(float64(at.YearDay())-15+365, 365) / 365 * 4
	if latitude < 0 {
		s = math.Mod(s+2, 4)
	}
	if math.Abs(latitude) < 20 {
		s = 2
	}
	return s
}

// colours of what has seasons: in the middle of winter, spring, summer and autumn.
var (
	meadows = [4]rgb{{128, 124, 84}, {112, 176, 72}, {104, 158, 62}, {154, 142, 70}}
	crowns  = [4]rgb{{98, 82, 70}, {146, 196, 96}, {62, 126, 50}, {208, 112, 36}}
	woods   = [4]rgb{{74, 88, 74}, {64, 108, 62}, {48, 98, 54}, {112, 98, 54}}
)

// bySeason returns the colour of a time of the year.
func bySeason(of [4]rgb, season float64) rgb {
	i := int(season) % 4
	return of[i].to(of[(i+1)%4], smooth(0.15, 0.85, season-math.Floor(season)))
}

// fallen are the colours of leaves in autumn.
var fallen = []rgb{{214, 92, 32}, {226, 158, 44}, {176, 62, 38}, {150, 132, 56}}

// snowy is fresh snow.
var snowy = rgb{234, 240, 250}

// stuffOf returns the colour of a pixel in white light.
func (w *Window) stuffOf(s spot, year float64, snow bool) rgb {
	white := func(c rgb, share float64) rgb {
		if snow {
			return c.to(snowy, share)
		}
		return c
	}
	switch s.matter {
	case rock:
		return white(rgb{112, 116, 134}, 0.75)
	case summit:
		return snowy
	case grass:
		return white(bySeason(meadows, year), 0.94)
	case leaf:
		c := bySeason(crowns, year)
		if year > 2.4 && year < 3.7 {
			c = c.to(fallen[s.id%4], 0.8*smooth(2.4, 2.8, year)*smooth(3.7, 3.3, year))
		}
		return white(c, 0.6)
	case conifer:
		if s.haze > 0 { // a wood far away has all kinds of trees
			return white(bySeason(woods, year), 0.55)
		}
		return white(rgb{38, 84, 52}, 0.35)
	case trunk:
		return rgb{84, 66, 52}
	case sand:
		return white(rgb{232, 184, 116}, 0.6)
	case wall:
		walls := []rgb{{206, 190, 164}, {196, 150, 118}, {176, 178, 184}, {212, 176, 128}}
		return walls[s.id%4]
	case roof:
		return white([]rgb{{164, 74, 52}, {120, 78, 66}, {96, 98, 108}}[s.id%3], 0.9)
	case cactus:
		return rgb{74, 122, 62}
	case mesa:
		return white(rgb{196, 106, 66}, 0.3)
	case pale, lamp:
		return rgb{240, 238, 230}
	case red:
		return rgb{206, 52, 44}
	case glass:
		return rgb{96, 116, 140}
	}
	return rgb{}
}
