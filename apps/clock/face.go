// SPDX-License-Identifier: Apache-2.0

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
	day          kit.Day   // of the coming hours
	event        kit.Event // the next one
	panel        kit.Env   // for Dimmed
}

// dimmed returns c as [kit.Env.Dimmed] does.
func (m *reading) dimmed(c color.RGBA, divisor uint8) color.RGBA { return m.panel.Dimmed(c, divisor) }

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

// wholePages returns pages of the given size with parts drawn at at.
func wholePages(parts []page, size, at image.Point) (all []page) {
	for _, p := range parts {
		all = append(all, p.on(size, at))
	}
	return all
}
