// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"image"
	"image/color"
	"math"
	"time"

	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// sunrise is a light over the whole panel that goes from a deep red over orange to white, or with a land to the
// colours of a morning, in steps too small to see. As in a sky, the lowest row is a colour behind the uppermost.
type sunrise struct {
	size  image.Point
	total time.Duration
	from  time.Duration // of it, at t = 0; total = it has all of its light
	land  bool          // the sun rises over hills: there is room, and the LEDs have colours
}

// newSunrise returns the light of a panel, which takes so long.
func newSunrise(env kit.Env, total, from time.Duration) sunrise {
	return sunrise{size: env.Size, total: total, from: from, land: typeset.Scenic(env.Size) && !env.Monochrome}
}

// before returns the light and a picture of the time in front of it: in white with a dark edge before a land, else in
// black.
func (s *sunrise) before(m *face.Reading, picture func(*face.Reading) render.Widget) render.Widget {
	if s.land {
		return render.NewBacked(s, picture(m.Dawn()))
	}
	return &render.Stack{Bounds: s.size, Layers: []render.Layer{{Widget: s}, {Widget: picture(m.Dark())}}}
}

const sunriseSteps = 240

// sunColors are the colours of the light, evenly spaced.
var sunColors = []color.RGBA{{70, 0, 0, 255}, {180, 10, 0, 255}, {255, 60, 0, 255}, {255, 130, 20, 255},
	{255, 200, 110, 255}, {255, 255, 255, 255}}

// The morning of a land.
var (
	skyColors = []color.RGBA{{40, 104, 240, 255}, {140, 84, 216, 255}, {255, 96, 96, 255}, {255, 150, 30, 255}}
	sunColor  = color.RGBA{255, 240, 128, 255}
	rayColor  = color.RGBA{255, 246, 226, 255}
	// The sun and the light around it, the widest first: radii in 64ths of the rows.
	suns = [...]struct {
		radius int
		share  float64 // of the sun's colour
	}{{22, 0.35}, {19, 0.6}, {16, 1}}
	// The rays behind that light: from and to, columns beside the sun's for each row above it.
	rays = [...][2]float64{{-4.7, -2.25}, {-1.38, -0.9}, {-0.58, -0.32}, {-0.1, 0.1}, {0.32, 0.58}, {0.9, 1.38},
		{2.25, 4.7}}
	// The ridges of hills, the farthest first: see [render.Ridge], in 64ths of all rows.
	ridges = [...]struct {
		rows  []float64
		color color.RGBA
	}{
		{[]float64{10, 15, 11, 7, 6, 9, 14}, color.RGBA{132, 200, 150, 255}},
		{[]float64{5, 4, 7, 9, 5, 3, 8}, color.RGBA{116, 190, 76, 255}},
	}
)

const (
	sunBegins = sunriseSteps * 2 / 5 // the first step in which the sun rises
	sunAcross = 0.27                 // of the columns, where it does
	sunHigh   = 19                   // rows above the foot, in 64ths of all, at the end
	rayShare  = 0.3                  // of their colour in the rays
)

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
func (s *sunrise) color(step int) color.RGBA { return along(sunColors, float64(step)/sunriseSteps) }

// along returns the colour at a share of the way along some.
func along(colors []color.RGBA, share float64) color.RGBA {
	at := share * float64(len(colors)-1)
	i := min(int(at), len(colors)-2)
	return render.Between(colors[i], colors[i+1], at-float64(i))
}

// Draw implements [render.Widget].
func (s *sunrise) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	step, behind := s.at(t), sunriseSteps/(len(sunColors)-1)
	day := 0.0 // how far the colours of the morning have come
	if s.land {
		day = max(0, float64(step-sunBegins)/(sunriseSteps-sunBegins))
	}
	for y := range s.size.Y {
		sky := render.Between(s.color(max(0, step-behind*y/s.size.Y)), along(skyColors, float64(y)/float64(s.size.Y)), day)
		render.Block(dst, image.Rect(0, y, s.size.X, y+1).Add(p), sky)
		if day > 0 {
			s.drawSun(dst, p, y, sky, day)
		}
	}
	if day > 0 {
		s.drawHills(dst, p, day)
	}
}

// drawSun draws a row of the sun, of its rays and of the light around it, before a sky.
func (s *sunrise) drawSun(dst *image.RGBA, p image.Point, y int, sky color.RGBA, day float64) {
	unit := float64(s.size.Y) / 64
	x, down := sunAcross*float64(s.size.X), float64(y)+0.5-float64(s.size.Y)+unit*(sunHigh*day-float64(suns[0].radius)*(1-day))
	lay := func(from, to float64, c color.RGBA, share float64) {
		row := image.Rect(int(x+from+0.5), y, int(x+to+0.5), y+1).Intersect(image.Rectangle{Max: s.size})
		render.Block(dst, row.Add(p), render.Between(sky, c, share))
	}
	for _, ray := range rays {
		if down < 0 {
			lay(-down*ray[0], -down*ray[1], rayColor, rayShare*day)
		}
	}
	for _, of := range suns {
		r := unit * float64(of.radius)
		if half := math.Sqrt(max(0, r*r-down*down)); half > 0 {
			lay(-half, half, sunColor, of.share)
		}
	}
}

// drawHills draws the ridges, which come out of the light with the day.
func (s *sunrise) drawHills(dst *image.RGBA, p image.Point, day float64) {
	for _, ridge := range ridges {
		c := render.Between(s.color(int(day*sunriseSteps*4/5)), ridge.color, day)
		render.Ridge(dst, image.Rectangle{Max: s.size}.Add(p), c, float64(s.size.Y)/64, ridge.rows)
	}
}
