// SPDX-License-Identifier: Apache-2.0

// Package ics reads calendars (RFC 5545) as far as a display needs them: the events in a
// time range, with their titles. A calendar comes from the network, so its cost is
// bounded: a recurrence rule is tested on the days of the range instead of being followed
// from its beginning, and where counting is unavoidable it has a limit.
package ics

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/ledpost/ledpost/internal/winzone"
)

// Limits of a calendar.
const (
	MaxBytes  = 1 << 20 // of the text
	maxLine   = 4 << 10 // bytes, unfolded; the rest is cut off
	maxEvents = 10000   // that repeat or lie in the stretch
	maxFound  = 500     // occurrences in it
	maxExcept = 1000    // exceptions of one event
	maxZones  = 64
	maxTitle  = 100            // characters
	maxLength = 31             // days that an event may last
	maxWork   = 5_000_000      // days that rules are asked about, in all
	dayLength = 24 * time.Hour //
)

var (
	// ErrNotCalendar is returned for a text that is no calendar.
	ErrNotCalendar = errors.New("the answer is not a calendar")
	// ErrTooMuch is returned for a calendar beyond the limits.
	ErrTooMuch = errors.New("the calendar is too large")
)

// Event is one occurrence.
type Event struct {
	UID    string    `json:"uid"`
	Title  string    `json:"title"`
	Start  time.Time `json:"start"`
	End    time.Time `json:"end"`               // not before Start
	AllDay bool      `json:"all_day,omitempty"` // Start and End are midnights of the zone
}

// Read returns the events between from and to, the earliest first. Times without
// a zone, or in an unknown zone, are in zone. Any goroutine may call it.
func Read(raw []byte, zone *time.Location, from, to time.Time) ([]Event, error) {
	if len(raw) > MaxBytes {
		return nil, ErrTooMuch
	}
	r := &reader{zone: zone, from: from, to: to, zones: map[string]*time.Location{}, moved: map[string][]time.Time{}, work: maxWork}
	if err := r.read(raw); err != nil {
		return nil, err
	}
	for i := range r.events {
		if err := r.expand(&r.events[i]); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(r.found, func(a, b Event) int { return cmp.Or(a.Start.Compare(b.Start), cmp.Compare(a.Title, b.Title)) })
	return r.found, nil
}

// entry is a VEVENT.
type entry struct {
	Event
	length    time.Duration
	rule      *rule
	except    []time.Time
	instance  time.Time // which occurrence of its UID it stands for; zero = none
	cancelled bool
}

// reader reads one calendar.
type reader struct {
	zone     *time.Location
	from, to time.Time
	zones    map[string]*time.Location

	events []entry
	moved  map[string][]time.Time // occurrences that are replaced, by UID
	found  []Event
	work   int // remaining
}

func (r *reader) read(raw []byte) error {
	raw = bytes.TrimLeft(bytes.TrimPrefix(raw, []byte("\ufeff")), "\r\n")
	if !bytes.HasPrefix(raw, []byte("BEGIN:VCALENDAR")) {
		return ErrNotCalendar
	}
	var e *entry
	depth := 0 // of parts within an event, such as alarms
	for len(raw) > 0 {
		line, rest := unfold(raw)
		raw = rest
		name, params, value := cut(line)
		switch what := strings.ToUpper(value); {
		case e == nil && name == "BEGIN" && what == "VEVENT":
			e, depth = &entry{}, 0
		case e == nil:
		case name == "BEGIN":
			depth++
		case name == "END" && depth > 0:
			depth--
		case name == "END":
			if err := r.take(e); err != nil {
				return err
			}
			e = nil
		case depth == 0:
			r.property(e, name, params, value)
		}
	}
	return nil
}

// unfold returns the first line of raw joined with its continuation lines, and the
// rest.
func unfold(raw []byte) (line string, rest []byte) {
	first, rest, _ := bytes.Cut(raw, []byte("\n"))
	first = bytes.TrimSuffix(first, []byte("\r"))
	first = first[:min(len(first), maxLine):min(len(first), maxLine)] // so that append does not write into raw
	for len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t') {
		var more []byte
		more, rest, _ = bytes.Cut(rest[1:], []byte("\n"))
		more = bytes.TrimSuffix(more, []byte("\r"))
		first = append(first, more[:min(len(more), maxLine-len(first))]...)
	}
	return string(first), rest
}

