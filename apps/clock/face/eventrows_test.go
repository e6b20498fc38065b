// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
)

// TestEventRows: on a panel of 56 rows and more titles of as many lines stand in the same rows, and
// the minutes are in the owner's words.
func TestEventRows(t *testing.T) {
	titles := []string{"Yoga", "Dentist", "Verjaardag", "Zahnarzt Dr. Müller", "Cumpleaños de la abuela", "Übung Chor"}
	for _, row := range []struct {
		size  image.Point
		code  string
		hours int
		title int // rows of a capital
	}{
		{image.Pt(128, 64), "en", 24, 12}, {image.Pt(128, 64), "en", 12, 12}, {image.Pt(128, 64), "zh", 24, 12},
		{image.Pt(96, 56), "en", 24, 12}, {image.Pt(128, 56), "zh", 12, 12}, {image.Pt(128, 60), "en", 12, 12},
		{image.Pt(64, 56), "en", 24, 10}, {image.Pt(80, 72), "de", 24, 10}, {image.Pt(48, 64), "zh", 24, 10},
		{image.Pt(64, 64), "en", 24, 10}, {image.Pt(64, 64), "en", 12, 10}, {image.Pt(64, 64), "zh", 12, 10},
	} {
		f := newEventFace(apptest.SizedEnv(t, row.size), Options{})
		seen := map[int][3]int{} // rows of time, label and title by the lines of the title
		for _, title := range titles {
			m := readingAt(12 * time.Hour)
			m.Hours, m.Words, m.Event = row.hours, kit.LanguageOf(row.code), kit.Event{Title: title, Start: m.Local.Add(30 * time.Minute)}
			p, at := f.laid(m)
			when, what := p.Items[0], p.Items[len(p.Items)-1]
			if want := map[string]string{"en": "30 MIN", "de": "30 MIN", "zh": "30分钟"}[row.code]; when.Text != want {
				t.Errorf("%s begins in %q, want %q", title, when.Text, want)
			}
			rows := [3]int{at, when.Body.Min.Y, p.Items[1].Body.Min.Y}
			before, ok := seen[len(p.Items)]
			if near := before[2]-rows[2] >= -1 && before[2]-rows[2] <= 1; ok && (before[0] != rows[0] || before[1] != rows[1] || !near) || what.Rows != row.title {
				t.Errorf("%+v, %s: rows %v of %d, before %v", row, title, rows, what.Rows, before)
			}
			seen[len(p.Items)] = rows
			if when.Body.Min.Y <= at+f.clock(m).digits.Cap() || when.Ink.Max.Y >= p.Items[1].Ink.Min.Y || what.Ink.Max.Y > row.size.Y-1 {
				t.Errorf("%+v, %s: lines touch: %v, %v", row, title, when.Ink, what.Ink)
			}
		}
		if two := row.size == image.Pt(64, 64) && row.code == "en"; row.size.Y == 64 && (seen[3] != [3]int{}) != two {
			t.Errorf("%+v: titles of two lines: %v", row, seen[3])
		}
	}
}

// TestEventKeepsOffTheTime: on panels with one line of text no title, of letters, characters or both, lies over the time.
func TestEventKeepsOffTheTime(t *testing.T) {
	for _, size := range []image.Point{{64, 32}, {64, 48}, {96, 48}} {
		f := newEventFace(apptest.SizedEnv(t, size), Options{})
		for _, title := range []string{"Yoga", "Yoga 课", "会議"} {
			for _, hours := range []int{24, 12} {
				m := readingAt(10 * time.Hour)
				m.Hours, m.Event = hours, kit.Event{Title: title, Start: m.Local.Add(5*time.Hour + 34*time.Minute)}
				p, top := f.laid(m)
				if low := top + f.clock(m).digits.Cap(); p.Items[0].Ink.Min.Y < low {
					t.Errorf("%v, %d hours, %s: the event at %v, the time ends at %d", size, hours, title, p.Items[0].Ink, low)
				}
			}
		}
	}
}

// TestEventTellsTheHalf of the day where there is room for it.
func TestEventTellsTheHalf(t *testing.T) {
	for size, want := range map[image.Point]string{{128, 64}: "3:34 PM", {64, 64}: "3:34 PM", {64, 32}: "3:34 Standup"} {
		f := newEventFace(apptest.SizedEnv(t, size), Options{})
		m := readingAt(10 * time.Hour)
		m.Hours, m.Event = 12, kit.Event{Title: "Standup", Start: m.Local.Add(5*time.Hour + 34*time.Minute)}
		if p, _ := f.laid(m); p.Items[0].Text != want {
			t.Errorf("%v: %q, want %q", size, p.Items[0].Text, want)
		}
	}
}
