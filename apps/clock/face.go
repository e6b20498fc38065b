package clock

import (
	"image"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/render"
)

// face draws a clock for one panel of any size, with nothing cut off.
type face interface {
	// pages returns the pages that show at m, in turn.
	pages(m *reading) []page
	// step returns how long the pages are valid: until the next second or minute.
	step() time.Duration
}

// mover is a face with something moving over its pages.
type mover interface {
	// over returns layers that move by themselves; their t = 0 is the start of the minute.
	over(m *reading) []render.Layer
}

// reading is what a face shows.
type reading struct {
	local, other time.Time  // in the zone of the widget, and in the second one
	known        bool       // false = the time is unknown
	hours        int        // 12 or 24
	ink, accent  color.RGBA // accent.A is 0 where none is set
	words        *kit.Language
	weather      kit.WeatherNow
}

// fields returns hours, minutes, and seconds if wanted, of the time t.
func (m *reading) fields(t time.Time, seconds bool) []string {
	if !m.known {
		return []string{"--", "--"}
	}
	hours := "15"
	if m.hours == 12 {
		hours = "3"
	}
	fields := []string{t.Format(hours), t.Format("04")}
	if seconds {
		fields = append(fields, t.Format("05"))
	}
	return fields
}

// accentOr returns the accent colour if it is set, else c.
func (m *reading) accentOr(c color.RGBA) color.RGBA {
	if m.accent.A != 0 {
		return m.accent
	}
	return c
}

// dark returns m in black, for drawing over a light background.
func (m reading) dark() *reading {
	m.ink, m.accent = color.RGBA{A: 255}, color.RGBA{A: 255}
	return &m
}

// The names of the faces in the settings, and for people.
var (
	faceNames  = []string{"plain", "calendar", "weekday", "seconds", "date", "big", "words", "zones", "icon", "weather"}
	faceTitles = []string{"Plain", "Calendar leaf", "Bar of the week", "Line of the seconds", "Time and date in turn",
		"Big digits, date and weather", "In words", "Two time zones", "Own icon", "Weather icon"}
)

// newFace returns the face with that name. A face that does not fit on the panel is
// replaced by one that does.
func newFace(env kit.Env, cfg Config) face {
	set, size := env.Fonts, env.Size
	switch cfg.Face {
	case "calendar":
		return newLeafFace(set, size, cfg)
	case "weekday":
		return newWeekdayFace(set, size, cfg)
	case "seconds":
		return newSecondsFace(set, size, cfg)
	case "date":
		return newDateFace(set, size, cfg)
	case "big":
		if size.X < 32 || size.Y < 16 {
			return newDateFace(set, size, cfg)
		}
		return newBigFace(env, cfg)
	case "words":
		if f := newWordsFace(set, size, cfg); f != nil {
			return f
		}
	case "zones":
		return newZonesFace(set, size, cfg)
	case "icon", "weather":
		return newIconFace(env, cfg)
	}
	return newClockFace(set, size, cfg)
}

// wholePages returns pages of the given size with parts drawn at at.
func wholePages(parts []page, size, at image.Point) (all []page) {
	for _, p := range parts {
		all = append(all, p.on(size, at))
	}
	return all
}
