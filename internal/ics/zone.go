// SPDX-License-Identifier: Apache-2.0

package ics

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"time"
)

// zones are those that a calendar names. It may define them after it uses them: names get
// their meaning once all has been read.
type zones struct {
	device *time.Location
	usual  string         // X-WR-TIMEZONE, for names that nobody knows; "" = the device's
	home   *time.Location // of usual, or the device's; nil = not looked up yet
	until  time.Time      // definitions are followed up to a year after this

	names   []string
	known   []*time.Location       // of names; nil = not looked up yet
	defined map[string]*definition // by [folded]
	onsets  int                    // changes of the clock in all definitions
}

// definition is a VTIMEZONE.
type definition struct {
	id, location string // TZID, X-LIC-LOCATION
	observances  []observance
}

// observance is a STANDARD or DAYLIGHT: an offset that clocks are set to.
type observance struct {
	start    moment
	from, to int // seconds east of UTC, before and since
	rules    []*rule
	dates    []moment
	okay     [2]bool // from and to have been read
}

// usable reports whether o says when clocks are set to what.
func usable(o observance) bool { return o.start.ok && o.okay[1] }

// last returns the end of a rule, as clocks show it before the change.
func (o *observance) last(until moment) wall {
	switch {
	case until.date:
		return until.wall + day - 1
	case until.zone == utc:
		return until.wall + wall(o.from)
	}
	return until.wall
}

// onset is a change of the clock.
type onset struct {
	at int64 // seconds since 1970
	to int
}

// name returns the number of a zone's name for a moment.
func (z *zones) name(id string) int16 {
	if id == "" {
		return floating
	}
	i := slices.Index(z.names, id)
	if i < 0 {
		if len(z.names) == maxZones {
			return floating
		}
		i = len(z.names)
		z.names = append(z.names, id)
	}
	return int16(i + firstName)
}

// define keeps a definition; nil is none. One that says nothing takes the place of no other.
func (z *zones) define(d *definition) {
	if d == nil || d.id == "" || len(z.defined) == maxZones ||
		z.defined[folded(d.id)] != nil && !slices.ContainsFunc(d.observances, usable) {
		return
	}
	if z.defined == nil {
		z.defined = map[string]*definition{}
	}
	z.defined[folded(d.id)] = d
}

// folded returns what is the same of a name as a text, with escapes, and as a parameter, without them, in any case of
// letters.
func folded(id string) string { return strings.ToLower(strings.TrimSpace(escapes.Replace(id))) }

// property handles one line of a definition; what is the part that a BEGIN names.
func (d *definition) property(l line, what string) {
	if l.name == "BEGIN" && len(d.observances) < 100 && (what == "STANDARD" || what == "DAYLIGHT") {
		d.observances = append(d.observances, observance{})
		return
	}
	if len(d.observances) == 0 {
		switch l.name {
		case "TZID":
			d.id = strings.Trim(strings.TrimSpace(l.value), `"`)
		case "X-LIC-LOCATION":
			d.location = strings.TrimSpace(l.value)
		}
		return
	}
	o, none := &d.observances[len(d.observances)-1], &zones{}
	switch l.name {
	case "DTSTART":
		o.start = none.moment(l, l.value)
	case "TZOFFSETFROM":
		o.from, o.okay[0] = offset(l.value)
	case "TZOFFSETTO":
		o.to, o.okay[1] = offset(l.value)
	case "RRULE":
		if one := parseRule(l.value); one != nil {
			o.rules = append(o.rules, one)
		}
	case "RDATE":
		for one := range strings.SplitSeq(l.value, ",") {
			if at := none.moment(l, one); at.ok && len(o.dates) < maxOnsets {
				o.dates = append(o.dates, at)
			}
		}
	}
}

// offset parses an offset as +0100, -053000, +01:00 or +1, in seconds.
func offset(text string) (seconds int, ok bool) {
	text = strings.ReplaceAll(strings.TrimSpace(text), ":", "")
	digits := strings.TrimLeft(text, "+-")
	if len(digits)%2 == 1 {
		digits = "0" + digits
	}
	if len(digits) < 2 || len(digits) > 6 || len(text)-strings.IndexAny(text, digits) > 6 {
		return 0, false
	}
	for i, unit := range []int{hour, 60, 1}[:len(digits)/2] {
		n, err := strconv.ParseUint(digits[2*i:2*i+2], 10, 8)
		if err != nil || n >= 60 {
			return 0, false
		}
		seconds += int(n) * unit
	}
	if strings.HasPrefix(text, "-") {
		seconds = -seconds
	}
	return seconds, seconds > -day && seconds < day
}

