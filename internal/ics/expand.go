// SPDX-License-Identifier: Apache-2.0

package ics

import (
	"slices"
	"strings"
	"time"
)

// cost returns how many days must be checked to decide about one.
func (r *rule) cost() int {
	if len(r.positions) == 0 {
		return 1
	}
	return map[string]int{"DAILY": 2, "WEEKLY": 8, "MONTHLY": 32, "YEARLY": 367}[r.freq]
}

// expand finds the occurrences of e in the range.
func (r *reader) expand(e *entry) error {
	if e.rule == nil {
		r.add(e, e.Start)
		return nil
	}
	first, last := date(e.Start), date(r.to).AddDate(0, 0, 2)
	day := date(r.from).AddDate(0, 0, -int(e.length/dayLength)-2)
	if day.Before(first) {
		day = first
	}
	count := 0
	if e.rule.count > 0 { // those before have to be counted, as far as they matter
		for d := first; d.Before(day) && count < e.rule.count; d = d.AddDate(0, 0, 1) {
			if r.work -= e.rule.cost(); r.work < 0 {
				return ErrTooMuch
			}
			if e.rule.has(d, first) {
				count++
			}
		}
	}
	h, m, s := e.Start.Clock()
	for ; day.Before(last); day = day.AddDate(0, 0, 1) {
		if r.work -= e.rule.cost(); r.work < 0 {
			return ErrTooMuch
		}
		if !e.rule.has(day, first) {
			continue
		}
		at := time.Date(day.Year(), day.Month(), day.Day(), h, m, s, 0, e.Start.Location())
		if count++; e.rule.count > 0 && count > e.rule.count || !e.rule.until.IsZero() && at.After(e.rule.until) {
			return nil
		}
		moved := r.moved[e.UID]
		if r.work -= len(e.except) + len(moved); r.work < 0 {
			return ErrTooMuch
		}
		if !slices.ContainsFunc(e.except, at.Equal) && !slices.ContainsFunc(moved, at.Equal) {
			r.add(e, at)
		}
	}
	return nil
}

// add adds an occurrence that lies in the range.
func (r *reader) add(e *entry, start time.Time) {
	end := e.end(start)
	if !r.overlaps(start, end) || len(r.found) == maxFound {
		return
	}
	one := e.Event
	one.Start, one.End = start, end
	r.found = append(r.found, one)
}

// duration parses an ISO 8601 duration of weeks, days, hours, minutes and seconds; 0 is
// none.
func duration(text string) (d time.Duration) {
	text = strings.TrimPrefix(strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(text)), "+"), "P")
	n := time.Duration(0)
	for _, c := range text {
		unit := map[rune]time.Duration{'W': 7 * dayLength, 'D': dayLength, 'H': time.Hour, 'M': time.Minute, 'S': time.Second}[c]
		switch {
		case c >= '0' && c <= '9':
			n = min(n*10+time.Duration(c-'0'), 1e6)
		case c == 'T':
		case unit == 0:
			return 0
		default:
			d, n = min(d+n*unit, maxLength*dayLength), 0
		}
	}
	return d
}
