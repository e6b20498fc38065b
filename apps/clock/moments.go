// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/internal/astro"
	"github.com/ledpost/ledpost/render"
)

// sentence is words beside an icon.
func sentence(words, icon string) aside { return aside{head: words, words: true, icon: icon} }

// birthday is a cake, with the name.
func (d *widgetClock) birthday(m *face.Reading) (a aside, ok bool) {
	a = sentence(kit.Printable(m.Birthday), "food-birthday")
	a.behind = "confetti"
	return a, m.Birthday != ""
}

// firstSnow is that of a winter.
func (d *widgetClock) firstSnow(m *face.Reading) (a aside, ok bool) {
	return sentence(d.local.Phrases.FirstSnow, "weather-snow"), m.Weather.FirstSnow
}

// seasonIcons are beside the beginnings of spring, summer, autumn and winter.
var seasonIcons = [4]string{"nature-flower", "weather-sun", "nature-leaf", "nature-fir"}

// season is the beginning of one, on the day of the equinox or solstice.
func (d *widgetClock) season(m *face.Reading) (a aside, ok bool) {
	year, month, day := m.Local.Date()
	today := time.Date(year, month, day, 0, 0, 0, 0, m.Local.Location())
	was, is := quarter(today), quarter(today.AddDate(0, 0, 1))
	if at := m.Panel.Shared.Place; at != nil && at.Latitude < 0 {
		is, was = (is+2)%4, (was+2)%4
	}
	return sentence(d.local.Phrases.Seasons[is], seasonIcons[is]), is != was
}

// quarter returns which quarter of its way the sun is in at t, from the spring of the north on.
func quarter(t time.Time) int {
	ascension, _, _ := astro.Sun(t)
	return int(ascension/90) % 4
}

// moon is how it looks at night, and how much of it is lit.
func (d *widgetClock) moon(m *face.Reading) (a aside, ok bool) {
	degrees, lit := astro.Moon(m.Local.Truncate(time.Minute))
	percent := fmt.Sprintf("%d%%", int(math.Round(100*lit)))
	return aside{head: percent, widest: "100%", disc: moonDisc(degrees, m)}, night(m)
}

// nearlyFull is how far from its middle the moon still is full, in degrees: half of its way in a day.
const nearlyFull = 6.1

// fullMoon is the night of it.
func (d *widgetClock) fullMoon(m *face.Reading) (a aside, ok bool) {
	degrees, _ := astro.Moon(m.Local.Truncate(time.Minute))
	full := aside{head: d.local.Phrases.FullMoon, words: true, disc: moonDisc(degrees, m)}
	return full, math.Abs(degrees-180) < nearlyFull && night(m)
}

// eclipse is what is seen of one, or on its day the time when most is covered. What is seen needs no name.
func (d *widgetClock) eclipse(m *face.Reading) (a aside, ok bool) {
	at := m.Panel.Shared.Place
	if at == nil {
		return aside{}, false
	}
	if e := astro.EclipseAt(m.Local, at.Latitude, at.Longitude); e != (astro.Eclipse{}) {
		percent := min(int(math.Round(100*e.Covered())), 100)
		return aside{head: fmt.Sprintf("%d%%", percent), widest: "100%", disc: eclipsed(e)}, true
	}
	peak := d.peaks.on(m.Local, at)
	if !m.Local.Before(peak.at) {
		return aside{}, false
	}
	name := d.local.Phrases.SunEclipse
	if peak.Lunar {
		name = d.local.Phrases.MoonEclipse
	}
	a = d.alarmed(d.clock(peak.at), name)
	a.disc = eclipsed(peak.Eclipse)
	return a, true
}

// peak is the moment of a day at which an eclipse covers most. The zero value is of a day without an eclipse.
type peak struct {
	at time.Time
	astro.Eclipse
}

// peaks finds them, once a day. The zero value has not searched yet.
type peaks struct {
	day   time.Time
	place kit.Location
	peak
}

// A day is searched in coarse steps, and in fine ones around the best of them. An eclipse that is seen for less than a
// coarse step may be missed, such as one at its edge or at the horizon.
const coarse, fine = 10 * time.Minute, 2 * time.Minute

// on returns the peak of the day of t at a place.
func (p *peaks) on(t time.Time, at *kit.Location) peak {
	y, m, d := t.Date()
	if day := time.Date(y, m, d, 0, 0, 0, 0, t.Location()); !day.Equal(p.day) || *at != p.place {
		*p = peaks{day: day, place: *at}
		next := day.AddDate(0, 0, 1)
		p.search(day, next, coarse)
		if around := p.at; !around.IsZero() {
			p.search(walltime.Later(day, around.Add(-coarse)), kit.Soonest(next, around.Add(coarse)), fine)
		}
	}
	return p.peak
}

// search looks for more than the peak so far, from one time until another.
func (p *peaks) search(from, until time.Time, every time.Duration) {
	for now := from; now.Before(until); now = now.Add(every) {
		if e := astro.EclipseAt(now, p.place.Latitude, p.place.Longitude); e.Covered() > p.Covered() {
			p.peak = peak{now, e}
		}
	}
}

// yearOf returns the number of m's year.
func yearOf(m *face.Reading) render.Widget {
	sheet := kit.NewSheet(m.Panel, paint.Look{})
	line := kit.Say(typeset.Head, m.Ink, strconv.Itoa(m.Local.Year()))
	return kit.Pages(sheet.Steps(typeset.Content{Lines: []typeset.Line{line}}))
}
