// SPDX-License-Identifier: Apache-2.0

package ics

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// rule is an RRULE of the kinds that calendars make: by days, weeks, months and years.
type rule struct {
	freq      string
	interval  int       // at least 1
	count     int       // 0 = no end by number
	until     time.Time // zero = no end by time
	days      []weekday // BYDAY
	monthDays []int     // BYMONTHDAY
	months    []int     // BYMONTH
	positions []int     // BYSETPOS
	begin     time.Weekday
}

// weekday is a day of the week: every one, or with nth the nth of its month or year,
// from the end if that is negative.
type weekday struct {
	nth int
	day time.Weekday
}

var weekdays = []string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}

// parseRule parses a rule; it returns nil for one that is not supported.
func parseRule(text string, zone *time.Location) *rule {
	r := &rule{interval: 1, begin: time.Monday}
	for p := range strings.SplitSeq(strings.ToUpper(strings.TrimSpace(text)), ";") {
		name, value, _ := strings.Cut(p, "=")
		ok := true
		switch name {
		case "":
		case "FREQ":
			r.freq = value
		case "INTERVAL":
			r.interval, ok = number(value, 1, 10000)
		case "COUNT":
			r.count, ok = number(value, 1, 1000000)
		case "UNTIL":
			if r.until, ok = until(value, zone); !ok {
				return nil
			}
		case "BYDAY":
			r.days, ok = byDay(value)
		case "BYMONTHDAY":
			r.monthDays, ok = numbers(value, -31, 31)
		case "BYMONTH":
			r.months, ok = numbers(value, 1, 12)
		case "BYSETPOS":
			r.positions, ok = numbers(value, -366, 366)
		case "WKST":
			i := slices.Index(weekdays, value)
			r.begin, ok = time.Weekday(i), i >= 0
		default: // by weeks of the year, hours and the like
			ok = strings.HasPrefix(name, "X-")
		}
		if !ok {
			return nil
		}
	}
	if !slices.Contains([]string{"DAILY", "WEEKLY", "MONTHLY", "YEARLY"}, r.freq) {
		return nil
	}
	return r
}

// until is the last instant of a rule: the end of the day if it is one.
func until(value string, zone *time.Location) (time.Time, bool) {
	if at, err := time.Parse("20060102T150405Z", value); err == nil {
		return at, true
	}
	if at, err := time.ParseInLocation("20060102T150405", value, zone); err == nil {
		return at, true
	}
	at, err := time.ParseInLocation("20060102", value, zone)
	return at.AddDate(0, 0, 1).Add(-time.Second), err == nil
}

func number(value string, low, high int) (n int, ok bool) {
	n, err := strconv.Atoi(value)
	return n, err == nil && n >= low && n <= high
}

// numbers parses a short list of numbers other than 0.
func numbers(value string, low, high int) (all []int, ok bool) {
	for one := range strings.SplitSeq(value, ",") {
		n, ok := number(one, low, high)
		if !ok || n == 0 || len(all) == 64 {
			return nil, false
		}
		all = append(all, n)
	}
	return all, true
}

func byDay(value string) (all []weekday, ok bool) {
	for one := range strings.SplitSeq(value, ",") {
		if len(one) < 2 || len(all) == 64 {
			return nil, false
		}
		d := weekday{}
		i := slices.Index(weekdays, one[len(one)-2:])
		if nth := one[:len(one)-2]; nth != "" {
			if d.nth, ok = number(strings.TrimPrefix(nth, "+"), -53, 53); !ok || d.nth == 0 {
				return nil, false
			}
		}
		if d.day = time.Weekday(i); i < 0 {
			return nil, false
		}
		all = append(all, d)
	}
	return all, true
}

// date is a day without a zone, at midnight UTC.
func date(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

func daysBetween(a, b time.Time) int { return int(b.Sub(a) / dayLength) }

// has reports whether there is an occurrence on day, where the first one is on first;
// both are dates.
func (r *rule) has(day, first time.Time) bool {
	if !day.After(first) {
		return day.Equal(first) // also where the rule would not have it
	}
	if !r.inPeriod(day, first) || !r.matches(day, first) {
		return false
	}
	return len(r.positions) == 0 || r.atPosition(day, first)
}

// inPeriod reports whether day is in a day, week, month or year of the interval.
func (r *rule) inPeriod(day, first time.Time) bool {
	n := 0
	switch r.freq {
	case "DAILY":
		n = daysBetween(first, day)
	case "WEEKLY":
		n = daysBetween(r.weekOf(first), r.weekOf(day)) / 7
	case "MONTHLY":
		n = (day.Year()-first.Year())*12 + int(day.Month()) - int(first.Month())
	case "YEARLY":
		n = day.Year() - first.Year()
	}
	return n%r.interval == 0
}

// weekOf is the day with which the week of day begins.
func (r *rule) weekOf(day time.Time) time.Time {
	return day.AddDate(0, 0, -(int(day.Weekday()-r.begin)+7)%7)
}

// matches reports whether day, in the right period, is one that the rule names.
func (r *rule) matches(day, first time.Time) bool {
	if r.months != nil && !slices.Contains(r.months, int(day.Month())) {
		return false
	}
	if r.monthDays != nil && !r.onMonthDay(day) {
		return false
	}
	if r.days != nil {
		return slices.ContainsFunc(r.days, func(d weekday) bool { return r.onWeekday(d, day) })
	}
	switch {
	case r.freq == "WEEKLY":
		return day.Weekday() == first.Weekday()
	case r.freq == "DAILY" || r.monthDays != nil:
		return true
	case r.freq == "YEARLY" && r.months == nil && day.Month() != first.Month():
		return false
	}
	return day.Day() == first.Day()
}

func (r *rule) onMonthDay(day time.Time) bool {
	last := time.Date(day.Year(), day.Month()+1, 0, 0, 0, 0, 0, time.UTC).Day()
	return slices.Contains(r.monthDays, day.Day()) || slices.Contains(r.monthDays, day.Day()-last-1)
}

// onWeekday reports whether day is d: any of its period, or the nth.
func (r *rule) onWeekday(d weekday, day time.Time) bool {
	if day.Weekday() != d.day {
		return false
	}
	if d.nth == 0 || r.freq == "WEEKLY" || r.freq == "DAILY" {
		return true
	}
	place, last := day.Day(), time.Date(day.Year(), day.Month()+1, 0, 0, 0, 0, 0, time.UTC).Day()
	if r.freq == "YEARLY" && r.months == nil {
		place, last = day.YearDay(), time.Date(day.Year(), 12, 31, 0, 0, 0, 0, time.UTC).YearDay()
	}
	return d.nth == (place-1)/7+1 || d.nth == -((last-place)/7+1)
}

// atPosition reports whether day is one of the chosen days of its period.
func (r *rule) atPosition(day, first time.Time) bool {
	var from, to time.Time
	switch r.freq {
	case "DAILY":
		from, to = day, day.AddDate(0, 0, 1)
	case "WEEKLY":
		from = r.weekOf(day)
		to = from.AddDate(0, 0, 7)
	case "MONTHLY":
		from = time.Date(day.Year(), day.Month(), 1, 0, 0, 0, 0, time.UTC)
		to = from.AddDate(0, 1, 0)
	default:
		from = time.Date(day.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
		to = from.AddDate(1, 0, 0)
	}
	place, all := 0, 0
	for d := from; d.Before(to); d = d.AddDate(0, 0, 1) {
		if r.matches(d, first) {
			if all++; !d.After(day) {
				place = all
			}
		}
	}
	return slices.Contains(r.positions, place) || slices.Contains(r.positions, place-all-1)
}
