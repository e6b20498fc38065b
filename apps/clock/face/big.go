// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
)

// bigFace shows the time in digits as wide as the panel, and below it the date and the
// weather: side by side, or in turn.
type bigFace struct {
	env   kit.Env
	time  *clockFace
	strip image.Point // size of the room below
}

// stripRows is the minimum for letters below the time; icons need 8.
const stripRows = 6

func newBigFace(env kit.Env, o Options) *bigFace {
	clock := newClockFace(env.Fonts, env.Size.Sub(image.Pt(0, stripRows)), o.time())
	f := &bigFace{env: env, time: clock}
	f.strip = image.Pt(env.Size.X, min(env.Size.Y-clock.Block().Y-1, 8*max(1, env.Size.Y/32)))
	return f
}

// laid returns the time, and the row of the strip: a third of the rows that both leave is above the time, as much below
// it, and as much below the strip. AM and PM at its foot belong to the time.
func (f *bigFace) laid(m *Reading) (time *clockFace, strip int) {
	clock, high := *f.time, f.time.Block().Y
	margin := func() int { return (f.env.Size.Y - f.strip.Y - high) / 3 }
	clock.Room.Y = high + 2*margin()
	high = clock.Height(m.twelve())
	clock.Room.Y = high + 2*margin()
	return &clock, f.env.Size.Y - margin() - f.strip.Y
}

// step implements stepper.
func (f *bigFace) step() time.Duration { return f.time.step() }

// pages implements drawer.
func (f *bigFace) pages(m *Reading) (all []page) {
	clock, top := f.laid(m)
	parts, strips := clock.pages(m), f.strips(m)
	for round := range max(len(strips), 1) {
		for range max(1, 6/len(parts)) {
			for _, p := range wholePages(parts, f.env.Size, image.Point{}) {
				if len(strips) > 0 {
					p.picture(strips[round], image.Pt(0, top))
				}
				all = append(all, p)
			}
		}
		if len(strips) < 2 {
			return all[:len(parts)]
		}
	}
	return all
}

// strips returns what shows below the time: one strip with everything, or several in turn.
func (f *bigFace) strips(m *Reading) (all []*image.RGBA) {
	if !m.Known {
		return nil
	}
	ways := dates(m, m.dateWords(f.env.Fonts, f.strip))
	weather, date := f.weather(m), fit(f.env.Fonts, f.strip, ways)
	if date.face != nil {
		all = append(all, f.text(date, m).RGBA)
	}
	if weather == nil {
		return all
	}
	left := image.Pt(f.strip.X-weather.Rect.Dx()-max(2, f.strip.X/16), f.strip.Y)
	if beside := fit(f.env.Fonts, left, ways[:min(3, len(ways))]); beside.face != nil {
		p := newPage(f.strip)
		beside.put(&p, image.Rectangle{Max: left}, m.accentOr(amber))
		p.picture(weather.RGBA, image.Pt(f.strip.X-weather.Rect.Dx(), 0))
		return []*image.RGBA{p.RGBA}
	}
	alone := newPage(f.strip)
	alone.picture(weather.RGBA, image.Pt((f.strip.X-weather.Rect.Dx())/2, 0))
	return append(all, alone.RGBA)
}

// text returns a strip with text alone.
func (f *bigFace) text(t fitted, m *Reading) page {
	p := newPage(f.strip)
	t.put(&p, p.Rect, m.accentOr(amber))
	return p
}

// weather returns the icon and the text of the weather, as narrow as possible; nil if
// the weather is unknown or there is no room.
func (f *bigFace) weather(m *Reading) *page {
	icon, at := drawing(f.env.Icons, m.Weather.Icon, 8), 0
	if icon != nil && icon.Rect.Dy() <= f.strip.Y {
		at = icon.Rect.Dx() + 1
	}
	words := fit(f.env.Fonts, image.Pt(f.strip.X-at, f.strip.Y), [][][]string{{{m.Weather.Text}}})
	if m.Weather.Text == "" || words.face == nil {
		return nil
	}
	p := newPage(image.Pt(at+words.face.Width(m.Weather.Text), f.strip.Y))
	if at > 0 {
		p.picture(icon, image.Pt(0, (f.strip.Y-icon.Rect.Dy())/2))
	}
	words.put(&p, image.Rect(at, 0, p.Rect.Dx(), p.Rect.Dy()), m.Ink)
	return &p
}
