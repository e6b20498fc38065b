// SPDX-License-Identifier: Apache-2.0

package ics

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// A sample is a calendar of the corpus. Its names say what it is made of.
type sample struct {
	rule, change, zone, length string
	text                       string
	from, to                   time.Time
	changed                    time.Time // the RECURRENCE-ID; zero = none
}

func (s sample) name() string {
	return strings.Join([]string{s.rule, s.change, s.zone, s.length, s.from.Format("2006")}, " | ")
}

// corpusRules are rules with the days that are looked at.
var corpusRules = []struct {
	rule string
	days int
}{
	{"", 40},
	{"FREQ=DAILY", 40},
	{"FREQ=DAILY;INTERVAL=3;COUNT=40", 200},
	{"FREQ=DAILY;BYMONTH=1,3;BYDAY=SU,SA", 400},
	{"FREQ=DAILY;BYMONTHDAY=1,15,-1", 400},
	{"FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0,30", 30},
	{"FREQ=DAILY;BYHOUR=8,12,20;BYSETPOS=-1,1", 60},
	{"FREQ=WEEKLY", 400},
	{"FREQ=WEEKLY;BYDAY=MO,WE,FR", 200},
	{"FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,SU", 400},
	{"FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=TU,SU;COUNT=25", 400},
	{"FREQ=WEEKLY;INTERVAL=5;WKST=WE;BYDAY=TU,WE", 400},
	{"FREQ=MONTHLY", 900},
	{"FREQ=MONTHLY;BYMONTHDAY=31", 900},
	{"FREQ=MONTHLY;BYMONTHDAY=-1,-31", 900},
	{"FREQ=MONTHLY;BYMONTHDAY=29,30;INTERVAL=2", 900},
	{"FREQ=MONTHLY;BYDAY=1FR", 900},
	{"FREQ=MONTHLY;BYDAY=-1MO,2WE", 900},
	{"FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", 3000},
	{"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", 900},
	{"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2,-2;COUNT=30", 900},
	{"FREQ=MONTHLY;INTERVAL=18;BYMONTHDAY=10,11,12,13,14,15", 3000},
	{"FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", 900},
	{"FREQ=YEARLY", 3000},
	{"FREQ=YEARLY;INTERVAL=2;BYMONTH=1,2,3", 3000},
	{"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", 6000},
	{"FREQ=YEARLY;BYYEARDAY=1,100,200,-1", 1500},
	{"FREQ=YEARLY;BYYEARDAY=366,-366", 6000},
	{"FREQ=YEARLY;BYDAY=20MO", 3000},
	{"FREQ=YEARLY;BYDAY=-1SU,1SU", 3000},
	{"FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", 3000},
	{"FREQ=YEARLY;BYWEEKNO=1,52,53;BYDAY=MO,SU", 3000},
	{"FREQ=YEARLY;BYWEEKNO=1;BYDAY=TH;WKST=SU", 3000},
	{"FREQ=YEARLY;BYMONTH=3;BYDAY=TH", 1500},
	{"FREQ=YEARLY;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8;INTERVAL=4", 6000},
	{"FREQ=YEARLY;BYMONTH=4,10;BYDAY=-1SU", 3000},
	{"FREQ=YEARLY;BYMONTH=6,7,8;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1", 3000},
	{"FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR", 3000},
	{"FREQ=HOURLY;INTERVAL=5", 20},
	{"FREQ=HOURLY;BYMINUTE=0,20,40;BYHOUR=9,10,11;BYSETPOS=2", 20},
	{"FREQ=HOURLY;INTERVAL=7;BYDAY=SA", 60},
	{"FREQ=MINUTELY;INTERVAL=90", 10},
	{"FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12", 10},
	{"FREQ=SECONDLY;INTERVAL=7200;COUNT=60", 10},
	{"FREQ=SECONDLY;INTERVAL=3599;BYMONTHDAY=10,20", 40},
}

// corpusZones are zones with a stranger history than others, "" for times without one.
var corpusZones = []string{
	"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Sao_Paulo", "UTC", "",
	"Pacific/Apia", "Asia/Tehran", "Africa/Cairo", "America/St_Johns", "Pacific/Auckland", "Europe/Moscow",
}

