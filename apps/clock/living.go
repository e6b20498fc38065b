// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"image"
	"slices"
	"time"

	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/effects"
)

// What a clock may show of its day, as settings name it.
const (
	newYear  = "new_year" // fireworks and the number of the year in its first minutes
	falling  = "weather"  // rain or snow in front of the time
	twilight = "twilight" // digits in the colours of the sky around sunrise and sunset
	birthday = "birthday" // what follows is said once a minute
	moon     = "moon"
	fullMoon = "full_moon"
	season   = "season"
	snow     = "first_snow"
	eclipse  = "eclipse"
)

// A living is something of the day.
type living struct {
	name   string
	title  string                                                   // what people call it
	says   func(d *widgetClock, m *face.Reading) (a aside, ok bool) // nil = it says nothing
	second time.Duration                                            // of each minute at which it does
}

// livings are what the settings offer. What comes last in a minute is over within it on the smallest panels, too.
var livings = []living{
	{name: newYear, title: "Fireworks at New Year"},
	{name: falling, title: "Rain and snow"},
	{birthday, "A cake on birthdays", (*widgetClock).birthday, 10 * time.Second},
	{season, "The first day of a season", (*widgetClock).season, 20 * time.Second},
	{snow, "The first snow of the winter", (*widgetClock).firstSnow, 22 * time.Second},
	{eclipse, "Eclipses of sun and moon", (*widgetClock).eclipse, 36 * time.Second},
	{fullMoon, "The full moon", (*widgetClock).fullMoon, 42 * time.Second},
	{moon, "The moon at night", (*widgetClock).moon, 45 * time.Second},
	{name: twilight, title: "Colours of sunrise and sunset"},
}

// livingSchema returns one of livings as a setting.
func livingSchema() *device.Schema {
	s := &device.Schema{Type: "string"}
	for _, l := range livings {
		s.Enum, s.Titles = append(s.Enum, l.name), append(s.Titles, l.title)
	}
	return s
}

// fireworksFor is how long the fireworks of a new year last.
const fireworksFor = 5 * time.Minute

// overlays are what falls in front of the time, by the icon of the weather.
var overlays = map[string]string{
	"weather-drizzle": "drizzle", "weather-rain": "rain", "weather-downpour": "rain", "weather-showers": "rain",
	"weather-sleet": "rain", "weather-snow": "snow", "weather-storm": "thunder", "weather-hail": "thunder",
}

// around is what lies behind the time and in front of it, as names of effects; "" = nothing.
type around struct{ behind, front string }

// surroundings returns what the day puts around the time at m.
func (d *widgetClock) surroundings(m *face.Reading) (s around) {
	if !m.Known || m.Panel.Monochrome { // LEDs that are only on or off show no digits among drops
		return s
	}
	year := time.Date(m.Local.Year(), 1, 1, 0, 0, 0, 0, m.Local.Location())
	if d.lives(newYear) && m.Local.Sub(year) < fireworksFor && !m.Night { // a night is quiet
		s.behind = "fireworks"
	}
	if d.lives(falling) && !d.face.Weathers() { // a window has its own
		s.front = overlays[m.Weather.Icon]
	}
	return s
}

// lives reports whether something of livings is switched on.
func (d *widgetClock) lives(name string) bool { return slices.Contains(d.cfg.Living, name) }

// between returns the picture root of m between the layers of s.
func (d *widgetClock) between(root render.Widget, m *face.Reading, s around) render.Widget {
	if w := d.effect(s.behind); w != nil {
		f := &fireworks{sky: w, time: render.NewBacked(w, root), year: render.NewBacked(w, yearOf(m))}
		if d.size.Y >= overRows {
			f.time, f.under = root, image.NewRGBA(image.Rectangle{Max: d.size})
		}
		root = f
	}
	w := d.effect(s.front)
	if w == nil {
		return root
	}
	return &render.Stack{Bounds: d.size, Layers: []render.Layer{{Widget: root}, {Widget: w}}}
}

// fireworks burn over the time, which is dimmed, then around the number of the year, in each half minute: behind large
// digits little of them would be seen. On few rows dimmed digits would drown in them, and stand before them.
type fireworks struct {
	sky, time, year render.Widget // the year is before the sky; so is the time where under is nil
	under           *image.RGBA   // what they burn over, of their size
}

const (
	fireworksPass = 30 * time.Second
	fireworksTime = 10 * time.Second // of a pass with the time
	dimmed        = 80               // the light of the time under fireworks, of 256
	overRows      = 16               // of a panel on which they burn over the time
)

// Size implements [render.Widget].
func (f *fireworks) Size() image.Point { return f.sky.Size() }

// Period implements [render.Widget]: passes until the sky begins again, too.
func (f *fireworks) Period() time.Duration {
	of := max(f.sky.Period(), 1)
	common, rest := fireworksPass, of
	for rest != 0 {
		common, rest = rest, common%rest
	}
	return of / common * fireworksPass
}

// Next returns when the sky changes next, which it always does before the time.
func (f *fireworks) Next(t time.Duration) time.Duration { return render.Next(f.sky, t) }

// Draw implements [render.Widget].
func (f *fireworks) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	switch {
	case t%fireworksPass >= fireworksTime:
		f.year.Draw(dst, p, t)
		return
	case f.under == nil:
		f.time.Draw(dst, p, t)
		return
	}
	f.sky.Draw(dst, p, t)
	render.Clear(f.under)
	f.time.Draw(f.under, image.Point{}, t)
	area := image.Rectangle{Max: f.Size()}.Intersect(dst.Rect.Sub(p))
	for y := area.Min.Y; y < area.Max.Y; y++ {
		from := f.under.Pix[f.under.PixOffset(area.Min.X, y):f.under.PixOffset(area.Max.X, y)]
		to := dst.Pix[dst.PixOffset(p.X+area.Min.X, p.Y+y):]
		for i, v := range from {
			to[i] = uint8(min(int(to[i])+int(v)*dimmed>>8, 255))
		}
	}
}

// effect returns the effect of that name, the same one each time; nil for "".
func (d *widgetClock) effect(name string) render.Widget {
	if w := d.effects[name]; w != nil || name == "" {
		return w
	}
	w, ok := effects.NewOverlay(name, d.size)
	if !ok {
		if w, ok = effects.NewBackground(name, d.size); !ok {
			return nil
		}
	}
	if d.effects == nil {
		d.effects = map[string]render.Widget{}
	}
	d.effects[name] = w
	return w
}
