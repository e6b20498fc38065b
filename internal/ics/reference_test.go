// SPDX-License-Identifier: Apache-2.0

package ics

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// reasons say where the reference is wrong, and which differences that explains; the first
// one that applies holds.
var reasons = []struct {
	why     string
	applies func(sample) bool
	alike   func(s sample, ours, theirs []string) bool
}{
	{"a DURATION of days is so many times 24 hours, whatever the clocks do (RFC 5545, 3.8.2.5: days of the calendar)",
		func(s sample) bool { return s.ofDays() }, same},
	{"icalendar 4.0.3 reads one digit before the day in BYDAY",
		func(s sample) bool { return strings.Contains(s.rule, "20MO") }, fewer},
	{"an RDATE or EXDATE in UTC or in a zone gives that zone to an event that has none",
		func(s sample) bool {
			return s.zone == "" && !s.days() && (strings.HasSuffix(s.change, "UTC") || s.change == "EXDATE other zone")
		}, zoned},
	{"UNTIL is reckoned with the offset of DTSTART, in winter and in summer",
		func(s sample) bool { return strings.HasPrefix(s.change, "UNTIL") }, lastLess},
	{"a changed occurrence is found by its day in the zone that RECURRENCE-ID has, not by its time",
		func(s sample) bool { return !s.changed.IsZero() }, otherOfTheDay},
	{"beside a changed occurrence one is told that begins where the stretch ends",
		func(s sample) bool { return !s.changed.IsZero() }, beyond},
	{"an RDATE that the rule has, too, is told twice where the offset is not that of DTSTART",
		func(s sample) bool { return s.change == "RDATE" }, twice},
}

func (s sample) ofDays() bool { return strings.HasPrefix(s.length, "DURATION:P1") }

func same(_ sample, ours, theirs []string) bool  { return slices.Equal(ours, theirs) }
func twice(_ sample, ours, theirs []string) bool { return slices.Equal(ours, slices.Compact(theirs)) }

// fewer reports whether all that is told is right.
func fewer(_ sample, ours, theirs []string) bool { return len(without(theirs, ours)) == 0 }

// zoned reports whether the same is told as if the event had that zone.
func zoned(s sample, _, theirs []string) bool {
	before, after := "(DTSTART|DTEND|EXDATE):([0-9T]+)\r", "$1:${2}Z\r"
	if s.change == "EXDATE other zone" {
		after = "$1;TZID=Asia/Tokyo:$2\r"
	}
	s.text = regexp.MustCompile(before).ReplaceAllString(s.text, after)
	as := told(s)
	if s.ofDays() {
		as = begins(as)
	}
	return slices.Equal(as, theirs)
}

// lastLess reports whether the last occurrence alone is missing.
func lastLess(_ sample, ours, theirs []string) bool {
	return len(ours) > 0 && slices.Equal(ours[:len(ours)-1], theirs)
}

// otherOfTheDay reports whether the changed occurrence is told as it was, and in place of it one is
// missing that begins on its day, if there is one.
func otherOfTheDay(s sample, ours, theirs []string) bool {
	left, kept := without(ours, theirs), without(theirs, ours)
	if len(kept) != 1 || s.begin(kept[0]) != s.changed.Unix() {
		return false
	}
	zone := s.changed.Location()
	if s.change == "moved UTC" && !s.days() {
		zone = time.UTC
	}
	day := s.changed.In(zone).Format("20060102")
	onDay := slices.DeleteFunc(slices.Clone(ours), func(o string) bool {
		begin := time.Unix(s.begin(o), 0).In(s.changed.Location())
		return !strings.HasSuffix(o, " x") || begin.Format("20060102") != day
	})
	return len(left) == min(len(onDay), 1) && len(without(left, onDay)) == 0
}

// beyond reports whether one occurrence is told in addition, which begins at the end of the stretch.
func beyond(s sample, ours, theirs []string) bool {
	more := without(theirs, ours)
	return len(without(ours, theirs)) == 0 && len(more) == 1 && s.begin(more[0]) == s.to.Unix()
}

// begin returns when a told occurrence begins, in seconds since 1970.
func (s sample) begin(told string) int64 {
	first, _, _ := strings.Cut(told, " ")
	if s.days() {
		day, _ := time.ParseInLocation("20060102", first, s.to.Location())
		return day.Unix()
	}
	seconds, _ := strconv.ParseInt(first, 10, 64)
	return seconds
}

// without returns all of these that are not in those, each as often as there are more of it.
func without(these, those []string) (left []string) {
	those = slices.Clone(those)
	for _, one := range these {
		if i := slices.Index(those, one); i >= 0 {
			those = slices.Delete(those, i, i+1)
		} else {
			left = append(left, one)
		}
	}
	return left
}