// corpusLengths are how an event says when it ends; the first two of them are days.
var corpusLengths = []string{"day", "DTEND;VALUE=DATE", "none", "DTEND", "DURATION:PT90M", "DURATION:P1DT1H",
	"DURATION:P1W"}

// corpusChanges are what happens to the second occurrence and those after it.
var corpusChanges = []string{
	"nothing", "EXDATE", "EXDATE list", "EXDATE UTC", "EXDATE other zone", "EXDATE first", "RDATE", "RDATE UTC",
	"RDATE and EXDATE", "moved", "moved UTC", "moved a week", "cancelled", "UNTIL", "UNTIL UTC", "renamed twice",
}

// corpusYears are the years in which events begin: fifty years of zones.
var corpusYears = []int{1976, 1981, 1987, 1992, 1996, 2000, 2004, 2008, 2010, 2013, 2016, 2020, 2023, 2026}

// corpus returns the calendars: each rule with each change, and with each of them every
// length, zone and year in turn.
func corpus(t *testing.T) (all []sample) {
	n := 0
	for _, rule := range corpusRules {
		for _, change := range corpusChanges {
			n++
			s := sample{rule: rule.rule, change: change, zone: corpusZones[n*5%len(corpusZones)],
				length: corpusLengths[n*3%len(corpusLengths)]}
			if strings.Contains(rule.rule, "HOUR") || strings.Contains(rule.rule, "MINUTE") || strings.Contains(rule.rule,
				"SECOND") {
				s.length = corpusLengths[2+n%(len(corpusLengths)-2)] // not by days
			}
			if strings.HasPrefix(change, "UNTIL") && strings.Contains(rule.rule,
				"COUNT") || rule.rule == "" && change == "UNTIL" {
				continue // a rule has one of them
			}
			year := corpusYears[n*3%len(corpusYears)]
			s.from = time.Date(year, 1, 1, 0, 0, 0, 0, s.at(t))
			s.to = s.from.AddDate(0, 0, rule.days)
			s.write(t, year)
			all = append(all, s)
		}
	}
	return all
}

// at is the zone that the times of a sample are in.
func (s *sample) at(t *testing.T) *time.Location {
	if s.zone == "" {
		return zone(t, "Europe/Paris") // the device's
	}
	return zone(t, s.zone)
}

// days reports whether the events are whole days.
func (s *sample) days() bool { return s.length == "day" || strings.HasSuffix(s.length, "=DATE") }

// stamp writes a time as the sample's own are.
func (s *sample) stamp(name string, at time.Time) string {
	switch {
	case s.days():
		return name + ";VALUE=DATE:" + at.Format("20060102")
	case s.zone == "":
		return name + ":" + at.Format("20060102T150405")
	case s.zone == "UTC":
		return name + ":" + at.Format("20060102T150405Z")
	}
	return name + ";TZID=" + s.zone + ":" + at.Format("20060102T150405")
}

// event writes an event that begins at a time.
func (s *sample) event(title string, at time.Time, lines ...string) string {
	all := append([]string{"BEGIN:VEVENT", "UID:1", "DTSTAMP:20200101T000000Z", "SUMMARY:" + title, s.stamp("DTSTART",
		at)}, lines...)
	switch s.length {
	case "day", "none":
	case "DTEND;VALUE=DATE":
		all = append(all, s.stamp("DTEND", at.AddDate(0, 0, 2)))
	case "DTEND":
		all = append(all, s.stamp("DTEND", at.Add(75*time.Minute)))
	default:
		all = append(all, s.length)
	}
	return strings.Join(append(all, "END:VEVENT"), "\r\n") + "\r\n"
}

func framed(events ...string) string {
	return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//ledpost//corpus//EN\r\n" + strings.Join(events, "") +
		"END:VCALENDAR\r\n"
}

