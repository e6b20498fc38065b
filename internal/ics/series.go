// SPDX-License-Identifier: Apache-2.0

package ics

import (
	"cmp"
	"slices"
	"time"
)

// series are the entries of one event: what it is, and its changed occurrences.
type series struct {
	events  []*entry // more than one where several events have one UID by mistake
	changed []*entry
}

// series groups the entries by their UID, and leaves out older revisions. An entry
// without a UID is a series of its own.
func (r *reader) series() (all []*series) {
	type place struct {
		uid   string
		start moment
	}
	byUID, seen := map[string]*series{}, map[place]bool{}
	for _, e := range slices.Backward(r.events) { // of two alike the later one holds
		newest, known := r.newest[e.uid]
		here := place{e.uid, e.start}
		switch {
		case e.uid == "":
			all = append(all, &series{events: []*entry{e}})
			continue
		case e.instance.ok && known && newest.cancelled && e.revision.sequence <= newest.sequence:
			continue
		case !e.instance.ok && (newest.cancelled || e.revision.compare(newest) < 0 || seen[here]):
			continue
		}
		s := byUID[e.uid]
		if s == nil {
			s = &series{}
			byUID[e.uid], all = s, append(all, s)
		}
		if e.instance.ok {
			s.changed = append(s.changed, e)
			continue
		}
		seen[here] = true
		s.events = append(s.events, e)
	}
	return all
}

// expansion is the search for the occurrences of one event.
type expansion struct {
	*reader
	*entry
	zone    *time.Location // that the event is in
	lasts   span
	gone    []int64 // instants that are excepted or changed, in seconds since 1970, sorted
	days    []int   // days likewise
	onwards []onward
	seen    map[int64]bool // occurrences that have been found
}

// onward is a change of an occurrence and of all after it.
type onward struct {
	*entry
	since time.Time
	was   wall // when the event would have been
	at    *time.Location
	lasts span
}

// expand finds the occurrences of a series.
func (r *reader) expand(s *series) error {
	revoked := r.revoked(s)
	changed := slices.DeleteFunc(r.latest(s), func(e *entry) bool {
		sequence, excepted := revoked[r.in(e.instance, r.device).Unix()]
		return excepted && e.revision.sequence < sequence
	})
	for _, e := range changed {
		if !e.cancelled {
			r.once(e)
		}
	}
	for _, e := range s.events { // each looks at all changes: several of one UID are counted
		if r.work -= lookWork * (len(e.except) + len(changed)); r.work <= 0 {
			return ErrTooMuch
		}
		x := &expansion{reader: r, entry: e, zone: r.zoneOf(e), lasts: r.lasts(e), seen: map[int64]bool{}}
		x.leaveOut(changed)
		if err := x.run(); err != nil {
			return err
		}
	}
	return nil
}

// revoked returns the instants that the events of a series except, each with the highest
// sequence of an event that does: changes of a lower one are over.
func (r *reader) revoked(s *series) map[int64]int {
	all := map[int64]int{}
	for _, e := range s.events {
		for _, m := range e.except {
			at := r.in(m, r.device).Unix()
			all[at] = max(all[at], e.revision.sequence)
		}
	}
	return all
}

// latest returns the newest revision of each changed occurrence, which may be named by its day or its time.
func (r *reader) latest(s *series) (all []*entry) {
	at := map[int64]int{}
	for _, e := range s.changed {
		named, zone := e.instance, r.device
		if len(s.events) > 0 {
			start := s.events[0].start
			if zone = r.zoneOf(s.events[0]); named.date && !start.date {
				named.wall, named.zone = named.wall+wall(start.wall.clock()), start.zone
			}
		}
		key := r.in(named, zone).Unix()
		i, known := at[key]
		switch {
		case !known:
			at[key] = len(all)
			all = append(all, e)
		case e.revision.compare(all[i].revision) > 0:
			all[i] = e
		}
	}
	return all
}

// zoneOf returns the zone that an event repeats in.
func (r *reader) zoneOf(e *entry) *time.Location {
	if e.start.date {
		return r.device
	}
	return r.location(e.start.zone)
}

// lasts returns how long an event is. A DTEND gives its seconds, a DURATION its days and
// seconds (RFC 5545, 3.8.5.3), and an event of whole days has one at least.
func (r *reader) lasts(e *entry) (s span) {
	zone := r.zoneOf(e)
	switch {
	case e.start.date && e.end.ok:
		s.days = int((e.end.wall - e.start.wall + day - 1) / day)
	case e.end.ok:
		s.exact = r.in(e.end, zone).Sub(r.in(e.start, zone))
	case e.start.date:
		s.days = e.length.days + int((e.length.exact+24*time.Hour-1)/(24*time.Hour))
	default:
		s = e.length
	}
	if e.start.date {
		return span{days: min(max(s.days, 1), maxLength)}
	}
	return span{days: s.days, exact: min(max(s.exact, 0), maxLength*24*time.Hour)}
}

// once adds an entry as it stands.
func (r *reader) once(e *entry) {
	zone := r.zoneOf(e)
	start := r.in(e.start, zone)
	r.add(e, start, r.lasts(e).after(start, e.start.wall, zone))
}

