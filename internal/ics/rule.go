// SPDX-License-Identifier: Apache-2.0

package ics

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// frequency is how often a rule repeats.
type frequency int

const (
	yearly frequency = iota + 1
	monthly
	weekly
	daily
	hourly
	minutely
	secondly
)

var frequencies = map[string]frequency{"YEARLY": yearly, "MONTHLY": monthly, "WEEKLY": weekly, "DAILY": daily,
	"HOURLY": hourly, "MINUTELY": minutely, "SECONDLY": secondly}

// rule is an RRULE. Lists that it does not have are nil; they are sorted.
type rule struct {
	freq                    frequency
	interval                int    // at least 1
	count                   int    // 0 = no end by number
	until                   moment // none = no end by time
	months, monthDays       []int  // BYMONTH, BYMONTHDAY
	weekNumbers, yearDays   []int  // BYWEEKNO, BYYEARDAY
	days                    []weekday
	hours, minutes, seconds []int
	positions               []int // BYSETPOS
	begin                   int   // WKST, 0 = Sunday
}

// weekday is a day of the week: every one, or with nth the nth of its month or year,
// from the end if that is negative.
type weekday struct{ nth, day int }

var weekdays = []string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}

// lists are the parts of a rule that are lists of numbers, with their bounds; those that
// count from the end have negative numbers, too, and no 0.
var lists = map[string]struct {
	low, high int
	of        func(*rule) *[]int
}{
	"BYMONTH":    {1, 12, func(r *rule) *[]int { return &r.months }},
	"BYMONTHDAY": {-31, 31, func(r *rule) *[]int { return &r.monthDays }},
	"BYWEEKNO":   {-53, 53, func(r *rule) *[]int { return &r.weekNumbers }},
	"BYYEARDAY":  {-366, 366, func(r *rule) *[]int { return &r.yearDays }},
	"BYHOUR":     {0, 23, func(r *rule) *[]int { return &r.hours }},
	"BYMINUTE":   {0, 59, func(r *rule) *[]int { return &r.minutes }},
	"BYSECOND":   {0, 60, func(r *rule) *[]int { return &r.seconds }},
	"BYSETPOS":   {-366, 366, func(r *rule) *[]int { return &r.positions }},
}

// parseRule parses a rule; it returns nil if the rule is malformed.
func parseRule(text string) *rule {
	r := &rule{interval: 1, begin: int(time.Monday)}
	for p := range strings.SplitSeq(strings.ToUpper(strings.TrimSpace(text)), ";") {
		name, value, _ := strings.Cut(p, "=")
		if !r.part(strings.TrimSpace(name), strings.TrimSpace(value)) {
			return nil
		}
	}
	if r.freq == 0 {
		return nil
	}
	return r
}

// part takes one part of a rule, and reports whether it is one.
func (r *rule) part(name, value string) (ok bool) {
	if list, is := lists[name]; is {
		to := list.of(r)
		*to, ok = numbers(value, list.low, list.high)
		return ok
	}
	switch name {
	case "":
		return value == ""
	case "FREQ":
		r.freq = frequencies[value]
		return r.freq != 0
	case "INTERVAL":
		r.interval, ok = number(value, 1, 1e6)
		return ok
	case "COUNT":
		r.count, ok = number(value, 1, 1e9)
		return ok
	case "UNTIL":
		r.until = (&zones{}).moment(line{}, value)
		return r.until.ok
	case "BYDAY":
		r.days, ok = byDay(value)
		return ok
	case "WKST":
		r.begin = slices.Index(weekdays, value)
		return r.begin >= 0
	case "RSCALE":
		return value == "GREGORIAN"
	case "SKIP":
		return value == "OMIT"
	}
	return strings.HasPrefix(name, "X-")
}

func number(value string, low, high int) (n int, ok bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(strings.TrimSpace(value), "+"))
	return n, err == nil && n >= low && n <= high
}

// numbers parses a list of numbers. Where negative ones count from the end, 0 is none.
func numbers(value string, low, high int) (all []int, ok bool) {
	for one := range strings.SplitSeq(value, ",") {
		n, ok := number(one, low, high)
		if !ok || low < 0 && n == 0 || len(all) == 800 {
			return nil, false
		}
		all = append(all, n)
	}
	slices.Sort(all)
	return slices.Compact(all), true
}

func byDay(value string) (all []weekday, ok bool) {
	for one := range strings.SplitSeq(value, ",") {
		one = strings.TrimSpace(one)
		if len(one) < 2 || len(all) == 7*107 {
			return nil, false
		}
		d := weekday{day: slices.Index(weekdays, one[len(one)-2:])}
		if nth := one[:len(one)-2]; nth != "" {
			if d.nth, ok = number(nth, -53, 53); !ok || d.nth == 0 {
				return nil, false
			}
		}
		if d.day < 0 {
			return nil, false
		}
		all = append(all, d)
	}
	return all, true
}
