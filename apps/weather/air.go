// SPDX-License-Identifier: Apache-2.0

package weather

import (
	"math"

	"github.com/ledpost/ledpost/render/window"
)

// airJSON is the part of a server's current weather that a window shows (open-meteo.com/en/docs).
type airJSON struct {
	Interval float64  `json:"interval"` // seconds in which the water fell
	Cover    *float64 `json:"cloud_cover"`
	Water    float64  `json:"precipitation"`
	Snow     float64  `json:"snowfall"`   // cm
	Depth    float64  `json:"snow_depth"` // m
	Wind     float64  `json:"wind_speed_10m"`
	From     float64  `json:"wind_direction_10m"`
}

// air returns what is measured; nil where the server does not know the clouds.
func (j *airJSON) air() *air {
	if j.Cover == nil {
		return nil
	}
	hours := 1.0
	if j.Interval >= 60 && j.Interval <= 86400 {
		hours = j.Interval / 3600
	}
	upTo := func(v, most float64) float64 { return math.Round(min(max(v, 0), most)*100) / 100 }
	// 7 cm of snow are 10 mm of water, by the same documentation.
	return &air{Cover: upTo(*j.Cover, 100), Water: upTo(j.Water/hours, 300), Snow: upTo(j.Snow*10/7/hours, 300),
		Depth: upTo(j.Depth, 20), Wind: upTo(j.Wind, 100), From: upTo(j.From, 360)}
}

// airs are how the air is by the code of the weather, for servers that know no more. Light rain is up to 2.5 mm an
// hour (WMO-No. 8 and the Glossary of Meteorology of the American Meteorological Society); heavy rain begins at 10, in
// the glossary at 7.6.
var airs = map[int]window.Air{
	0: {}, 1: {Cover: 0.15}, 2: {Cover: 0.5}, 3: {Cover: 1}, 45: {Cover: 1, Fog: true}, 48: {Cover: 1, Fog: true},
	51: {Cover: 0.95, Rain: 0.15}, 53: {Cover: 0.95, Rain: 0.3}, 55: {Cover: 1, Rain: 0.6},
	56: {Cover: 1, Rain: 0.3}, 57: {Cover: 1, Rain: 0.6}, 61: {Cover: 0.95, Rain: 1}, 63: {Cover: 1, Rain: 4},
	65: {Cover: 1, Rain: 10}, 66: {Cover: 1, Rain: 1}, 67: {Cover: 1, Rain: 4},
	71: {Cover: 1, Snow: 0.5, Lies: true}, 73: {Cover: 1, Snow: 1.2, Lies: true}, 75: {Cover: 1, Snow: 3, Lies: true},
	77: {Cover: 1, Snow: 0.3, Lies: true}, 80: {Cover: 0.7, Rain: 1}, 81: {Cover: 0.8, Rain: 4},
	82: {Cover: 0.9, Rain: 10},
	85: {Cover: 0.9, Snow: 1, Lies: true}, 86: {Cover: 1, Snow: 3, Lies: true},
	95: {Cover: 0.95, Rain: 5, Thunder: true}, 96: {Cover: 0.95, Rain: 5, Thunder: true},
	99: {Cover: 1, Rain: 10, Thunder: true},
}

// Wind where none is measured: a light breeze from the west.
const breeze, west = 3, 270

// window returns the weather as a window shows it: what the code says, in the measured amounts.
func (c *conditions) window() window.Air {
	a, known := airs[c.Code]
	if !known {
		a.Cover = 0.6
	}
	a.Wind, a.From = breeze, west
	m := c.Air
	if m == nil {
		return a
	}
	a.Wind, a.From, a.Lies = m.Wind, m.From, a.Lies && m.Depth > 0 || m.Depth >= 0.01
	if !a.Fog { // which hides how much there is above
		a.Cover = m.Cover / 100
	}
	// A quarter of an hour without a drop does not end the rain that the code has.
	rain, snow := max(m.Water-m.Snow, 0), m.Snow
	if a.Rain > 0 || rain > 0 {
		a.Rain = max(rain, min(a.Rain, 0.2))
	}
	if a.Snow > 0 || snow > 0 {
		a.Snow = max(snow, min(a.Snow, 0.2))
	}
	return a
}
