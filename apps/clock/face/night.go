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

// nightShare is what moon and stars have of the light of the time, at most. So a crescent is nearly as bright as the
// time, and a full moon is dim.
const nightShare = 1.0 / 12

// nightStars are where the stars of a night stand, in shares of the panel: those that the time and the moon leave free.
var nightStars = [...]struct{ x, y float64 }{
	{0.1, 0.16}, {0.36, 0.09}, {0.55, 0.28}, {0.22, 0.36}, {0.06, 0.72}, {0.95, 0.52},
}

// newNightFace returns the time by night, in one line with a sky above or at the right: where the digits are nearly as
// large as by day in two lines, and where a line that leaves the room takes half of the rows. The sky is what pages of
// that size leave of the panel; nil = the time stands as by day, as where that leaves the moon its room.
func newNightFace(env kit.Env, day *clockFace) *clockFace {
	free := (env.Size.X - day.Block().X) / 2 // at each side
	if f := newLine(env, day); f != nil || day.How != typeset.OneLine || day.Seconds || free >= env.Size.Y*3/8+4 {
		return f
	}
	room := env.Size
	room.X -= room.Y * 7 / 16
	room.Y -= room.Y / 8
	f := newClockFace(env.Fonts, room, typeset.ClockOptions{})
	if f.How == typeset.OneLine && 2*f.Digits.Cap() >= env.Size.Y && f.tells(day) {
		return f
	}
	return nil
}

// tells reports whether f has room for AM and PM, or another face of the time has none either.
func (f *clockFace) tells(other *clockFace) bool {
	where, _ := f.Half(true)
	was, _ := other.Half(true)
	return where != typeset.Nowhere || was == typeset.Nowhere
}

// newLine returns the time in one line, in five eighths of the rows, where its digits are nearly as large as in the two
// of f; nil elsewhere, and on panels without room for a moon or a picture beside it.
func newLine(env kit.Env, f *clockFace) *clockFace {
	if f.How != typeset.Lines || f.Seconds || !typeset.Scenic(env.Size) {
		return nil
	}
	line := newClockFace(env.Fonts, image.Pt(env.Size.X, env.Size.Y*5/8), typeset.ClockOptions{})
	if line.How != typeset.OneLine || 6*line.Digits.Cap() < 5*f.Digits.Cap() || !line.tells(f) {
		return nil
	}
	return line
}

// starred puts the moon, as it is at m, and some stars beside what stands on all of the pages, in the ink of m: above it
// or at the right in the upper half, over AM or PM, where there is more room. All of them stand still. Where there is no
// room for them nothing changes.
func starred(pages []page, m *Reading) {
	size := pages[0].Rect.Size()
	var time, upper image.Rectangle // what stands on the pages, and in their upper half
	half := image.Rect(0, 0, size.X, size.Y/2)
	for _, p := range pages {
		time = time.Union(typeset.Ink(p.RGBA))
		upper = upper.Union(typeset.Ink(p.SubImage(half).(*image.RGBA)))
		for _, i := range p.items {
			time = time.Union(i.Body)
			if i.Role == typeset.Digits || i.Body.Min.Y < size.Y/2 {
				upper = upper.Union(i.Body)
			}
		}
	}
	sky := image.Rect(upper.Max.X, 0, size.X, size.Y/2)
	if time.Min.Y > sky.Dx() {
		sky = image.Rect(size.X/2, 0, size.X, time.Min.Y)
	}
	side := min(sky.Dx()-4, sky.Dy()-4, size.Y*3/8)
	if side < size.Y/4 {
		return
	}
	degrees, lit := astro.Moon(m.Local)
	south := m.Panel.Shared != nil && m.Panel.Shared.Place != nil && m.Panel.Shared.Place.Latitude < 0
	moon, lights := kit.Moon(side, degrees, south), newPage(size)
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
	at := sky.Min.Add(sky.Size().Sub(image.Pt(side, side)).Div(2))
	lights.put(moon, at)
	moons := moon.Rect.Sub(moon.Rect.Min).Add(at)
	for _, star := range nightStars {
		p := image.Pt(int(star.x*float64(size.X)), int(star.y*float64(size.Y)))
		if !p.In(time.Inset(-3)) && !p.In(moons.Inset(-3)) {
			lights.SetRGBA(p.X, p.Y, m.Ink)
		}
	}
	share := math.Pow(min(1, nightShare*lightIn(pages[0].RGBA)/lightIn(lights.RGBA)), 1/2.2)
	for i := range lights.Pix {
		if i%4 != 3 {
			lights.Pix[i] = uint8(share * float64(lights.Pix[i]))
		}
	}
	for i := range pages {
		pages[i].put(lights.RGBA, image.Point{})
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
