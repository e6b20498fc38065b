// SPDX-License-Identifier: Apache-2.0

package ics

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/winzone"
)

// series are events of one UID, each given by its lines, parted by a bar.
func oneUID(events ...string) string {
	var all []string
	for _, e := range events {
		all = append(all, "BEGIN:VEVENT\r\nUID:1\r\n"+strings.ReplaceAll(e, "|", "\r\n")+"\r\nEND:VEVENT\r\n")
	}
	return framed(all...)
}

// shownIn writes the occurrences of ten days from 23 November 2026 in a zone: day, time, and the title.
func shownIn(t *testing.T, text string, at *time.Location) string {
	t.Helper()
	from := time.Date(2026, 11, 23, 0, 0, 0, 0, at)
	var all []string
	for _, e := range must.Get(Read([]byte(text), at, from, from.AddDate(0, 0, 10)))(t) {
		when := e.Start.Format("2 15:04")
		if e.AllDay {
			when = e.Start.Format("2")
		}
		all = append(all, strings.TrimSpace(when+" "+e.Title))
	}
	return strings.Join(all, ", ")
}

// TestForms: occurrences that are changed, moved, added and cancelled, in the forms that RFC
// 5545 has for them and that calendars write.
func TestForms(t *testing.T) {
	const (
		mondays  = "DTSTART;TZID=Europe/Berlin:20261102T090000|RRULE:FREQ=WEEKLY|SUMMARY:a"
		everyDay = "DTSTART;TZID=Europe/Berlin:20261101T090000|RRULE:FREQ=DAILY|SUMMARY:a|DTEND;" +
			"TZID=Europe/Berlin:20261101T100000"
		days = "DTSTART;VALUE=DATE:20261102|RRULE:FREQ=WEEKLY|SUMMARY:a"
	)
	for _, row := range []struct {
		why, text, want string
	}{
		{"as it is", oneUID(mondays), "23 09:00 a, 30 09:00 a"},
		{"moved, named in the zone", oneUID(mondays,
			"RECURRENCE-ID;TZID=Europe/Berlin:20261130T090000|DTSTART:20261201T120000Z|SUMMARY:b"), "23 09:00 a, 1 13:00 b"},
		{"moved, named in UTC", oneUID(mondays, "RECURRENCE-ID:20261130T080000Z|DTSTART:20261201T120000Z|SUMMARY:b"),
			"23 09:00 a, 1 13:00 b"},
		{"moved, named in another zone", oneUID(mondays,
			"RECURRENCE-ID;TZID=America/New_York:20261130T030000|DTSTART:20261201T120000Z|SUMMARY:b"), "23 09:00 a, 1 13:00 b"},
		{"moved, named without a zone: the event's", oneUID(mondays,
			"RECURRENCE-ID:20261130T090000|DTSTART:20261201T120000Z|SUMMARY:b"), "23 09:00 a, 1 13:00 b"},
		{"moved, named by its day", oneUID(mondays, "RECURRENCE-ID;VALUE=DATE:20261130|DTSTART:20261201T120000Z|SUMMARY:b"),
			"23 09:00 a, 1 13:00 b"},
		{"the change stands before its event", oneUID("RECURRENCE-ID:20261130T080000Z|DTSTART:20261201T120000Z|SUMMARY:b",
			mondays), "23 09:00 a, 1 13:00 b"},
		{"moved twice, named by its time and by its day", oneUID(mondays,
			"SEQUENCE:1|RECURRENCE-ID;TZID=Europe/Berlin:20261130T090000|DTSTART:20261201T120000Z|SUMMARY:b",
			"SEQUENCE:2|RECURRENCE-ID;VALUE=DATE:20261130|DTSTART:20261202T120000Z|SUMMARY:c"), "23 09:00 a, 2 13:00 c"},
		{"moved out of sight", oneUID(mondays, "RECURRENCE-ID:20261130T080000Z|DTSTART:20270301T120000Z"), "23 09:00 a"},
		{"moved into sight", oneUID(mondays, "RECURRENCE-ID:20270301T080000Z|DTSTART:20261201T120000Z|SUMMARY:b"),
			"23 09:00 a, 30 09:00 a, 1 13:00 b"},
		{"a change of nothing", oneUID("RECURRENCE-ID:20261130T080000Z|DTSTART:20261201T120000Z|SUMMARY:b"), "1 13:00 b"},
		{"cancelled", oneUID(mondays, "RECURRENCE-ID:20261130T080000Z|DTSTART:20261130T080000Z|STATUS:CANCELLED"),
			"23 09:00 a"},
		{"cancelled by a revision that comes first", oneUID(mondays,
			"RECURRENCE-ID:20261130T080000Z|DTSTART:20261130T080000Z|STATUS:CANCELLED|SEQUENCE:2",
			"RECURRENCE-ID;TZID=Europe/Berlin:20261130T090000|DTSTART:20261130T090000Z|SEQUENCE:1"), "23 09:00 a"},
		{"revised, by the number", oneUID("SEQUENCE:2|DTSTART:20261125T100000Z|SUMMARY:new",
			"SEQUENCE:1|DTSTART:20261124T100000Z|DTSTAMP:20261201T000000Z|SUMMARY:old"), "25 11:00 new"},
		{"revised, by the time", oneUID("DTSTAMP:20261120T000000Z|DTSTART:20261125T100000Z|SUMMARY:new",
			"DTSTAMP:20261119T000000Z|DTSTART:20261124T100000Z|SUMMARY:old"), "25 11:00 new"},
		{"revised to a time out of sight", oneUID("SEQUENCE:1|DTSTART:20261125T100000Z",
			"SEQUENCE:2|DTSTART:20270125T100000Z"), ""},
		{"twice in the file", oneUID("DTSTART:20261125T100000Z|SUMMARY:x", "DTSTART:20261125T100000Z|SUMMARY:y"),
			"25 11:00 y"},
		{"two events by mistake", oneUID("DTSTART:20261125T100000Z|SUMMARY:x", "DTSTART:20261126T100000Z|SUMMARY:y"),
			"25 11:00 x, 26 11:00 y"},
		{"all cancelled", oneUID(mondays, "SEQUENCE:1|STATUS:CANCELLED|DTSTART:20261102T090000"), ""},
		{"all cancelled, with what was changed", oneUID("SEQUENCE:1|STATUS:CANCELLED|DTSTART:20261102T080000Z",
			"RECURRENCE-ID:20261130T080000Z|DTSTART:20261201T120000Z"), ""},
		{"from one on an hour later and longer", oneUID(everyDay,
			"RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261129T090000|DTSTART;TZID=Europe/Berlin:20261129T100000|"+
				"SUMMARY:b"),
			"23 09:00 a, 24 09:00 a, 25 09:00 a, 26 09:00 a, 27 09:00 a, 28 09:00 a, 29 10:00 b, 30 10:00 b, 1 10:00 b, 2 " +
				"10:00 b"},
		{"from one on a day later, one of them elsewhere", oneUID(mondays,
			"RECURRENCE-ID;RANGE=THISANDFUTURE:20261109T080000Z|DTSTART:20261110T080000Z|SUMMARY:b",
			"RECURRENCE-ID:20261130T080000Z|DTSTART:20261130T120000Z|SUMMARY:c"), "24 09:00 b, 30 13:00 c"},
		{"from one on, and from a later one on", oneUID(mondays,
			"RECURRENCE-ID;RANGE=THISANDFUTURE:20261109T080000Z|DTSTART:20261110T080000Z|SUMMARY:b",
			"RECURRENCE-ID;RANGE=THISANDFUTURE:20261130T080000Z|DTSTART:20261202T080000Z|SUMMARY:c"), "24 09:00 b, 2 09:00 c"},
		{"from one on three weeks earlier", oneUID(mondays+"|EXDATE:20261221T080000Z",
			"RECURRENCE-ID;RANGE=THISANDFUTURE:20261214T080000Z|DTSTART:20261123T100000Z|SUMMARY:b"),
			"23 09:00 a, 23 11:00 b, 30 09:00 a"},
		{"no longer from one on", oneUID(mondays,
			"RECURRENCE-ID;RANGE=THISANDFUTURE:20261130T080000Z|DTSTART:20261130T080000Z|STATUS:CANCELLED"), "23 09:00 a"},
		{"days from one on a day later", oneUID(days,
			"RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20261116|DTSTART;VALUE=DATE:20261117|SUMMARY:b"), "24 b, 1 b"},
		{"a day that is named in UTC", oneUID(days, "RECURRENCE-ID:20261130T000000Z|DTSTART;VALUE=DATE:20261130|SUMMARY:b"),
			"23 a, 30 b"},
		{"a day that is named by its midnight in UTC", oneUID(days,
			"RECURRENCE-ID:20261129T230000Z|DTSTART;VALUE=DATE:20261130|SUMMARY:b"), "23 a, 30 b"},
		{"a day that is named in New York", oneUID(days,
			"RECURRENCE-ID;TZID=America/New_York:20261130T000000|DTSTART;VALUE=DATE:20261130|SUMMARY:b"), "23 a, 30 b"},
		{"a day that is excepted in UTC", oneUID(days + "|EXDATE:20261130T050000Z"), "23 a"},
		{"excepted by its day", oneUID(mondays + "|EXDATE;VALUE=DATE:20261130"), "23 09:00 a"},
		{"excepted without a zone", oneUID(mondays + "|EXDATE:20261116T090000,20261130T090000"), "23 09:00 a"},
		{"excepted in a list of several lines", oneUID(mondays +
			"|EXDATE;TZID=Europe/Berlin:20261123T09| 0000,20261130T090000"), ""},
		{"more dates", oneUID("DTSTART:20261101T090000Z|RDATE:20261130T090000Z,20261202T090000Z|SUMMARY:X"),
			"30 10:00 X, 2 10:00 X"},
		{"more dates, in another zone", oneUID("DTSTART:20261101T090000Z|RDATE;TZID=America/New_York:20261130T090000|" +
			"SUMMARY:X"), "30 15:00 X"},
		{"more days at the time of the event", oneUID("DTSTART:20261101T090000Z|RDATE;VALUE=DATE:20261130|SUMMARY:X"),
			"30 10:00 X"},
		{"a period", oneUID("DTSTART:20261101T090000Z|RDATE;" +
			"VALUE=PERIOD:20261130T090000Z/20261130T120000Z,20261122T200000Z/PT4H|SUMMARY:X"), "22 21:00 X, 30 10:00 X"},
		{"a date that the rule has, too", oneUID(mondays + "|RDATE:20261130T080000Z"), "23 09:00 a, 30 09:00 a"},
		{"two rules", oneUID("DTSTART:20261123T090000Z|RRULE:FREQ=WEEKLY;COUNT=2|RRULE:FREQ=DAILY;INTERVAL=5;COUNT=2"),
			"23 10:00, 28 10:00, 30 10:00"},
		{"until a day, with a time", oneUID("DTSTART;TZID=Europe/Berlin:20261123T230000|RRULE:FREQ=DAILY;UNTIL=20261124"),
			"23 23:00, 24 23:00"},
		{"until a time without a zone: the event's",
			oneUID("DTSTART;TZID=America/New_York:20261123T200000|RRULE:FREQ=DAILY;UNTIL=20261124T200000"),
			"24 02:00, 25 02:00"},
		{"days until a time in UTC", oneUID("DTSTART;VALUE=DATE:20261123|RRULE:FREQ=DAILY;UNTIL=20261124T225959Z"), "23, 24"},
		{"days until their midnight in UTC", oneUID("DTSTART;VALUE=DATE:20261123|RRULE:FREQ=DAILY;UNTIL=20261124T230000Z"),
			"23, 24, 25"},
		{"a week of the year on the weekday of the first", oneUID("DTSTART:20251126T090000Z|RRULE:FREQ=YEARLY;BYWEEKNO=48"),
			"25 10:00"},
		{"a place in a week that began before the first",
			oneUID("DTSTART:20261125T090000Z|RRULE:FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=1"), "25 10:00, 30 10:00"},
		{"each Monday and the first Friday", oneUID("DTSTART:20201106T090000Z|RRULE:FREQ=MONTHLY;BYDAY=MO,4FR"),
			"23 10:00, 27 10:00, 30 10:00"},
		{"an event of six weeks", oneUID("DTSTART;VALUE=DATE:20261015|DTEND;VALUE=DATE:20261126|SUMMARY:holidays"),
			"15 holidays"},
		{"a day that ends as it begins", oneUID("DTSTART;VALUE=DATE:20261125|DTEND;VALUE=DATE:20261125"), "25"},
		{"a moved occurrence without an end", oneUID(mondays+"|DURATION:PT1H",
			"RECURRENCE-ID:20261116T080000Z|DTSTART:20261122T225900Z"), "23 09:00 a, 30 09:00 a"},
	} {
		must.Equal(t, shownIn(t, row.text, zone(t, "Europe/Berlin")), row.want, row.why)
	}
}

