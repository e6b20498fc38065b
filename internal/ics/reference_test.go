// SPDX-License-Identifier: Apache-2.0

package ics

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// reasons say where the reference is wrong, and which differences that explains; the first
// one that applies holds.
var reasons = []struct {
	why     string
	applies func(sample) bool
	alike   func(ours, theirs []string) bool
}{
	{"icalendar 4.0.3 reads one digit before the day in BYDAY",
		func(s sample) bool { return strings.Contains(s.rule, "20MO") }, anything},
	{"an RDATE or EXDATE in UTC or in a zone gives that zone to an event that has none",
		func(s sample) bool {
			return s.zone == "" && !s.days() && (strings.HasSuffix(s.change, "UTC") || s.change == "EXDATE other zone")
		}, anything},
	{"UNTIL is reckoned with the offset of DTSTART, in winter and in summer",
		func(s sample) bool { return strings.HasPrefix(s.change, "UNTIL") }, lastLess},
	{"a changed occurrence is found by its day in the zone that RECURRENCE-ID has, not by its time",
		func(s sample) bool {
			return slices.Contains([]string{"cancelled", "renamed twice"}, s.change) || moved(s)
		}, oneOther},
	{"an RDATE that the rule has, too, is told twice where the offset is not that of DTSTART",
		func(s sample) bool { return s.change == "RDATE" }, twice},
	{"a DURATION of days is so many times 24 hours, whatever the clocks do (RFC 5545, 3.8.2.5: days of the calendar)",
		func(s sample) bool { return s.ofDays() }, same},
}

func moved(s sample) bool { return strings.HasPrefix(s.change, "moved") }

func (s sample) ofDays() bool { return strings.HasPrefix(s.length, "DURATION:P1") }

func anything(_, _ []string) bool      { return true }
func same(ours, theirs []string) bool  { return slices.Equal(ours, theirs) }
func twice(ours, theirs []string) bool { return slices.Equal(ours, slices.Compact(theirs)) }

// lastLess reports whether the last occurrence alone is missing.
func lastLess(ours, theirs []string) bool {
	return len(ours) > 0 && slices.Equal(ours[:len(ours)-1], theirs)
}

// oneOther reports whether one occurrence is another one, or is told that is beyond.
func oneOther(ours, theirs []string) bool {
	return missing(ours, theirs) <= 1 && missing(theirs, ours) <= 1
}

func missing(these, those []string) (n int) {
	for _, one := range these {
		if !slices.Contains(those, one) {
			n++
		}
	}
	return n
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
		ours := told(t, s)
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
		if r.applies(s) && r.alike(ours, theirs) {
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
func told(t *testing.T, s sample) (all []string) {
	for _, e := range must.Get(Read([]byte(s.text), s.at(t), s.from, s.to))(t) {
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