// write makes the text. The rule says when its first occurrence is: RFC 5545 defines no
// other first one.
func (s *sample) write(t *testing.T, year int) {
	zone := s.at(t)
	first := time.Date(year, 1, 1, 9, 30, 0, 0, zone)
	var lines []string
	if s.rule != "" {
		lines = []string{"RRULE:" + s.rule}
		left, found := 1<<30, wall(0)
		free := *parseRule(s.rule)
		free.count = 0
		free.each(wallOf(first, zone), wallOf(first, zone), wallOf(first, zone)+5000*day, &left, func(w wall) bool {
			found = w
			return false
		})
		if first = resolve(found, zone); s.days() {
			first = time.Date(first.Year(), first.Month(), first.Day(), 0, 0, 0, 0, zone)
		}
	}
	all := must.Get(Read([]byte(framed(s.event("x", first, lines...))), zone, s.from, s.to))(t)
	nth := func(i int) time.Time { return all[min(i, len(all)-1)].Start.In(zone) }
	utc := func(name string, at time.Time) string {
		if s.days() {
			return s.stamp(name, at)
		}
		return name + ":" + at.UTC().Format("20060102T150405Z")
	}
	later, other := nth(1).Add(26*time.Hour), []string{}
	if s.days() {
		later = nth(1).AddDate(0, 0, 1)
	}
	list := func(name string, at ...time.Time) string {
		one := s.stamp(name, at[0])
		for _, a := range at[1:] {
			text := s.stamp(name, a)
			one += "," + text[strings.LastIndex(text, ":")+1:]
		}
		return one
	}
	switch s.change {
	case "moved", "moved UTC", "renamed twice":
		s.changed = nth(1)
	case "moved a week", "cancelled":
		s.changed = nth(2)
	}
	switch s.change {
	case "EXDATE":
		lines = append(lines, s.stamp("EXDATE", nth(1)), s.stamp("EXDATE", nth(3)))
	case "EXDATE list":
		lines = append(lines, list("EXDATE", nth(1), nth(2), nth(5)))
	case "EXDATE UTC":
		lines = append(lines, utc("EXDATE", nth(1)))
	case "EXDATE other zone":
		if lines = append(lines, s.stamp("EXDATE", nth(1))); !s.days() {
			tokyo := nth(2).In(zoneNamed("Asia/Tokyo"))
			lines = append(lines, "EXDATE;TZID=Asia/Tokyo:"+tokyo.Format("20060102T150405"))
		}
	case "EXDATE first":
		lines = append(lines, s.stamp("EXDATE", nth(0)))
	case "RDATE":
		lines = append(lines, list("RDATE", later, later.AddDate(0, 0, 9), nth(2)))
	case "RDATE UTC":
		lines = append(lines, utc("RDATE", later))
	case "RDATE and EXDATE":
		lines = append(lines, list("RDATE", later, later.AddDate(0, 0, 3)), s.stamp("EXDATE", later))
	case "moved":
		other = append(other, s.event("y", later, s.stamp("RECURRENCE-ID", s.changed)))
	case "moved UTC":
		other = append(other, s.event("y", later, utc("RECURRENCE-ID", s.changed)))
	case "moved a week":
		other = append(other, s.event("y", nth(2).AddDate(0, 0, -7), s.stamp("RECURRENCE-ID", s.changed)))
	case "cancelled":
		other = append(other, s.event("y", nth(2), s.stamp("RECURRENCE-ID", s.changed), "STATUS:CANCELLED"))
	case "UNTIL", "UNTIL UTC":
		if s.rule == "" {
			break
		}
		text := utc("", nth(4))
		if s.change == "UNTIL" && !s.days() {
			text = ":" + nth(4).Format("20060102T150405")
			if s.zone != "" {
				text = utc("", nth(4).Add(time.Second))
			}
		}
		lines[0] += ";UNTIL=" + text[strings.LastIndex(text, ":")+1:]
	case "renamed twice":
		other = append(other, s.event("y", nth(1), s.stamp("RECURRENCE-ID", s.changed), "SEQUENCE:1"),
			s.event("z", nth(1), s.stamp("RECURRENCE-ID", s.changed), "SEQUENCE:2"))
	}
	s.text = framed(append([]string{s.event("x", first, lines...)}, other...)...)
}

func zoneNamed(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		panic(fmt.Sprint("zone of a test: ", err))
	}
	return zone
}