// TestNamesOfSummer: a name of two seasons, or of two abbreviations, has both.
func TestNamesOfSummer(t *testing.T) {
	for name, want := range map[string]string{
		"GMT -0600 (Standard) / GMT -0500 (Daylight)": "-05:00",
		"EST/EDT": "-04:00", "MST/MDT": "-06:00", "(GMT-05:00) EST/EDT": "-04:00", "GMT/BST": "+01:00",
		"UTC+00:00 / UTC+01:00": "+01:00", "GMT+1/GMT+2": "+02:00", "UTC+05:30": "+05:30",
	} {
		at := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
		if found := named(name); found == nil || at.In(found).Format("-07:00") != want {
			t.Errorf("%s is %v in July, want %s", name, found, want)
		}
	}
}

// TestZones: nine o'clock on 25 November of what a calendar calls its zone, in UTC.
func TestZones(t *testing.T) {
	define := func(id string, lines ...string) string {
		return "BEGIN:VTIMEZONE\r\nTZID:" + id + "\r\n" + strings.Join(lines, "\r\n") + "\r\nEND:VTIMEZONE\r\n"
	}
	observance := func(kind, from, to, start string, more ...string) string {
		return strings.Join(append([]string{"BEGIN:" + kind, "DTSTART:" + start, "TZOFFSETFROM:" + from, "TZOFFSETTO:" + to},
			append(more, "END:"+kind)...), "\r\n")
	}
	newYork := []string{
		observance("STANDARD", "-0400", "-0500", "16010101T020000", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU"),
		observance("DAYLIGHT", "-0500", "-0400", "16010101T020000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU")}
	for _, row := range []struct {
		why, id, defined, want string
	}{
		{"Outlook's own", "Customized Time Zone", define("Customized Time Zone", newYork...), "14:00"},
		{"Exchange's own", "tzone://Microsoft/Custom", define("tzone://Microsoft/Custom", newYork...), "14:00"},
		{"a definition stands against the name", "Europe/Berlin", define("Europe/Berlin", newYork...), "14:00"},
		{"one offset", "here", define("here", observance("STANDARD", "+0000", "+0545", "19700101T000000")), "03:15"},
		{"an offset with seconds", "old", define("old", observance("STANDARD", "+005328", "+005328", "18930401T000000")),
			"08:06"},
		{"by dates", "listed", define("listed", observance("STANDARD", "+0100", "+0000", "20200101T000000",
			"RDATE:20211001T000000,20261001T000000"),
			observance("DAYLIGHT", "+0000", "+0100", "20200601T000000", "RDATE:20260401T000000")), "09:00"},
		{"summer time ended with a rule", "ended", define("ended", observance("STANDARD", "+0200", "+0100", "19701025T030000",
			"RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"),
			observance("DAYLIGHT", "+0100", "+0200", "19700329T020000",
				"RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20200329T010000Z")), "08:00"},
		{"always summer since a day", "since", define("since", observance("STANDARD", "+0200", "+0100", "19701025T030000",
			"RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20151025T010000Z"),
			observance("DAYLIGHT", "+0100", "+0200", "19700329T020000",
				"RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20160327T010000Z")), "07:00"},
		{"a definition of nothing, but a place", "mine", define("mine", "X-LIC-LOCATION:Asia/Tokyo"), "00:00"},
		{"a definition of nothing", "America/New_York", define("America/New_York"), "14:00"},
		{"a definition of far too much", "Asia/Tokyo", define("Asia/Tokyo", observance("STANDARD", "+0100", "+0200",
			"16010101T000000", "RRULE:FREQ=SECONDLY")), "00:00"},
		{"malformed offset", "Asia/Tokyo", define("Asia/Tokyo", observance("STANDARD", "+0100", "+9900",
			"16010101T000000")), "00:00"},
		{"a definition that is not closed", "mine", "BEGIN:VTIMEZONE\r\nTZID:mine\r\n" + newYork[0] + "\r\n", "14:00"},
		{"of the database", "America/New_York", "", "14:00"},
		{"below a prefix", "/freeassociation.sourceforge.net/Tzfile/America/New_York", "", "14:00"},
		{"three names below a prefix", "/citadel.org/20210210_1/America/Argentina/Ushuaia", "", "12:00"},
		{"one name below a prefix", "/example.org/EST", "", "14:00"},
		{"with a space", "America/New York", "", "14:00"},
		{"of Windows", "Eastern Standard Time", "", "14:00"},
		{"as Windows shows it", "(UTC-05:00) Eastern Time (US & Canada)", "", "14:00"},
		{"by its places", "(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "", "08:00"},
		{"as Windows shows it, without the offset", "Eastern Time (US & Canada)", "", "14:00"},
		{"as Windows shows it, below a prefix", "tzone://Microsoft/Pacific Time (US & Canada)", "", "17:00"},
		{"as Windows shows it, in small letters", "pacific time (us and canada); tijuana", "", "17:00"},
		{"in Outlook's older spelling", "(GMT-05.00) Eastern Time (US & Canada)", "", "14:00"},
		{"an offset with a place that nobody knows", "(UTC+05:30) Somewhere", "", "03:30"},
		{"an offset", "UTC-3", "", "12:00"},
		{"an offset of GMT", "GMT+0100", "", "08:00"},
		{"an offset alone", "+02:00", "", "07:00"},
		{"Exchange's UTC", "tzone://Microsoft/Utc", "", "09:00"},
		{"in small letters", "europe/berlin", "", "08:00"},
		{"in capitals", "EUROPE/BERLIN", "", "08:00"},
		{"in capitals with small words", "AMERICA/PORT-AU-PRINCE", "", "14:00"},
		{"in small letters with a space", "america/new york", "", "14:00"},
		{"in capitals below a prefix", "/EXAMPLE.ORG/ASIA/TOKYO", "", "00:00"},
		{"of Windows in capitals", "EASTERN STANDARD TIME", "", "14:00"},
		{"an abbreviation", "PST", "", "17:00"},
		{"an abbreviation of a summer", "EDT", "", "14:00"},
		{"an abbreviation in small letters", "cest", "", "08:00"},
		{"an abbreviation of several zones", "IST", "", "03:15"},
		{"both abbreviations", "EST5EDT", "", "14:00"},
		{"both abbreviations in small letters", "pst8pdt", "", "17:00"},
		{"as a browser shows it", "GMT-0500 (Eastern Standard Time)", "", "14:00"},
		{"as a browser shows it in summer", "GMT-0400 (Eastern Daylight Time)", "", "14:00"},
		{"as a browser shows Europe in summer", "GMT+0300 (E. Europe Summer Time)", "", "07:00"},
		{"as a browser shows Mexico", "GMT-0500 (Central Standard Time (Mexico))", "", "15:00"},
		{"as a browser shows a zone that Windows has not", "GMT+0530 (India Standard Time Zone)", "", "03:30"},
		{"as a browser shows UTC", "GMT+0000 (Coordinated Universal Time)", "", "09:00"},
		{"as a browser shows Berlin in summer", "GMT+0200 (Central European Summer Time)", "", "08:00"},
		{"the name of a zone in summer", "Central European Summer Time", "", "08:00"},
		{"as a browser shows Mazatlan", "Mexican Pacific Standard Time", "", "16:00"},
		{"as a browser shows American Samoa", "GMT-1100 (Samoa Standard Time)", "", "20:00"},
		{"as Windows shows Samoa", "(UTC+13:00) Samoa", "", "20:00"},
		{"as a browser shows Riyadh", "GMT+0300 (Arabian Standard Time)", "", "06:00"},
		{"as Windows names Dubai", "Arabian Standard Time", "", "05:00"},
		{"an abbreviation after its offset", "GMT+0200 (CEST)", "", "08:00"},
		{"an offset before a zone of the database", "(GMT+02:00) Europe/Berlin", "", "08:00"},
		{"an offset after a zone of the database", "Europe/Berlin (GMT+2)", "", "08:00"},
		{"an offset after a place", "Havana (UTC-4)", "", "14:00"},
		{"Havana", "(UTC-05:00) Havana", "", "14:00"},
		{"Chihuahua before it moved", "(UTC-07:00) Chihuahua", "", "16:00"},
		{"Chihuahua", "(UTC-06:00) Chihuahua", "", "15:00"},
		{"La Paz in Mexico", "(UTC-07:00) La Paz", "", "16:00"},
		{"La Paz in Bolivia", "(UTC-04:00) La Paz", "", "13:00"},
		{"Astana before it moved", "(UTC+06:00) Astana", "", "03:00"},
		{"Astana", "(UTC+05:00) Astana", "", "04:00"},
		{"a zone that Windows keeps for old calendars", "(UTC-02:00) Mid-Atlantic - Old", "", "11:00"},
		{"a name without a season", "Japan Time", "", "00:00"},
		{"as Google shows New York", "(GMT-05:00) Eastern Time - New York", "", "14:00"},
		{"an offset without brackets", "GMT+02:00 Europe/Berlin", "", "08:00"},
		{"a number of Outlook's", "W. Europe Standard Time 1", "", "08:00"},
		{"a number of Windows'", "Mexico Standard Time 2", "", "16:00"},
		{"an abbreviation of Germany", "MEZ", "", "08:00"},
		{"a dash for the slash", "US-Eastern", "", "14:00"},
		{"an escaped slash", `Europe\/Berlin`, "", "08:00"},
		{"marks on letters", "(UTC-03:00) Bras\u00edlia", "", "12:00"},
		{"a dash of typographers", "UTC\u20138", "", "17:00"},
		{"places with three dots", "(UTC+01:00) Amsterdam, Berlin…", "", "08:00"},
		{"one place with three dots", "(UTC-05:00) Somewhere…", "", "14:00"},
		{"places in capitals", "(UTC+01:00) AMSTERDAM, BERLIN", "", "08:00"},
		{"a space in the offset, of two seasons", "GMT -0600 (Standard) / GMT -0500 (Daylight)", "", "15:00"},
		{"an offset in brackets after its base", "UTC (-06:00) Somewhere", "", "15:00"},
		{"brackets without a space", "GMT(+5:30) x", "", "03:30"},
		{"two spaces before an offset", "UTC  -05:00 X", "", "14:00"},
		{"an offset before a semicolon", "UTC +05:30; X", "", "03:30"},
		{"an offset with seconds of none", "UTC +05:30:00 X", "", "03:30"},
		{"half an hour as a decimal", "GMT +5.5", "", "03:30"},
		{"an offset without a sign", "UTC 05:30 Kolkata", "", "03:30"},
		{"both bases", "UTC/GMT +5:30 (Somewhere)", "", "03:30"},
		{"a comma before an offset", "UTC, -05:00", "", "14:00"},
		{"a city before an offset", "Berlin GMT+1", "", "08:00"},
		{"a city and a comma before an offset", "New York, GMT-5", "", "14:00"},
		{"a zone of the database before an offset", "America/New_York -0500", "", "14:00"},
		{"an abbreviation before an offset", "EST -0500", "", "14:00"},
		{"two offsets, the first of none", "UTC+00:00 / UTC+01:00", "", "09:00"},
		{"two offsets without spaces", "GMT+0/GMT+1", "", "09:00"},
		{"both abbreviations of London", "GMT/BST", "", "09:00"},
		{"a number that is no offset", "Room 1-2", "", "03:15"},
		{"a space in the offset, in brackets a name", "GMT -05:00 (US Eastern)", "", "14:00"},
		{"a space in the offset, an unknown place", "UTC +05:30 (Somewhere)", "", "03:30"},
		{"a space in the offset, a name", "UTC -5 Eastern Time", "", "14:00"},
		{"a space in the offset, a zone of the database", "GMT +0100 Europe/Berlin", "", "08:00"},
		{"a space in the offset, which summer has", "GMT +0200 Europe/Berlin", "", "08:00"},
		{"places with slashes", "(GMT+02.00) Sarajevo/Warsaw/Zagreb", "", "08:00"},
		{"a city in summer time", "GMT+2:00 DST Paris", "", "08:00"},
		{"a sign of HTML", "(UTC-04:00) Eastern Time (US &amp; Canada)", "", "14:00"},
		{"an offset in brackets before a city of the database", "(UTC-4:00) New York", "", "14:00"},
		{"an offset with a dash before a city", "UTC+02:00 - Berlin", "", "08:00"},
		{"two abbreviations", "CET/CEST", "", "08:00"},
		{"a city alone", "New York", "", "14:00"},
		{"a region alone", "Eastern", "", "14:00"},
		{"a region with its country", "US Pacific", "", "17:00"},
		{"of Windows, without a space", "W.Europe Standard Time", "", "08:00"},
		{"a base before the name", "UTC Somewhere", "", "09:00"},
		{"an escaped name of a definition", "My, Zone", define(`My\, Zone`, newYork...), "14:00"},
		{"an escaped name in use", `My\, Zone`, define("My, Zone", newYork...), "14:00"},
		{"a definition in other letters", "MY zone", define("My Zone", newYork...), "14:00"},
		{"a minus of typographers", "UTC\u22125", "", "14:00"},
		{"a definition before an empty one", "twice", define("twice", newYork...) + define("twice"), "14:00"},
		{"a definition before one that cannot be read", "twice", define("twice", newYork...) +
			define("twice", observance("STANDARD", "+0000", "+99", "16010101T000000")), "14:00"},
		{"the later one of two definitions", "twice", define("twice", newYork...) +
			define("twice", observance("STANDARD", "+0000", "+0100", "16010101T000000")), "08:00"},
		{"unknown zone, the calendar has one", "Custom", "X-WR-TIMEZONE:Asia/Tokyo\r\n", "00:00"},
		{"a name in a calendar with another zone", "America/New_York", "X-WR-TIMEZONE:Asia/Tokyo\r\n", "14:00"},
		{"zone of the machine", "Local", "", "03:15"},
		{"unknown zone", "Custom", "", "03:15"},
		{"a way out of the database", "../../etc/passwd", "", "03:15"},
	} {
		text := framed(row.defined, "BEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=\""+row.id+"\":20261125T090000\r\nEND:VEVENT\r\n")
		device := zone(t, "Asia/Kathmandu")
		from := time.Date(2026, 11, 24, 0, 0, 0, 0, time.UTC)
		all := must.Get(Read([]byte(text), device, from, from.AddDate(0, 0, 3)))(t)
		if len(all) != 1 || all[0].Start.UTC().Format("15:04") != row.want {
			t.Errorf("%s: %v, want %s", row.why, all, row.want)
		}
		if len(all) == 1 && all[0].Start.Location() != device {
			t.Errorf("%s: it is told in %v", row.why, all[0].Start.Location())
		}
	}
}

// TestFloating: a time without a zone is the time of the place where it is read (RFC 5545, 3.3.5), whichever
// zone the calendar was written in.
func TestFloating(t *testing.T) {
	text := framed("X-WR-TIMEZONE:Asia/Tokyo\r\n", oneUID("DTSTART:20261125T090000"))
	if got := shownIn(t, text, zone(t, "Europe/Berlin")); got != "25 09:00" {
		t.Error(got)
	}
}

// TestLineEnds: calendars of any system.
func TestLineEnds(t *testing.T) {
	text := framed(oneUID("DTSTART:20261125T090000|DESCRIPTION:long\r\n er"))
	want := shownIn(t, text, time.UTC)
	for name, end := range map[string]string{"Unix": "\n", "Macintosh": "\r", "a Windows program's": "\r\r\n"} {
		if got := shownIn(t, strings.ReplaceAll(text, "\r\n", end), time.UTC); got != want || want == "" {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	mixed := strings.ReplaceAll(text, "\r\n", "\r") + "\n"
	must.Equal(t, shownIn(t, mixed, time.UTC), want, "a Macintosh's with a last line end")
}

// TestShownZones: each name that Windows shows gives its own zone, with and without an offset before it.
func TestShownZones(t *testing.T) {
	table := string(must.Get(os.ReadFile("../winzone/shown.go"))(t))
	rows := regexp.MustCompile(`(?m)^\t\{"(.+)", "(.+)"\},$`).FindAllStringSubmatch(table, -1)
	if len(rows) < 139 {
		t.Fatalf("%d names, want 139 at least", len(rows))
	}
	for _, row := range rows {
		name, ok := winzone.IANA(row[2])
		if !ok {
			t.Fatalf("%s: Windows has no zone %q", row[1], row[2])
		}
		for _, id := range []string{row[1], "(UTC+01:00) " + row[1], "tzone://Microsoft/" + row[1]} {
			found := named(id)
			if found == nil {
				t.Errorf("%s is no zone, want %s", id, name)
				continue
			}
			for month := range 24 {
				when := time.Date(2025, time.Month(month+1), 1, 0, 0, 0, 0, time.UTC)
				if got, want := when.In(found), when.In(zone(t, name)); got.Format(time.RFC3339) != want.Format(time.RFC3339) {
					t.Errorf("%s: %v, want %v", id, got, want)
					break
				}
			}
		}
	}
}

// TestSpelling: every kind of name in the database is found in small letters and in capitals.
func TestSpelling(t *testing.T) {
	for _, name := range strings.Fields(`Africa/Dar_es_Salaam America/Argentina/ComodRivadavia America/Knox_IN
		America/Port_of_Spain Antarctica/DumontDUrville Antarctica/McMurdo Australia/ACT Australia/LHI Australia/NSW
		Brazil/DeNoronha CET CST6CDT Chile/EasterIsland Etc/GMT+5 Etc/GMT0 Etc/UCT Etc/UTC Europe/Isle_of_Man GB GB-Eire GMT+0
		Mexico/BajaNorte Mexico/BajaSur NZ NZ-CHAT PRC ROK US/East-Indiana US/Eastern W-SU Asia/Ust-Nera America/St_Johns
		America/North_Dakota/New_Salem Africa/Porto-Novo`) {
		forms := []string{name, strings.ToLower(name), strings.ToUpper(name)}
		for _, form := range forms {
			forms = append(forms, "/example.org/"+form)
		}
		for _, id := range forms {
			if found := named(id); found == nil || found.String() != name {
				t.Errorf("%s is %v, want %s", id, found, name)
			}
		}
	}
}

// TestDefinedZones: a calendar that defines its zone has the same occurrences as one that
// names it: fifty years of changes of the clock.
func TestDefinedZones(t *testing.T) {
	zones := 0
	for _, s := range corpus(t) {
		if s.days() || s.zone == "" || s.zone == "UTC" {
			continue
		}
		own := s
		own.text = strings.ReplaceAll(s.text, "TZID="+s.zone, `TZID="My own"`)
		own.text = strings.Replace(own.text, "BEGIN:VEVENT", definitionOf(s)+"BEGIN:VEVENT", 1)
		if ours, want := told(own), told(s); strings.Join(ours, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s\n%s\n%s", s.name(), difference(ours, want), own.text)
		}
		zones++
	}
	if zones < 350 {
		t.Errorf("%d calendars, want 350 at least", zones)
	}
}

// definitionOf writes the zone of a sample as a VTIMEZONE: each kind of change with its dates.
func definitionOf(s sample) string {
	const layout = "20060102T150405"
	at := zoneNamed(s.zone)
	dates := map[[2]int][]string{}
	var kinds [][2]int
	for t := s.from.AddDate(-3, 0, 0); t.Before(s.to.AddDate(1, 0, 0)); {
		_, end := t.In(at).ZoneBounds()
		if !end.After(t) { // it does not change any more
			break
		}
		t = end
		_, before := t.Add(-time.Second).Zone()
		_, after := t.Zone()
		kind := [2]int{before, after}
		if dates[kind] == nil {
			kinds = append(kinds, kind)
		}
		dates[kind] = append(dates[kind], t.In(time.FixedZone("", before)).Format(layout))
	}
	if len(kinds) == 0 {
		_, offset := s.from.Zone()
		kinds, dates[[2]int{offset, offset}] = [][2]int{{offset, offset}}, []string{"19700101T000000"}
	}
	text := "BEGIN:VTIMEZONE\r\nTZID:My own\r\n"
	for _, k := range kinds {
		text += fmt.Sprintf("BEGIN:DAYLIGHT\r\nDTSTART:%s\r\nTZOFFSETFROM:%s\r\nTZOFFSETTO:%s\r\n", dates[k][0], signed(k[0]),
			signed(k[1]))
		for _, d := range dates[k][1:] {
			text += "RDATE:" + d + "\r\n"
		}
		text += "END:DAYLIGHT\r\n"
	}
	return text + "END:VTIMEZONE\r\n"
}

// signed writes an offset as +HHMMSS.
func signed(seconds int) string {
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	return fmt.Sprintf("%c%02d%02d%02d", sign, seconds/hour, seconds/60%60, seconds%60)
}

// TestClockChanges: times that clocks never show, or twice (RFC 5545, 3.3.5), and lengths over them.
func TestClockChanges(t *testing.T) {
	for _, row := range []struct {
		why, lines, from string
		want             string // begin in UTC, and length
	}{
		{"never shown: by the offset before", "DTSTART;TZID=America/New_York:20070311T023000", "20070311", "11 07:30 0s"},
		{"shown twice: the first", "DTSTART;TZID=America/New_York:20071104T013000", "20071104", "04 05:30 0s"},
		{"a rule over the gap", "DTSTART;TZID=America/New_York:20070309T023000|RRULE:FREQ=DAILY;COUNT=4", "20070311",
			"11 07:30 0s, 12 06:30 0s"},
		{"every hour over the gap: one of two that are the same",
			"DTSTART;TZID=America/New_York:20070311T013000|RRULE:FREQ=HOURLY;COUNT=4", "20070311",
			"11 06:30 0s, 11 07:30 0s, 11 08:30 0s"},
		{"a length by the clock", "DTSTART;TZID=America/New_York:20070310T120000|DURATION:PT24H", "20070310",
			"10 17:00 24h0m0s"},
		{"a length by the calendar", "DTSTART;TZID=America/New_York:20070310T120000|DURATION:P1D", "20070310",
			"10 17:00 23h0m0s"},
		{"an end", "DTSTART;TZID=America/New_York:20070310T120000|DTEND;TZID=America/New_York:20070311T120000", "20070310",
			"10 17:00 23h0m0s"},
		{"an end in another zone", "DTSTART;TZID=America/New_York:20070310T120000|DTEND;TZID=Europe/Berlin:20070310T190000",
			"20070310", "10 17:00 1h0m0s"},
		{"a day that a zone did not have", "DTSTART;TZID=Pacific/Apia:20111230T120000", "20111229", "30 22:00 0s"},
	} {
		from := must.Get(time.Parse("20060102", row.from))(t)
		var got []string
		text := framed("BEGIN:VEVENT\r\nUID:1\r\n" + strings.ReplaceAll(row.lines, "|", "\r\n") + "\r\nEND:VEVENT\r\n")
		for _, e := range must.Get(Read([]byte(text), time.UTC, from, from.AddDate(0, 0, 2)))(t) {
			got = append(got, e.Start.Format("02 15:04 ")+e.End.Sub(e.Start).String())
		}
		must.Equal(t, strings.Join(got, ", "), row.want, row.why)
	}
}

// TestBroken: lines that are wrong, lost or strange cost nothing else.
func TestBroken(t *testing.T) {
	const event = "BEGIN:VEVENT\nUID:1\nDTSTART:20261125T090000Z\nSUMMARY:x\nEND:VEVENT\n"
	for _, row := range []struct{ why, text, want string }{
		{"without a frame", event, "25 10:00 x"},
		{"with spaces before it", "  \r\n\n   BEGIN:VCALENDAR\n" + event + "END:VCALENDAR\n", "25 10:00 x"},
		{"indented", "    " + strings.ReplaceAll("BEGIN:VCALENDAR\n"+strings.Replace(event, "SUMMARY:x", "SUMMARY:x\n yz",
			1)+"END:VCALENDAR", "\n", "\n    "), "25 10:00 xyz"},
		{"with tabs", "\t" + strings.ReplaceAll(event, "\n", "\r\n\t"), "25 10:00 x"},
		{"with a mark of its order of bytes", "\ufeffBEGIN:VCALENDAR\r\n" + event, "25 10:00 x"},
		{"after a warning of PHP", "Warning: x in y\nBEGIN:VCALENDAR\n" + event, "25 10:00 x"},
		{"in small letters", strings.ToLower(event), "25 10:00 x"},
		{"the end of an event is lost", "BEGIN:VCALENDAR\n" + strings.Replace(event, "END:VEVENT\n", "", 1) +
			"BEGIN:VEVENT\nUID:2\nDTSTART:20261126T090000Z\nEND:VEVENT\n", "25 10:00 x, 26 10:00"},
		{"the file is cut", "BEGIN:VCALENDAR\n" + strings.Replace(event, "END:VEVENT\n", "", 1), "25 10:00 x"},
		{"malformed lines", "BEGIN:VCALENDAR\n:\n;;;\n\n" + strings.Replace(event, "SUMMARY",
			"what is this\nX-A;B=\"c;d:e\":f\nEXDATE:soon\nRDATE:,,\nRRULE:FREQ=OFTEN\nSEQUENCE:x\nDURATION:P\nSUMMARY", 1),
			"25 10:00 x"},
		{"another component", "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:1\nDTSTART:20261125T090000Z\nSUMMARY:y\nEND:VTODO\n" + event,
			"25 10:00 x"},
		{"ends that nothing began", "BEGIN:VCALENDAR\nEND:VALARM\n" + strings.Replace(event, "SUMMARY", "END:VALARM\nSUMMARY",
			1), "25 10:00 x"},
		{"times as ISO 8601 has them", strings.Replace(event, "20261125T090000Z", "2026-11-25T09:00:00Z", 1), "25 10:00 x"},
		{"an offset from UTC", strings.Replace(event, "20261125T090000Z", "20261125T090000+0200", 1), "25 08:00 x"},
		{"an offset to the west as ISO 8601 has it", strings.Replace(event, "20261125T090000Z",
			"2026-11-25T09:00:00.000-05:00", 1), "25 15:00 x"},
		{"fractions of a second", strings.Replace(event, "20261125T090000Z", "2026-11-25T09:00:00.000Z", 1), "25 10:00 x"},
		{"a colon in a zone without quotes", strings.Replace(event, ":20261125T090000Z",
			";TZID=(UTC-05:00) Eastern Time (US & Canada):20261125T090000", 1), "25 15:00 x"},
		{"a colon in an offset without quotes", strings.Replace(event, ":20261125T090000Z",
			";TZID=UTC+05:30:20261125T090000", 1), "25 04:30 x"},
		{"an address in a zone without quotes", strings.Replace(event, ":20261125T090000Z",
			";TZID=tzone://Microsoft/Utc:20261125T090000", 1), "25 10:00 x"},
		{"a leap second", strings.Replace(event, "20261125T090000Z", "20261125T085960Z", 1), "25 09:59 x"},
		{"a day with a time", strings.Replace(event, "DTSTART:", "DTSTART;VALUE=DATE:", 1), "25 x"},
		{"a day that says that it is one in small letters", strings.Replace(event, "DTSTART:20261125T090000Z",
			"dtstart;value=date:20261125", 1), "25 x"},
	} {
		must.Equal(t, shownIn(t, row.text, zone(t, "Europe/Berlin")), row.want, row.why)
	}
}