// TestReference compares every occurrence of the corpus with those that
// python3-recurring-ical-events finds.
func TestReference(t *testing.T) {
	python := testtool.Find(t, "/usr/bin/python3")
	if exec.Command(python, "-c", "import recurring_ical_events").Run() != nil {
		testtool.Missing(t, "Debian's package python3-recurring-ical-events")
	}
	all := corpus(t)
	answers := reference(t, python, all)
	equal, occurrences, explained := 0, 0, map[string]int{}
	for i, s := range all {
		ours := told(s)
		if slices.Equal(ours, answers[i]) {
			equal++
			occurrences += len(ours)
			continue
		}
		if why := explain(s, ours, answers[i]); why != "" {
			explained[why]++
			continue
		}
		t.Errorf("%s\n%s\n%s", s.name(), difference(ours, answers[i]), s.text)
	}
	if equal < 500 {
		t.Errorf("%d calendars are equal, want 500 at least", equal)
	}
	for _, r := range reasons {
		if t.Logf("%3d %s", explained[r.why], r.why); explained[r.why] == 0 {
			t.Errorf("nothing differs because %s", r.why)
		}
	}
	t.Logf("%d calendars, %d equal with %d occurrences", len(all), equal, occurrences)
}

// explain returns the reason for a difference, "" if there is none.
func explain(s sample, ours, theirs []string) string {
	if s.ofDays() {
		ours, theirs = begins(ours), begins(theirs)
	}
	for _, r := range reasons {
		if r.applies(s) && r.alike(s, ours, theirs) {
			return r.why
		}
	}
	return ""
}

// begins returns occurrences without their ends.
func begins(all []string) (cut []string) {
	for _, one := range all {
		fields := strings.Fields(one)
		cut = append(cut, fields[0]+" "+fields[2])
	}
	slices.Sort(cut)
	return cut
}

// told writes the occurrences as the reference does.
func told(s sample) (all []string) {
	found, err := Read([]byte(s.text), s.from.Location(), s.from, s.to)
	if err != nil {
		return []string{err.Error()}
	}
	for _, e := range found {
		if e.AllDay {
			all = append(all, fmt.Sprint(e.Start.Format("20060102 "), e.End.Format("20060102 "), e.Title))
			continue
		}
		all = append(all, fmt.Sprint(e.Start.Unix(), " ", e.End.Unix(), " ", e.Title))
	}
	slices.Sort(all)
	return all
}

// reference returns the occurrences of each calendar, sorted.
func reference(t *testing.T, python string, all []sample) (answers [][]string) {
	var in, complaints bytes.Buffer
	for _, s := range all {
		line := must.Get(json.Marshal(map[string]string{"text": s.text, "zone": s.at(t).String(),
			"from": s.from.Format("20060102"), "to": s.to.Format("20060102")}))(t)
		in.Write(append(line, '\n'))
	}
	cmd := exec.Command(python, "testdata/occurrences.py")
	cmd.Stdin, cmd.Stderr = &in, &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &complaints)
	}
	for line := range strings.Lines(string(out)) {
		var found [][3]any
		var told []string
		decoder := json.NewDecoder(strings.NewReader(line))
		decoder.UseNumber()
		if decoder.Decode(&found) != nil {
			told = []string{"error: " + line}
		}
		for _, f := range found {
			if end, ok := f[1].(string); ok && f[0] == f[1] { // RFC 5545, 3.6.1: one day
				f[1] = nextDay(t, end)
			}
			told = append(told, fmt.Sprint(f[0], " ", f[1], " ", f[2]))
		}
		slices.Sort(told)
		answers = append(answers, told)
	}
	if len(answers) != len(all) {
		t.Fatalf("%d answers to %d calendars", len(answers), len(all))
	}
	return answers
}

func nextDay(t *testing.T, text string) string {
	at := (&zones{}).moment(line{}, text)
	if !at.ok {
		t.Fatalf("%q is no day", text)
	}
	y, m, d := civil(at.wall.date() + 1)
	return fmt.Sprintf("%04d%02d%02d", y, m, d)
}

// difference tells up to four occurrences that only one has.
func difference(ours, theirs []string) string {
	var all []string
	for _, o := range ours {
		if !slices.Contains(theirs, o) {
			all = append(all, "only ours   "+o)
		}
	}
	ours0 := min(len(all), 3)
	all = all[:ours0]
	for _, o := range theirs {
		if !slices.Contains(ours, o) && len(all) < ours0+3 {
			all = append(all, "only theirs "+o)
		}
	}
	return fmt.Sprintf("%d and %d\n%s", len(ours), len(theirs), strings.Join(all, "\n"))
}
