// SPDX-License-Identifier: Apache-2.0

package ics

import (
	"cmp"
	"strconv"
	"strings"
)

// entry is a VEVENT.
type entry struct {
	uid, title string
	start, end moment
	length     span
	rules      []*rule
	dates      []occurrence // RDATE
	except     []moment
	instance   moment // which occurrence of its UID it stands for; none = it is the event
	onward     bool   // and for those after it
	cancelled  bool
	revision   revision
}

// occurrence is a value of RDATE.
type occurrence struct {
	at, end moment
	length  span // of a period; none = the event's
}

// revision says which of two descriptions of an event is the newer one.
type revision struct {
	sequence        int
	stamp, modified wall
	cancelled       bool
}

// compare orders revisions, the older one first (RFC 5546, 2.1.5).
func (r revision) compare(o revision) int {
	return cmp.Or(cmp.Compare(r.sequence, o.sequence), cmp.Compare(r.stamp, o.stamp), cmp.Compare(r.modified, o.modified))
}

// property handles one line of an event; an unreadable one is ignored.
func (r *reader) property(e *entry, l line) {
	switch l.name {
	case "UID":
		e.uid = l.value[:min(len(l.value), 255)]
	case "SUMMARY":
		e.title = title(l.value)
	case "STATUS":
		e.cancelled = strings.EqualFold(strings.TrimSpace(l.value), "CANCELLED")
	case "DTSTART":
		e.start = r.moment(l, l.value)
	case "DTEND":
		e.end = r.moment(l, l.value)
	case "DURATION":
		e.length = parseSpan(l.value)
	case "RRULE":
		if one := parseRule(l.value); one != nil && len(e.rules) < maxRules {
			e.rules = append(e.rules, one)
		}
	case "RECURRENCE-ID":
		e.instance = r.moment(l, l.value)
		e.onward = strings.EqualFold(l.param("RANGE"), "THISANDFUTURE")
	case "RDATE":
		r.rdate(e, l)
	case "EXDATE":
		for one := range strings.SplitSeq(l.value, ",") {
			if at := r.moment(l, one); at.ok {
				e.except = append(e.except, at)
			}
		}
	case "SEQUENCE":
		if n, err := strconv.Atoi(strings.TrimSpace(l.value)); err == nil {
			e.revision.sequence = n
		}
	case "DTSTAMP":
		e.revision.stamp = r.moment(l, l.value).wall
	case "LAST-MODIFIED":
		e.revision.modified = r.moment(l, l.value).wall
	}
}

// rdate adds the dates, times or periods of a line.
func (r *reader) rdate(e *entry, l line) {
	for one := range strings.SplitSeq(l.value, ",") {
		begin, rest, _ := strings.Cut(one, "/")
		o := occurrence{at: r.moment(l, begin)}
		if !o.at.ok {
			continue
		}
		if o.length = parseSpan(rest); !o.length.ok && rest != "" {
			o.end = r.moment(l, rest)
		}
		e.dates = append(e.dates, o)
	}
}

// take keeps an event that is complete and may matter, and notes which revisions there are.
func (r *reader) take(e *entry) error {
	if !e.start.ok {
		return nil
	}
	if e.revision.cancelled = e.cancelled; !e.instance.ok && e.uid != "" {
		if was, known := r.newest[e.uid]; !known || e.revision.compare(was) >= 0 {
			r.newest[e.uid] = e.revision
		}
	}
	repeats := len(e.rules) > 0 || len(e.dates) > 0
	switch {
	case e.instance.ok:
		if !e.onward && !r.near(e.start, e) && !r.near(e.instance, e) {
			return nil
		}
	case e.cancelled || !repeats && !r.near(e.start, e):
		return nil
	}
	if len(r.events) == maxEvents {
		return ErrTooMuch
	}
	r.events = append(r.events, e)
	return nil
}

// near reports whether an event that begins at m may lie in the range, whatever the zone.
func (r *reader) near(m moment, e *entry) bool {
	end := max(m.wall+wall(e.length.days)*day+wall(e.length.exact.Seconds()), m.wall)
	if e.end.ok {
		end = max(end, m.wall+e.end.wall-e.start.wall)
	}
	return m.wall < wall(r.to.Unix())+2*day && end+3*day > wall(r.from.Unix())
}
