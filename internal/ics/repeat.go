// SPDX-License-Identifier: Apache-2.0

package ics

import "slices"

// each calls yield with the times of a rule after start, which is its first one, in their
// order: all from "from" on, and some before, up to and with to. It ends early when yield
// returns false. It reports false when it had to look at more than left days and times,
// which it counts down.
func (r *rule) each(start, from, to wall, left *int, yield func(wall) bool) bool {
	if start.date() < -maxDay || start.date() > maxDay || to.date() > maxDay {
		return true
	}
	w := &walk{rule: r.derived(start), start: start, to: to, left: left, yield: yield, seen: 1}
	from = max(from, start)
	if r.count > 0 { // those before have to be counted
		from = start
	}
	w.times = w.rule.times(start)
	if *left -= 2 * len(w.times); r.freq >= hourly {
		w.units(from)
	} else {
		w.periods(from)
	}
	return *left >= 0
}

// derived returns the rule with what it takes from its first time (RFC 5545, 3.3.10).
func (r *rule) derived(start wall) *rule {
	full := *r
	_, month, dayOfMonth := civil(start.date())
	named := r.days != nil || r.monthDays != nil || r.yearDays != nil
	switch {
	case named || r.freq > weekly:
	case r.freq == weekly || r.weekNumbers != nil:
		full.days = []weekday{{day: weekdayOf(start.date())}}
	default:
		full.monthDays = []int{dayOfMonth}
		if r.freq == yearly && r.months == nil {
			full.months = []int{month}
		}
	}
	return &full
}

// times returns the times within a period of the rule, in seconds: of a day, an hour or a
// minute.
func (r *rule) times(start wall) (all []int32) {
	pick := func(list []int, of int, finest frequency) []int {
		switch {
		case r.freq >= finest:
			return []int{0} // the period is as short
		case list == nil:
			return []int{of}
		}
		return list
	}
	clock := start.clock()
	hours, minutes := pick(r.hours, clock/hour, hourly), pick(r.minutes, clock/60%60, minutely)
	seconds := pick(r.seconds, clock%60, secondly)
	all = make([]int32, 0, len(hours)*len(minutes)*len(seconds))
	for _, h := range hours {
		for _, m := range minutes {
			for _, s := range seconds {
				all = append(all, int32(h*hour+m*60+min(s, 59)))
			}
		}
	}
	return slices.Compact(all)
}

// walk is a way along the times of a rule.
type walk struct {
	*rule
	start, to wall
	left      *int
	yield     func(wall) bool
	seen      int // times so far, with the first
	times     []int32
	dates     []int // of the period
}

// spend counts looks, and reports whether there may be more.
func (w *walk) spend(n int) bool {
	*w.left -= n
	return *w.left >= 0
}

// tell tells a time of the rule, and reports whether more are wanted.
func (w *walk) tell(at wall) bool {
	if at <= w.start {
		return true
	}
	if at > w.to || w.count > 0 && w.seen >= w.count {
		return false
	}
	w.seen++
	return w.spend(1) && w.yield(at)
}

// periods goes along days, weeks, months or years.
func (w *walk) periods(from wall) {
	year, month, _ := civil(w.start.date())
	fromYear, fromMonth, _ := civil(from.date())
	week := w.weekBegins(w.start.date())
	var first int // the period of from, in intervals
	switch w.freq {
	case yearly:
		first = (fromYear - year) / w.interval
	case monthly:
		first = ((fromYear-year)*12 + fromMonth - month) / w.interval
	case weekly:
		first = (from.date() - week) / 7 / w.interval
	case daily:
		first = (from.date() - w.start.date()) / w.interval
	}
	for n := first * w.interval; ; n += w.interval {
		var begins, ends int
		switch w.freq {
		case yearly:
			begins, ends = dateOf(year+n, 1, 1), dateOf(year+n+1, 1, 1)
		case monthly:
			begins, ends = dateOf(year, month+n, 1), dateOf(year, month+n+1, 1)
		case weekly:
			begins, ends = week+7*n, week+7*n+7
		case daily:
			begins, ends = w.start.date()+n, w.start.date()+n+1
		}
		if midnight(begins) > w.to || !w.spend(1) || !w.collect(begins, ends) || !w.tellAll() {
			return
		}
	}
}

// collect finds the days of a period.
func (w *walk) collect(begins, ends int) bool {
	w.dates = w.dates[:0]
	cost := 1 + (len(w.monthDays)+len(w.yearDays)+len(w.weekNumbers)+len(w.days))/8
	for date := begins; date < ends; date++ {
		if w.freq == yearly && w.months != nil && !slices.Contains(w.months, monthOf(date)) {
			y, m, _ := civil(date)
			date = dateOf(y, m+1, 1) - 1
			continue
		}
		if !w.spend(cost) {
			return false
		}
		if w.matches(date) {
			w.dates = append(w.dates, date)
		}
	}
	return true
}

func monthOf(date int) int {
	_, month, _ := civil(date)
	return month
}

// tellAll tells the times of a period, those at the chosen places if the rule has such.
func (w *walk) tellAll() bool {
	size := len(w.dates) * len(w.times)
	at := func(i int) wall { return midnight(w.dates[i/len(w.times)]) + wall(w.times[i%len(w.times)]) }
	if w.positions == nil {
		for i := range size {
			if !w.tell(at(i)) {
				return false
			}
		}
		return true
	}
	for _, i := range places(w.positions, size) {
		if !w.tell(at(i)) {
			return false
		}
	}
	return true
}

// places returns the indices that positions from either end mean, in order.
func places(positions []int, size int) (all []int) {
	for _, p := range positions {
		if p < 0 {
			p += size + 1
		}
		if p >= 1 && p <= size {
			all = append(all, p-1)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// units goes along hours, minutes or seconds; days, hours and minutes that the rule does
// not have it leaves out at once.
func (w *walk) units(from wall) {
	unit := map[frequency]int64{hourly: hour, minutely: 60, secondly: 1}[w.freq]
	base, step := floor(int64(w.start), unit), int64(w.interval)
	next := func(at int64) int64 { // the first interval that begins at a time or later
		return max(-floor(base-floor(at+unit-1, unit), step), 0)
	}
	last, fits := -maxDay-1, false
	chosen := w.times
	if w.positions != nil {
		chosen = nil
		for _, i := range places(w.positions, len(w.times)) {
			chosen = append(chosen, w.times[i])
		}
	}
	for n := (floor(int64(from), unit) - base) / step; ; {
		at := wall((base + n*step) * unit)
		if at > w.to || !w.spend(1) {
			return
		}
		if date := at.date(); date != last {
			last, fits = date, w.matches(date)
		}
		clock := at.clock()
		switch {
		case !fits:
			n = next(int64(midnight(last + 1)))
			continue
		case w.hours != nil && !slices.Contains(w.hours, clock/hour):
			n = next((floor(int64(at), hour) + 1) * hour)
			continue
		case w.freq >= minutely && w.minutes != nil && !slices.Contains(w.minutes, clock/60%60):
			n = next((floor(int64(at), 60) + 1) * 60)
			continue
		case w.freq == secondly && w.seconds != nil && !slices.Contains(w.seconds, clock%60):
			n++
			continue
		}
		for _, s := range chosen {
			if !w.tell(at + wall(s)) {
				return
			}
		}
		n++
	}
}