// location returns the zone that a moment names: by its definition in the calendar, by
// its name, or the device's.
func (z *zones) location(number int16) *time.Location {
	switch number {
	case floating:
		return z.device
	case utc:
		return time.UTC
	}
	if z.known == nil {
		z.known = make([]*time.Location, len(z.names))
	}
	i := number - firstName
	if z.known[i] == nil {
		z.known[i] = z.find(z.names[i])
	}
	return z.known[i]
}

func (z *zones) find(id string) *time.Location {
	if d := z.defined[folded(id)]; d != nil {
		if found := z.follow(d); found != nil {
			return found
		}
		if found := named(d.location); found != nil {
			return found
		}
	}
	if found := named(id); found != nil {
		return found
	}
	if z.home == nil {
		z.home = cmp.Or(named(z.usual), z.device)
	}
	return z.home
}

// follow makes a zone of its definition; nil if that says nothing, or too much.
func (z *zones) follow(d *definition) *time.Location {
	var all []onset
	limit := wall(z.until.Unix()) + 366*day
	for _, o := range d.observances {
		if !usable(o) {
			continue
		}
		if !o.okay[0] {
			o.from = o.to
		}
		work := int(maxRuleWork / 16)
		change := func(w wall) bool {
			all = append(all, onset{int64(w) - int64(o.from), o.to})
			return len(all)+z.onsets <= maxOnsets*8 && len(all) <= maxOnsets
		}
		change(o.start.wall)
		for _, at := range o.dates {
			change(at.wall)
		}
		for _, rule := range o.rules {
			whole := rule.each(o.start.wall, o.start.wall, limit, &work, func(w wall) bool {
				return !(rule.until.ok && w > o.last(rule.until)) && change(w)
			})
			if !whole {
				return nil
			}
		}
	}
	if z.onsets += len(all); len(all) == 0 || len(all) > maxOnsets || z.onsets > maxOnsets*8 {
		return nil
	}
	return d.build(all)
}

// build makes a zone of its changes of the clock.
func (d *definition) build(all []onset) *time.Location {
	slices.SortStableFunc(all, func(a, b onset) int { return cmp.Compare(a.at, b.at) })
	first := d.observances[slices.IndexFunc(d.observances, func(o observance) bool {
		return usable(o) && o.to == all[0].to
	})]
	offsets := []int{first.to} // before the first change
	if first.okay[0] {
		offsets[0] = first.from
	}
	for _, o := range d.observances {
		offsets = append(offsets, o.to)
	}
	zone, err := time.LoadLocationFromTZData(d.id, tzif(all, offsets))
	if err != nil {
		return nil
	}
	return zone
}

// tzif returns changes of the clock as a file of the time zone database, version 2 (RFC
// 8536): a block of version 1 without data, and one of version 2. The first of the offsets
// holds before the first change, and is no offset of a change there.
func tzif(all []onset, offsets []int) []byte {
	head := func(out []byte, changes, kinds, letters int) []byte {
		out = append(append(out, "TZif2"...), make([]byte, 15)...)
		for _, n := range []int{0, 0, 0, changes, kinds, letters} {
			out = binary.BigEndian.AppendUint32(out, uint32(n))
		}
		return out
	}
	out := head(nil, 0, 1, 1)
	out = append(out, make([]byte, 6+1)...)
	out = head(out, len(all), len(offsets), 1)
	for _, o := range all {
		out = binary.BigEndian.AppendUint64(out, uint64(o.at))
	}
	for _, o := range all {
		out = append(out, byte(slices.Index(offsets[1:], o.to)+1))
	}
	for _, seconds := range offsets {
		out = binary.BigEndian.AppendUint32(out, uint32(int32(seconds)))
		out = append(out, 0, 0) // no summer time, no abbreviation
	}
	return append(out, 0, '\n', '\n')
}
