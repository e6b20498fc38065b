// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"image"
	"image/color"
	"time"
)

// sunrise is a light over the whole panel that goes from a deep red over orange to
// white, in steps too small to see.
type sunrise struct {
	size  image.Point
	total time.Duration
	from  time.Duration // of it, at t = 0; total = it is white
}

const sunriseSteps = 240

// sunColors are the colours of the light, evenly spaced.
var sunColors = []color.RGBA{{70, 0, 0, 255}, {180, 10, 0, 255}, {255, 60, 0, 255}, {255, 130, 20, 255},
	{255, 200, 110, 255}, {255, 255, 255, 255}}

// Size implements [render.Widget].
func (s *sunrise) Size() image.Point { return s.size }

// Period implements [render.Widget]: the sunrise does not repeat.
func (s *sunrise) Period() time.Duration { return 0 }

// at returns the step at t, 0 to sunriseSteps.
func (s *sunrise) at(t time.Duration) int {
	return int(min(max(s.from+t, 0), s.total) * sunriseSteps / s.total)
}

// Next returns when the next step begins.
func (s *sunrise) Next(t time.Duration) time.Duration {
	step := s.at(t)
	if step == sunriseSteps {
		return 1<<63 - 1
	}
	return (time.Duration(step+1)*s.total+sunriseSteps-1)/sunriseSteps - s.from
}

// color returns the colour of a step.
func (s *sunrise) color(step int) color.RGBA {
	n := step * (len(sunColors) - 1)
	i, part := n/sunriseSteps, n%sunriseSteps
	if i == len(sunColors)-1 {
		return sunColors[i]
	}
	a, b := sunColors[i], sunColors[i+1]
	mix := func(a, b uint8) uint8 { return uint8(int(a) + (int(b)-int(a))*part/sunriseSteps) }
	return color.RGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 255}
}

// Draw implements [render.Widget].
func (s *sunrise) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	c := s.color(s.at(t))
	window := image.Rectangle{p, p.Add(s.size)}.Intersect(dst.Rect)
	for y := window.Min.Y; y < window.Max.Y; y++ {
		for x := window.Min.X; x < window.Max.X; x++ {
			dst.SetRGBA(x, y, c)
		}
	}
}
