// SPDX-License-Identifier: Apache-2.0

package ics

import "slices"

// civil returns the year, month and day of the month of a date, in the Gregorian
// calendar (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in
// March, so that a leap day is the last of its year).
func civil(date int) (year, month, dayOfMonth int) {
	date += 719468 // since 1 March 0
	era := int(floor(int64(date), 146097))
	of := date - era*146097
	year = (of - of/1460 + of/36524 - of/146096) / 365
	of -= 365*year + year/4 - year/100
	m := (5*of + 2) / 153
	dayOfMonth = of - (153*m+2)/5 + 1
	if month = m + 3; month > 12 {
		month -= 12
	}
	if year += era * 400; month < 3 {
		year++
	}
	return year, month, dayOfMonth
}

// dateOf returns the date of a day: the reverse of civil. Months may be beyond their year.
func dateOf(year, month, dayOfMonth int) int {
	month--
	year += int(floor(int64(month), 12))
	month = month - 12*int(floor(int64(month), 12)) + 1
	if month < 3 {
		year--
		month += 12
	}
	era := int(floor(int64(year), 400))
	year -= era * 400
	return era*146097 + year*365 + year/4 - year/100 + (153*(month-3)+2)/5 + dayOfMonth - 1 - 719468
}

// weekdayOf returns the day of the week, 0 = Sunday.
func weekdayOf(date int) int { return (date%7 + 11) % 7 }

// weekBegins returns the date at which the week of a date begins.
func (r *rule) weekBegins(date int) int { return date - (weekdayOf(date)-r.begin+7)%7 }

// weekOne returns the date at which week 1 of a year begins: the first with four of its
// days in the year.
func (r *rule) weekOne(year int) int { return r.weekBegins(dateOf(year, 1, 4)) }

// matches reports whether a rule has a day; it looks at nothing but its lists.
func (r *rule) matches(date int) bool {
	year, month, dayOfMonth := civil(date)
	if r.months != nil && !slices.Contains(r.months, month) {
		return false
	}
	if r.monthDays != nil {
		last := dateOf(year, month+1, 1) - dateOf(year, month, 1)
		if !has(r.monthDays, dayOfMonth, last) {
			return false
		}
	}
	if r.yearDays != nil {
		first := dateOf(year, 1, 1)
		if !has(r.yearDays, date-first+1, dateOf(year+1, 1, 1)-first) {
			return false
		}
	}
	if r.weekNumbers != nil && !r.inWeek(date, year) {
		return false
	}
	return r.days == nil || slices.ContainsFunc(r.days, func(d weekday) bool {
		return d.day == weekdayOf(date) && r.isNth(d.nth, date, year, month)
	})
}

// has reports whether a list names a place of so many, from either end.
func has(list []int, place, of int) bool {
	return slices.Contains(list, place) || slices.Contains(list, place-of-1)
}

// inWeek reports whether a date is in a week that the rule names. The first and the last
// days of a year may be in a week of its neighbour.
func (r *rule) inWeek(date, year int) bool {
	switch {
	case date < r.weekOne(year):
		year--
	case date >= r.weekOne(year+1):
		year++
	}
	first := r.weekOne(year)
	return has(r.weekNumbers, (date-first)/7+1, (r.weekOne(year+1)-first)/7)
}

// isNth reports whether a date is the nth of its weekday: of its month or year, as the
// rule has it; 0 is every one.
func (r *rule) isNth(nth, date, year, month int) bool {
	if nth == 0 || r.freq > monthly || r.weekNumbers != nil {
		return true
	}
	first, end := dateOf(year, month, 1), dateOf(year, month+1, 1)
	if r.freq == yearly && r.months == nil {
		first, end = dateOf(year, 1, 1), dateOf(year+1, 1, 1)
	}
	return nth == (date-first)/7+1 || nth == -((end-1-date)/7+1)
}
