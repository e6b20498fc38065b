// SPDX-License-Identifier: Apache-2.0

// Package ics reads calendars (RFC 5545) as far as a display needs them: the events in a
// time range, with their titles. A calendar comes from the network, so its cost is
// bounded: a rule begins at the range instead of at its first day, and where counting is
// unavoidable it has a limit.
package ics

import (
	"cmp"
	"errors"
	"slices"
	"time"
)

// Limits of a calendar.
const (
	MaxBytes    = 8 << 20   // of the text
	maxLine     = 4 << 10   // bytes of a line with one value, unfolded; the rest is cut off
	maxEvents   = 20000     // that repeat or lie in the stretch
	maxFound    = 500       // occurrences in it, the earliest; also of one event
	maxRules    = 10        // of one event
	maxZones    = 64        // names of zones, and definitions
	maxOnsets   = 2000      // changes of the clock in the definition of a zone
	maxTitle    = 100       // characters
	maxLength   = 100 * 366 // days that an event may last
	maxWork     = 8e6       // days and times that rules are asked about, in all
	lookWork    = 8         // of them cost as much as looking at an exception or a change
	maxRuleWork = 2e6       // of one event: what needs more is left out
	maxDay      = 1 << 22   // days before and after 1970 that are reckoned with
)

const (
	day  = 24 * 60 * 60 // seconds, by the clock on the wall
	hour = 60 * 60
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
	Start  time.Time `json:"start"`             // in the zone given to [Read]
	End    time.Time `json:"end"`               // not before Start
	AllDay bool      `json:"all_day,omitempty"` // Start and End are midnights of the zone
}

// Read returns the events between from and to, the earliest first and at most 500. Times
// without a zone, or in an unknown zone, are in zone. What cannot be read costs its line,
// or the one event that it belongs to. Any goroutine may call it.
func Read(raw []byte, zone *time.Location, from, to time.Time) ([]Event, error) {
	if len(raw) > MaxBytes {
		return nil, ErrTooMuch
	}
	r := &reader{
		zones: zones{device: zone, until: to}, from: from, to: to,
		newest: map[string]revision{}, work: maxWork,
	}
	if err := r.read(raw); err != nil {
		return nil, err
	}
	for _, s := range r.series() {
		if err := r.expand(s); err != nil {
			return nil, err
		}
	}
	r.keepEarliest()
	return r.found, nil
}

// reader reads one calendar.
type reader struct {
	zones
	from, to time.Time

	events []*entry
	newest map[string]revision // by UID, of events that are no changed occurrence
	found  []Event
	work   int // remaining
}

// keepEarliest sorts the occurrences and drops those beyond the limit.
func (r *reader) keepEarliest() {
	slices.SortStableFunc(r.found, func(a, b Event) int {
		return cmp.Or(a.Start.Compare(b.Start), cmp.Compare(a.Title, b.Title))
	})
	r.found = r.found[:min(len(r.found), maxFound)]
}

// overlaps reports whether an occurrence lies in the range.
func (r *reader) overlaps(start, end time.Time) bool {
	return start.Before(r.to) && (end.After(r.from) || start.Equal(end) && !start.Before(r.from))
}

// add adds an occurrence that lies in the range, and reports whether it does.
func (r *reader) add(e *entry, start, end time.Time) bool {
	if !r.overlaps(start, end) {
		return false
	}
	if len(r.found) >= 8*maxFound {
		r.keepEarliest()
	}
	r.found = append(r.found, Event{
		UID: e.uid, Title: e.title, Start: start.In(r.device), End: end.In(r.device), AllDay: e.start.date,
	})
	return true
}
