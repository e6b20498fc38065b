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
	newYear  = "new_year" // fireworks behind the time in the first minutes of the year
	falling  = "weather"  // rain or snow in front of it
	birthday = "birthday" // a cake with the name, once a minute
	moon     = "moon"     // at night the moon as it is, once a minute
	twilight = "twilight" // digits in the colours of the sky around sunrise and sunset
)

// livings are what the settings offer, with what people call it.
var livings = []struct{ name, title string }{
	{newYear, "Fireworks at New Year"},
	{falling, "Rain and snow"},
	{birthday, "A cake on birthdays"},
	{moon, "The moon at night"},
	{twilight, "Colours of sunrise and sunset"},
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
	if d.lives(newYear) && m.Local.Sub(year) < fireworksFor {
		s.behind = "fireworks"
	}
	if d.lives(falling) && !d.face.Weathers() { // a window has its own
		s.front = overlays[m.Weather.Icon]
	}
	return s
}

// lives reports whether something of livings is switched on.
func (d *widgetClock) lives(name string) bool { return slices.Contains(d.cfg.Living, name) }

// between returns root between the layers of s.
func (d *widgetClock) between(root render.Widget, s around) render.Widget {
	if w := d.effect(s.behind); w != nil {
		root = &fireworks{sky: w, time: root}
	}
	w := d.effect(s.front)
	if w == nil {
		return root
	}
	return &render.Stack{Bounds: d.size, Layers: []render.Layer{{Widget: root}, {Widget: w}}}
}

// fireworks show the time for a few seconds of each half minute, and else the sky alone:
// behind large digits little of it is seen.
type fireworks struct{ sky, time render.Widget }

const (
	fireworksPass = 30 * time.Second
	fireworksTime = 8 * time.Second // of a pass with the time
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
	f.sky.Draw(dst, p, t)
	if t%fireworksPass < fireworksTime {
		f.time.Draw(dst, p, t)
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
