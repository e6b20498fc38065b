// SPDX-License-Identifier: Apache-2.0

package ics

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	return must.Get(time.LoadLocation(name))(t)
}

// TestOutlookAndGoogle: zones by their Windows names, rules over the end of summer time,
// exceptions, an occurrence that was moved, and a day.
func TestOutlookAndGoogle(t *testing.T) {
	raw := must.Get(os.ReadFile("testdata/outlook.ics"))(t)
	berlin := zone(t, "Europe/Berlin")
	found, err := Read(raw, berlin, time.Date(2026, 10, 12, 0, 0, 0, 0, berlin), time.Date(2026, 11, 10, 0, 0, 0, 0,
		berlin))
	must.Do(t, err)
	var got []string
	for _, e := range found {
		got = append(got, e.Start.In(time.UTC).Format("0102 15:04 ")+e.Title+fmt.Sprint(" ", e.End.Sub(e.Start), " ",
			e.AllDay))
	}
	want := []string{
		"1012 07:00 google weekly 1h0m0s false", "1012 07:00 outlook weekly 1h0m0s false",
		"1019 07:00 outlook weekly 1h0m0s false", // the other is excepted
		"1026 08:00 google weekly 1h0m0s false", "1026 08:00 outlook weekly 1h0m0s false",
		"1031 23:00 holiday 24h0m0s true",
		"1102 08:00 outlook weekly 1h0m0s false", "1102 14:00 google moved 1h0m0s false",
		"1109 08:00 google weekly 1h0m0s false", "1109 08:00 outlook weekly 1h0m0s false",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// calendar is one event with these lines.
func calendar(lines ...string) []byte {
	return []byte("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\n" + strings.Join(lines, "\r\n") +
		"\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")
}

// TestRules are the examples of RFC 5545, 3.8.5.3, and what else calendars make.
func TestRules(t *testing.T) {
	for _, row := range []struct {
		why, start, rule, from, to string
		want                       string // days of the stretch
	}{
		{"daily", "19970902T090000", "FREQ=DAILY;COUNT=10", "19970901", "19970930", "2 3 4 5 6 7 8 9 10 11"},
		{"daily until", "19970902T090000", "FREQ=DAILY;UNTIL=19970905T090000Z", "19970901", "19970930", "2 3 4 5"},
		{"until a day", "19970902T090000", "FREQ=DAILY;UNTIL=19970904", "19970901", "19970930", "2 3 4"},
		{"every other day", "19970902T090000", "FREQ=DAILY;INTERVAL=2", "19970910", "19970918", "10 12 14 16"},
		{"every 10 days, 5 times", "19970902T090000", "FREQ=DAILY;INTERVAL=10;COUNT=5", "19971001", "19971031", "2 12"},
		{"weekly", "19970902T090000", "FREQ=WEEKLY;COUNT=10", "19970901", "19971001", "2 9 16 23 30"},
		{"two days a week, every other week from Sunday", "19970902T090000",
			"FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "19970901", "19971001", "2 4 16 18 30"},
		{"the week begins on Monday", "19970805T090000", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "19970801",
			"19970901", "5 10 19 24"},
		{"the week begins on Sunday", "19970805T090000", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "19970801",
			"19970901", "5 17 19 31"},
		{"the first Friday", "19970905T090000", "FREQ=MONTHLY;COUNT=10;BYDAY=1FR", "19971001", "19971101", "3"},
		{"the second Tuesday, years later", "20200114T090000", "FREQ=MONTHLY;BYDAY=2TU", "20261101", "20261201", "10"},
		{"the last Monday but one", "19970922T090000", "FREQ=MONTHLY;BYDAY=-2MO", "19971001", "19971101", "20"},
		{"the third day from the end", "19970928T090000", "FREQ=MONTHLY;BYMONTHDAY=-3", "19971001", "19971101", "29"},
		{"a month without a 31st", "20260131T090000", "FREQ=MONTHLY", "20260201", "20260401", "31"},
		{"Friday the 13th", "19970902T090000", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "19980201", "19980301", "13"},
		{"the last weekday", "19970930T090000", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "19971101", "19971201",
			"28"},
		{"yearly", "19970610T090000", "FREQ=YEARLY", "20260601", "20260701", "10"},
		{"yearly in two months", "19970610T090000", "FREQ=YEARLY;COUNT=4;BYMONTH=6,7", "19980601", "19980801", "10 10"},
		{"the twentieth Monday of the year", "19970519T090000", "FREQ=YEARLY;BYDAY=20MO", "19980501", "19980601", "18"},
		{"the last Sunday of March", "20200329T020000", "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", "20260301", "20260401", "29"},
		{"a leap day", "20240229T090000", "FREQ=YEARLY", "20280201", "20280401", "29"},
		{"an interval of nothing is no rule", "19970902T090000", "FREQ=DAILY;INTERVAL=0", "19970901", "19970930", "2"},
		{"unknown rule: once", "19970902T090000", "FREQ=OFTEN", "19970901", "19970930", "2"},
		{"every three hours", "19970902T090000", "FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z", "19970901", "19970930",
			"2 2 2"},
	} {
		from, _ := time.Parse("20060102", row.from)
		to, _ := time.Parse("20060102", row.to)
		found, err := Read(calendar("DTSTART:"+row.start, "SUMMARY:x", "RRULE:"+row.rule), time.UTC, from, to)
		var got []string
		for _, e := range found {
			got = append(got, fmt.Sprint(e.Start.Day()))
		}
		if err != nil || strings.Join(got, " ") != row.want {
			t.Errorf("%s: %v, %v, want %s", row.why, got, err, row.want)
		}
	}
}

func TestEvents(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	from := time.Date(2026, 11, 22, 0, 0, 0, 0, berlin)
	for _, row := range []struct {
		why   string
		lines []string
		want  string // begin, length and title
	}{
		{"a line that goes on, escapes", []string{"DTSTART:20261122T090000Z", "SUMMARY:a\\, b\\; c\\nd", " e"},
			"10:00 0s a, b; c de"},
		{"a length", []string{"DTSTART:20261122T090000", "DURATION:PT1H30M"}, "09:00 1h30m0s "},
		{"a day", []string{"DTSTART;VALUE=DATE:20261122"}, "00:00 24h0m0s "},
		{"a quoted zone of Windows", []string{`DTSTART;TZID="Eastern Standard Time":20261122T040000`}, "10:00 0s "},
		{"a zone below a prefix", []string{"DTSTART;TZID=/citadel.org/20210210_1/America/New_York:20261122T040000"},
			"10:00 0s "},
		{"a zone that nobody knows", []string{"DTSTART;TZID=My zone:20261122T040000"}, "04:00 0s "},
		{"it began yesterday", []string{"DTSTART:20261121T200000", "DTEND:20261122T010000"}, "20:00 5h0m0s "},
		{"an alarm within has a text of its own", []string{"DTSTART:20261122T090000", "SUMMARY:x", "BEGIN:VALARM",
			"SUMMARY:y", "END:VALARM"}, "09:00 0s x"},
		{"over", []string{"DTSTART:20261121T090000", "DTEND:20261121T100000"}, ""},
		{"cancelled", []string{"DTSTART:20261122T090000", "STATUS:CANCELLED"}, ""},
		{"no begin", []string{"SUMMARY:x"}, ""},
		{"malformed begin", []string{"DTSTART:soon"}, ""},
		{"it ends before it begins", []string{"DTSTART:20261122T090000", "DTEND:20261122T080000"}, "09:00 0s "},
	} {
		found, err := Read(calendar(row.lines...), berlin, from, from.AddDate(0, 0, 7))
		got := ""
		for _, e := range found {
			got += e.Start.In(berlin).Format("15:04 ") + e.End.Sub(e.Start).String() + " " + e.Title
		}
		if err != nil || got != row.want {
			t.Errorf("%s: %q, %v, want %q", row.why, got, err, row.want)
		}
	}
}

func TestLimits(t *testing.T) {
	from := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	many := func(n int, lines string) string {
		var all strings.Builder
		for i := range n {
			fmt.Fprintf(&all, "BEGIN:VEVENT\nUID:%d\n%s\nEND:VEVENT\n", i, lines)
		}
		return "BEGIN:VCALENDAR\n" + all.String()
	}
	exceptions := func(n int) string {
		var all strings.Builder
		for i := range n {
			all.WriteString("," + from.Add(time.Duration(i)*time.Hour).Format("20060102T150405Z"))
		}
		return "\nEXDATE:" + all.String()[1:]
	}
	series := func(n int, lines string) string { // n entries of one UID, ten seconds apart
		var all strings.Builder
		for i := range n {
			at := from.Add(time.Duration(1+10*i) * time.Second).Format("20060102T150405Z")
			fmt.Fprintf(&all, "BEGIN:VEVENT\nUID:x\n%s\nEND:VEVENT\n", strings.ReplaceAll(lines, "AT", at))
		}
		return all.String()
	}
	everySecond := "DTSTART:20201122T000000Z\nRRULE:FREQ=DAILY;BYHOUR=" + upTo(24) + ";BYMINUTE=" + upTo(60) +
		";BYSECOND=" + upTo(60)
	for _, row := range []struct {
		why, text string
		events    int
		want      error
	}{
		{"a page", "<html>", 0, ErrNotCalendar},
		{"nothing", "", 0, ErrNotCalendar},
		{"too large", "BEGIN:VCALENDAR\n" + strings.Repeat("x", MaxBytes), 0, ErrTooMuch},
		{"too many that repeat", many(maxEvents+1, "DTSTART:20261122T000000Z\nRRULE:FREQ=DAILY"), 0, ErrTooMuch},
		{"as large as may be", many(1, "DTSTART:20261122T000000Z\nDESCRIPTION:"+strings.Repeat("x", MaxBytes-100)), 1, nil},
		{"ages of the past", many(60000, "DTSTART:19970902T090000\nDTEND:19970902T100000\nSUMMARY:of the past, with a title"),
			0, nil},
		{"rules that have to be counted for ages", many(8000, "DTSTART:00010102T000000Z\nRRULE:FREQ=YEARLY;COUNT=900000"), 0,
			ErrTooMuch},
		{"many that end at once", many(8000, "DTSTART:20261122T000000Z\nRRULE:FREQ=DAILY"), maxFound, nil},
		{"a rule of nothing", many(1, "DTSTART:19760101T000000Z\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=5"), 0, nil},
		{"a rule of nothing, by seconds", many(1, "DTSTART:19760101T000000Z\nRRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30"), 0,
			nil},
		{"each second for fifty years", many(1, "DTSTART:19761122T000000Z\nRRULE:FREQ=SECONDLY"), maxFound, nil},
		{"each second, counted, and another event", many(1, "DTSTART:19761122T000000Z\nRRULE:FREQ=SECONDLY;COUNT=999999999") +
			strings.TrimPrefix(many(1, "DTSTART:20261122T000000Z\nX:"), "BEGIN:VCALENDAR\n"), 1, nil},
		{"every time of each day", many(1, everySecond), maxFound, nil},
		{"every time of each day, often", many(200, everySecond), 0, ErrTooMuch},
		{"a hundred thousand exceptions", many(1, "DTSTART:20261122T000000Z\nRRULE:FREQ=HOURLY"+exceptions(100000)), 0, nil},
		{"a hundred thousand exceptions but one", many(1,
			"DTSTART:20261121T230000Z\nDURATION:PT2H\nRRULE:FREQ=HOURLY"+exceptions(100000)), 1, nil},
		{"as many changes as exceptions, all of an older revision", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:x\nSEQUENCE:9\n" +
			"DTSTART:20261122T000000Z\nRRULE:FREQ=HOURLY" + exceptions(50000) + "\nEND:VEVENT\n" +
			series(15000, "DTSTART:19990101T000000Z\nRECURRENCE-ID:AT"), 0, nil},
		{"many events of one name by mistake, and changes of each", "BEGIN:VCALENDAR\n" +
			series(5000, "DTSTART:AT\nRRULE:FREQ=DAILY") + series(10000, "DTSTART:AT\nRECURRENCE-ID:AT"), 0, ErrTooMuch},
		{"an event of a million days, again and again", many(50,
			"DTSTART:19761122T000000Z\nDURATION:P1000000D\nRRULE:FREQ=MINUTELY"), maxFound, nil},
		{"zones of the calendar again and again, none of which there is", "BEGIN:VCALENDAR\n" +
			strings.Repeat("X-WR-TIMEZONE:a/b/c/d\n", 300000), 0, nil},
		{"a Macintosh's of as many lines as may be", "BEGIN:VCALENDAR\r" + strings.Repeat("\r", MaxBytes-20), 0, nil},
		{"a year that nobody lives to see", many(1, "DTSTART:99991231T000000Z\nRRULE:FREQ=YEARLY;INTERVAL=999999"), 0, nil},
	} {
		start := time.Now()
		var found []Event
		var err error
		memtest.AtMost(t, 4<<20+64*len(row.text), func() {
			found, err = Read([]byte(row.text), time.UTC, from, from.AddDate(0, 0, 7))
		})
		if !errors.Is(err, row.want) || len(found) != row.events {
			t.Errorf("%s: %d events, %v, want %d, %v", row.why, len(found), err, row.events, row.want)
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s took %v", row.why, took)
		} else if testing.Verbose() {
			t.Log(row.why, took)
		}
	}
}

// upTo lists the numbers below n.
func upTo(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprint(i))
	}
	return strings.Join(all, ",")
}

// FuzzRead: whatever a server sends costs little memory, and what is found lies in the
// stretch, in its order.
func FuzzRead(f *testing.F) {
	raw := must.Get(os.ReadFile("testdata/outlook.ics"))(f)
	f.Add(raw)
	f.Add(calendar("DTSTART:20200101T000000", "RRULE:FREQ=MONTHLY;BYDAY=MO,-1FR;BYSETPOS=-1;COUNT=9",
		"EXDATE:20261122T000000,20261123T000000", "DURATION:P1W"))
	f.Add(calendar("DTSTART;TZID=Z:19760101T000000", "RRULE:FREQ=SECONDLY;BYSECOND=60,1;BYSETPOS=-1,2",
		"RDATE;VALUE=PERIOD:20261122T000000/P1D",
		"END:VEVENT", "BEGIN:VEVENT", "UID:1", "RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20261121",
		"DTSTART;VALUE=DATE:20261120", "SEQUENCE:2", "END:VEVENT",
		"BEGIN:VTIMEZONE", "TZID:Z", "BEGIN:STANDARD", "DTSTART:16010101T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:-0130",
		"RRULE:FREQ=YEARLY;BYWEEKNO=1,-1;BYYEARDAY=-366", "END:STANDARD", "END:VTIMEZONE"))
	f.Add(calendar("DTSTART;TZID=\"a:b\":20200101T000000", "RECURRENCE-ID:20261122", "SUMMARY:\xff\\n"))
	from := time.Date(2026, 10, 20, 0, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, raw []byte) {
		memtest.AtMost(t, 4<<20+64*len(raw), func() {
			found, err := Read(raw, time.UTC, from, from.AddDate(0, 0, 14))
			if err != nil {
				return
			}
			for i, e := range found {
				if e.End.Before(e.Start) || !e.Start.Before(from.AddDate(0, 0,
					14)) || e.End.Before(from) || i > 0 && e.Start.Before(found[i-1].Start) {
					t.Fatalf("%+v", e)
				}
			}
			if len(found) > maxFound {
				t.Fatalf("%d events", len(found))
			}
		})
	})
}