// leaveOut notes which occurrences are excepted, changed, or changed from them on.
func (x *expansion) leaveOut(changed []*entry) {
	for _, m := range x.except {
		x.leave(m)
	}
	for _, e := range changed {
		x.leave(e.instance)
		if !e.onward {
			continue
		}
		o := onward{entry: e, at: x.zoneOf(e), lasts: x.reader.lasts(e)}
		switch m := e.instance; {
		case x.start.date:
			o.was = midnight(x.onDay(m))
		case m.date:
			o.was = m.wall + wall(x.start.wall.clock())
		default:
			o.was = wallOf(x.in(m, x.zone), x.zone)
		}
		o.since = resolve(o.was, x.zone)
		x.onwards = append(x.onwards, o)
	}
	slices.Sort(x.gone)
	slices.Sort(x.days)
	slices.SortFunc(x.onwards, func(a, b onward) int { return cmp.Compare(a.since.Unix(), b.since.Unix()) })
}

// leave notes one occurrence.
func (x *expansion) leave(m moment) {
	switch {
	case x.start.date:
		x.days = append(x.days, x.onDay(m))
	case m.date:
		x.days = append(x.days, m.wall.date())
	default:
		x.gone = append(x.gone, x.in(m, x.zone).Unix())
	}
}

// run finds the occurrences. What needs too many looks is left out from there on.
func (x *expansion) run() error {
	from, to := wall(x.from.Unix())-2*day, wall(x.to.Unix())+2*day
	longest, early, late := x.lasts.atMost(), wall(0), wall(0)
	for _, o := range x.onwards { // they move occurrences into the range and out of it
		shift := o.start.wall - o.was
		longest, early, late = max(longest, o.lasts.atMost()), max(early, shift), max(late, -shift)
	}
	for _, o := range x.dates {
		x.single(o)
	}
	if !x.overBefore() {
		x.occurs(x.start.wall, x.zone, x.lasts)
	}
	for _, one := range x.rules {
		left, until := min(maxRuleWork, x.work), x.end(one)
		x.work -= left
		one.each(x.start.wall, from-longest-early, to+late, &left, func(w wall) bool {
			return until(w) && x.occurs(w, x.zone, x.lasts)
		})
		if x.work += max(left, 0); x.work <= 0 {
			return ErrTooMuch
		}
	}
	return nil
}

// overBefore reports whether all rules end before the day that the event begins on, as programs write it
// when somebody removes an event and all that follow, from the first one on.
func (x *expansion) overBefore() bool {
	begins := midnight(x.start.wall.date())
	return len(x.rules) > 0 && !slices.ContainsFunc(x.rules, func(one *rule) bool { return x.end(one)(begins) })
}

// atMost returns the seconds that it takes at most.
func (s span) atMost() wall { return wall(s.days+1)*day + wall(s.exact/time.Second) }

// end returns whether a time is not after the UNTIL of a rule.
func (x *expansion) end(one *rule) func(wall) bool {
	switch m := one.until; {
	case !m.ok:
		return func(wall) bool { return true }
	case x.start.date:
		last := x.onDay(m)
		if m.wall.clock() == 0 || m.wall.clock() == day-1 { // a day, whatever the zone
			last = m.wall.date()
		} else if m.zone == utc {
			last = wallOf(time.Unix(int64(m.wall), 0), x.device).date()
		}
		return func(w wall) bool { return w.date() <= last }
	case m.date:
		return func(w wall) bool { return w.date() <= m.wall.date() }
	default:
		last := x.in(m, x.zone)
		return func(w wall) bool { return !resolve(w, x.zone).After(last) }
	}
}

// single adds an RDATE.
func (x *expansion) single(o occurrence) {
	zone, lasts, w := x.zone, x.lasts, o.at.wall
	switch {
	case x.start.date && !o.at.date:
		w = midnight(x.onDay(o.at))
	case x.start.date:
	case o.at.date: // the time of the day is the event's
		w += wall(x.start.wall.clock())
	case o.at.zone != floating:
		zone = x.location(o.at.zone)
	}
	switch {
	case o.length.ok && !x.start.date:
		lasts = o.length
	case o.end.ok && !x.start.date:
		lasts = span{exact: max(x.in(o.end, zone).Sub(resolve(w, zone)), 0)}
	}
	x.occurs(w, zone, lasts)
}

// occurs takes an occurrence that clocks of a zone show as w, and reports whether there
// is room for more.
func (x *expansion) occurs(w wall, zone *time.Location, lasts span) bool {
	start := resolve(w, zone)
	if zone != x.zone {
		w = wallOf(start, x.zone)
	}
	if x.left(w, start) {
		return true
	}
	i := len(x.onwards)
	for i > 0 && x.onwards[i-1].since.After(start) {
		i--
	}
	e, end := x.entry, lasts.after(start, w, x.zone)
	if i > 0 {
		o := x.onwards[i-1]
		if o.cancelled {
			return true
		}
		e, start = o.entry, o.moved(w)
		end = o.lasts.after(start, wallOf(start, o.at), o.at)
	}
	if key := start.Unix(); !x.seen[key] && x.add(e, start, end) {
		x.seen[key] = true
	}
	return len(x.seen) < maxFound
}

// left reports whether an occurrence is left out.
func (x *expansion) left(w wall, start time.Time) bool {
	_, gone := slices.BinarySearch(x.gone, start.Unix())
	_, off := slices.BinarySearch(x.days, w.date())
	return gone || off
}

// moved returns when an occurrence begins that would have been at w: as long after the
// changed one as it would have been.
func (o *onward) moved(w wall) time.Time {
	at := o.start.wall + w - o.was
	if o.start.date {
		at = midnight(o.start.wall.date() + w.date() - o.was.date())
	}
	return resolve(at, o.at)
}
