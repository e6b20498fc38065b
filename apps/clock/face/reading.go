// SPDX-License-Identifier: Apache-2.0

package face

import (
	"cmp"
	"image/color"
	"strings"
	"time"
	"unicode"

	"github.com/ledpost/ledpost/apps/kit"
)

// Reading is what a face shows.
type Reading struct {
	Local, Other time.Time  // in the zone of the widget, and in the second one
	Known        bool       // false = the time is unknown
	Hours        int        // 12 or 24; any other is 24
	Ink, Accent  color.RGBA // Accent.A is 0 where none is set
	Words        *kit.Language
	Sunday       bool // the week begins on Sunday
	MonthFirst   bool // a date has the month before the day
	Weather      kit.WeatherNow
	Day          kit.Day   // of the coming hours
	Event        kit.Event // the next one
	Birthday     string    // title of today's; "" = none
	Sky          Sky       // that colours the digits
	Night        bool      // the device's night is on
	dawn         bool      // the sun rises behind it
	Seen         time.Time // when the clock came to be seen, for texts that scroll; zero = with the minute
	Panel        kit.Env   // for Dimmed
}

// characters reports whether the words of m are of characters of Han.
func (m *Reading) characters() bool { return lettered(m.Words) != m.Words }

// lettered returns words of letters: English ones for a language with characters of Han.
func lettered(words *kit.Language) *kit.Language {
	if han(words.Days[0]) {
		return kit.LanguageOf("")
	}
	return words
}

// han reports whether a text has characters of Han.
func han(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// faint is dimmed for what stands beside something in c. In front of a light black has no fraction:
// there it is a shadow, or nothing where LEDs are only on or off.
func (m *Reading) faint(c color.RGBA, divisor uint8) color.RGBA {
	switch {
	case m.dawn: // the light would be dark around it
		return color.RGBA{}
	case c != dark:
		return m.dimmed(c, divisor)
	case m.Panel.Monochrome:
		return color.RGBA{}
	}
	return color.RGBA{A: 70}
}

// dimmed returns c as [kit.Env.Dimmed] does; as it is at dawn, whose light would be dark around what is dimmed.
func (m *Reading) dimmed(c color.RGBA, divisor uint8) color.RGBA {
	if m.dawn {
		return c
	}
	return m.Panel.Dimmed(c, divisor)
}

// fields returns hours, minutes, and seconds if wanted, of the time t.
func (m *Reading) fields(t time.Time, seconds bool) []string {
	if !m.Known {
		return []string{"--", "--"}
	}
	hours := "15"
	if m.Hours == 12 {
		hours = "3"
	}
	fields := []string{t.Format(hours), t.Format("04")}
	if seconds {
		fields = append(fields, t.Format("05"))
	}
	return fields
}

// column returns the place of today in the owner's week, from 0.
func (m *Reading) column() int {
	if m.Sunday {
		return int(m.Local.Weekday())
	}
	return int(m.Local.Weekday()+6) % 7
}

// accentOr returns the accent colour if it is set, else c.
func (m *Reading) accentOr(c color.RGBA) color.RGBA {
	return cmp.Or(m.Accent, c)
}

// Dark returns m in black, for drawing over a light background.
func (m Reading) Dark() *Reading {
	m.Ink, m.Accent, m.Night = dark, dark, false
	return &m
}

// Dawn returns m in white, for drawing before the sunrise over a land. It is night no more, as in Dark.
func (m Reading) Dawn() *Reading {
	m.Ink, m.Accent, m.dawn, m.Night = color.RGBA{255, 255, 255, 255}, color.RGBA{}, true, false
	return &m
}

// dark is the ink of [Reading.Dark].
var dark = color.RGBA{A: 255}

// lit reports whether m is drawn over a light background.
func (m *Reading) lit() bool { return m.Ink == dark || m.dawn }