// cut divides a line into its name, its parameters and its value. A colon within
// quotes does not end the parameters.
func cut(line string) (name, params, value string) {
	quoted := false
	for i, c := range line {
		switch {
		case c == '"':
			quoted = !quoted
		case c == ':' && !quoted:
			name, params, _ = strings.Cut(line[:i], ";")
			return strings.ToUpper(name), params, line[i+1:]
		}
	}
	return "", "", ""
}

// property handles one line of an event; an unreadable line is ignored.
func (r *reader) property(e *entry, name, params, value string) {
	switch name {
	case "UID":
		e.UID = value[:min(len(value), 255)]
	case "SUMMARY":
		e.Title = title(value)
	case "STATUS":
		e.cancelled = strings.EqualFold(strings.TrimSpace(value), "CANCELLED")
	case "DTSTART":
		e.Start, e.AllDay = r.time(params, value)
	case "DTEND":
		e.End, _ = r.time(params, value)
	case "DURATION":
		e.length = duration(value)
	case "RRULE":
		e.rule = parseRule(value, r.zone)
	case "RECURRENCE-ID":
		e.instance, _ = r.time(params, value)
	case "EXDATE":
		for one := range strings.SplitSeq(value, ",") {
			if at, _ := r.time(params, one); !at.IsZero() && len(e.except) < maxExcept {
				e.except = append(e.except, at)
			}
		}
	}
}

// title returns text as a person wrote it, on one line.
func title(value string) string {
	value = strings.NewReplacer(`\n`, " ", `\N`, " ", `\,`, ",", `\;`, ";", `\\`, `\`).Replace(value)
	value = strings.Join(strings.Fields(strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(value, ""))), " ")
	runes := []rune(value)
	return string(runes[:min(len(runes), maxTitle)])
}

// take keeps an event that is complete and may matter.
func (r *reader) take(e *entry) error {
	if e.Start.IsZero() {
		return nil
	}
	switch {
	case !e.End.IsZero():
		e.length = e.End.Sub(e.Start)
	case e.length == 0 && e.AllDay:
		e.length = dayLength
	}
	e.length = min(max(e.length, 0), maxLength*dayLength)
	if !e.instance.IsZero() {
		r.moved[e.UID] = append(r.moved[e.UID], e.instance)
	}
	if e.cancelled || e.rule == nil && !r.overlaps(e.Start, e.end(e.Start)) {
		return nil
	}
	if len(r.events) == maxEvents {
		return ErrTooMuch
	}
	r.events = append(r.events, *e)
	return nil
}

// end returns when an occurrence that begins at start is over. Days are not always 24
// hours long.
func (e *entry) end(start time.Time) time.Time {
	if e.AllDay {
		return start.AddDate(0, 0, int((e.length+dayLength/2)/dayLength))
	}
	return start.Add(e.length)
}

// overlaps reports whether an occurrence lies in the range.
func (r *reader) overlaps(start, end time.Time) bool {
	return start.Before(r.to) && (end.After(r.from) || start.Equal(end) && !start.Before(r.from))
}

// time parses a date or a time; zero if it is invalid.
func (r *reader) time(params, value string) (at time.Time, date bool) {
	value = strings.TrimSpace(value)
	if len(value) == 8 {
		at, err := time.ParseInLocation("20060102", value, r.zone)
		if err != nil {
			return time.Time{}, false
		}
		return at, true
	}
	zone := r.zone
	if utc, ok := strings.CutSuffix(value, "Z"); ok {
		value, zone = utc, time.UTC
	} else {
		for p := range strings.SplitSeq(params, ";") {
			if name, id, _ := strings.Cut(p, "="); strings.EqualFold(name, "TZID") {
				zone = r.location(strings.Trim(id, `"`))
			}
		}
	}
	at, err := time.ParseInLocation("20060102T150405", value, zone)
	if err != nil {
		return time.Time{}, false
	}
	return at, false
}

// location returns the zone of a name: of the time zone database, possibly after a prefix
// that some programs add, or of Windows; else the device's.
func (r *reader) location(id string) *time.Location {
	if zone, known := r.zones[id]; known {
		return zone
	}
	if len(r.zones) == maxZones {
		return r.zone
	}
	names := []string{id}
	if name, ok := winzone.IANA(id); ok {
		names = []string{name}
	} else if parts := strings.Split(id, "/"); len(parts) > 2 {
		names = append(names, strings.Join(parts[len(parts)-2:], "/"), strings.Join(parts[len(parts)-3:], "/"))
	}
	zone := r.zone
	for _, name := range names {
		if found, err := time.LoadLocation(name); err == nil && name != "" && name != "Local" {
			zone = found
			break
		}
	}
	r.zones[id] = zone
	return zone
}
