// SPDX-License-Identifier: Apache-2.0

package ics

import (
	"regexp"
	"strings"
	"time"
)

// wall is what clocks and calendars on the wall show, in seconds since 1970 as if they
// stood in UTC.
type wall int64

// date returns the day, counted from 1970.
func (w wall) date() int { return int(floor(int64(w), day)) }

// clock returns the seconds since midnight.
func (w wall) clock() int { return int(int64(w) - int64(w.date())*day) }

// floor divides, down to whole numbers.
func floor(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// midnight is when a day begins on the wall.
func midnight(date int) wall { return wall(date) * day }

// moment is a date or a time as it stands in a calendar. The zero value is no moment.
type moment struct {
	wall wall
	zone int16 // floating, utc, or a name of [zones]
	date bool  // a day: wall is its midnight
	ok   bool
}

// Zones of a moment that are no names.
const (
	floating = iota
	utc
	firstName
)

// layouts are of dates and times without their separators, by length.
var layouts = map[int]string{8: "20060102", 13: "20060102T1504", 15: "20060102T150405"}

// separators stand in times as ISO 8601 has them, which some calendars write.
var separators = strings.NewReplacer("-", "", ":", "")

// fraction is of a second.
var fraction = regexp.MustCompile(`\.\d+`)

// moment parses a value of a property.
func (z *zones) moment(l line, value string) (m moment) {
	value = strings.ToUpper(strings.TrimSpace(value))
	east, shifted := 0, false
	if sign := strings.LastIndexAny(value, "+-"); sign > strings.IndexByte(value, 'T') && strings.Contains(value, "T") {
		if east, shifted = offset(value[sign:]); shifted {
			value = value[:sign]
		}
	}
	if strings.ContainsAny(value, "-:.") {
		value = separators.Replace(fraction.ReplaceAllString(value, ""))
	}
	value, isUTC := strings.CutSuffix(value, "Z")
	if strings.EqualFold(l.param("VALUE"), "DATE") && len(value) > 8 {
		value = value[:8]
	}
	if len(value) == 15 && strings.HasSuffix(value, "60") { // a leap second
		value = value[:13] + "59"
	}
	layout, known := layouts[len(value)]
	at, err := time.Parse(layout, value)
	if !known || err != nil {
		return moment{}
	}
	m = moment{wall: wall(at.Unix()), date: len(value) == 8, ok: true}
	switch {
	case m.date:
	case isUTC || shifted:
		m.wall -= wall(east)
		m.zone = utc
	default:
		m.zone = z.name(l.param("TZID"))
	}
	return m
}

// in returns the instant of a moment; one that floats is in zone.
func (z *zones) in(m moment, zone *time.Location) time.Time {
	if m.zone == floating {
		return resolve(m.wall, zone)
	}
	return resolve(m.wall, z.location(m.zone))
}

// onDay returns the day that a time names an event of whole days by: the midnight that it
// is in the device's zone, or in UTC nearly.
func (z *zones) onDay(m moment) int {
	if m.zone != utc {
		return m.wall.date()
	}
	here := wallOf(time.Unix(int64(m.wall), 0), z.device)
	if here.clock() == 0 {
		return here.date()
	}
	return (m.wall + day/2).date()
}

// resolve returns the instant at which clocks of a zone show w. Where they never do, it
// is reckoned by the offset before the gap; where they do twice, it is the first time
// (RFC 5545, 3.3.5).
func resolve(w wall, zone *time.Location) time.Time {
	shown := time.Unix(int64(w), 0).In(zone)
	_, before := shown.Add(-day * time.Second).Zone()
	_, after := shown.Add(day * time.Second).Zone()
	at := shown.Add(time.Duration(-before) * time.Second)
	if before == after {
		return at
	}
	if _, offset := at.Zone(); offset == before {
		return at
	}
	late := shown.Add(time.Duration(-after) * time.Second)
	if _, offset := late.Zone(); offset == after {
		return late
	}
	return at
}

// wallOf returns what clocks of a zone show.
func wallOf(t time.Time, zone *time.Location) wall {
	_, offset := t.In(zone).Zone()
	return wall(t.Unix() + int64(offset))
}

// span is how long an event lasts.
type span struct {
	days  int           // by the calendar
	exact time.Duration // after them
	ok    bool
}

// units are the seconds of the letters in a duration.
var units = map[rune]int64{'H': hour, 'M': 60, 'S': 1}

// parseSpan parses a duration as P1DT2H30M or P2W; s is zero if the duration is not above 0.
func parseSpan(text string) (s span) {
	text, ok := strings.CutPrefix(strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(text)), "+"), "P")
	n, seconds := int64(0), int64(0)
	for _, c := range text {
		switch {
		case c >= '0' && c <= '9':
			n = min(n*10+int64(c-'0'), maxLength*day)
			continue
		case c == 'T':
		case c == 'W':
			s.days += int(min(7*n, maxLength))
		case c == 'D':
			s.days += int(min(n, maxLength))
		case units[c] > 0:
			seconds = min(seconds+n*units[c], maxLength*day)
		default:
			return span{}
		}
		n = 0
	}
	s.days = min(s.days, maxLength)
	s.exact, s.ok = min(time.Duration(seconds), maxLength*day/2)*time.Second, ok
	return s
}

// after returns the end of what begins at start, which clocks of zone show as w.
func (s span) after(start time.Time, w wall, zone *time.Location) time.Time {
	if s.days > 0 {
		start = resolve(w+wall(s.days)*day, zone)
	}
	return start.Add(s.exact)
}
