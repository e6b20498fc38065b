// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
)

// TestEventRows: on a panel of 64 rows and more titles of as many lines stand in the same rows, and
// the minutes are in the owner's words.
func TestEventRows(t *testing.T) {
	titles := []string{"Yoga", "Dentist", "Verjaardag", "Zahnarzt Dr. Müller", "Cumpleaños de la abuela", "Übung Chor",
		"École du soir", "家长会在三楼会议室"}
	for _, row := range []struct {
		size  image.Point
		code  string
		hours int
		title int // rows of a capital
	}{
		{image.Pt(128, 64), "en", 24, 12}, {image.Pt(128, 64), "en", 12, 12}, {image.Pt(128, 64), "zh", 24, 12},
		{image.Pt(96, 64), "en", 24, 12}, {image.Pt(128, 70), "zh", 12, 12}, {image.Pt(128, 76), "en", 12, 12},
		{image.Pt(64, 70), "en", 24, 10}, {image.Pt(80, 72), "de", 24, 10}, {image.Pt(48, 64), "zh", 24, 10},
		{image.Pt(64, 64), "en", 24, 10}, {image.Pt(64, 64), "en", 12, 10}, {image.Pt(64, 64), "zh", 12, 10},
	} {
		f := newEventFace(apptest.SizedEnv(t, row.size), Options{})
		seen := map[int][3]int{} // rows of time, label and title by the lines of the title
		for _, title := range titles {
			m := readingAt(12 * time.Hour)
			m.Hours, m.Words, m.Event = row.hours, kit.LanguageOf(row.code),
				kit.Event{Title: title, Start: m.Local.Add(30 * time.Minute)}
			p, at := f.laid(m)
			when, what := p.Items[0], p.Items[len(p.Items)-1]
			if want := map[string]string{"en": "30 MIN", "de": "30 MIN", "zh": "30分钟"}[row.code]; when.Text != want {
				t.Errorf("%s begins in %q, want %q", title, when.Text, want)
			}
			rows := [3]int{at, when.Body.Min.Y, p.Items[1].Body.Min.Y}
			before, ok := seen[len(p.Items)]
			if near := before[2]-rows[2] >= -2 && before[2]-rows[2] <= 2; ok &&
				(before[0] != rows[0] || before[1]-rows[1] > 1 || rows[1]-before[1] > 1 || !near) ||
				what.Rows != row.title && !what.Smaller {
				t.Errorf("%+v, %s: rows %v of %d, before %v", row, title, rows, what.Rows, before)
			}
			seen[len(p.Items)] = rows
			if when.Body.Min.Y <= at+f.clock(m).Digits.Cap() || when.Ink.Max.Y >= p.Items[1].Ink.Min.Y ||
				what.Ink.Max.Y > row.size.Y-1 {
				t.Errorf("%+v, %s: lines touch: %v, %v", row, title, when.Ink, what.Ink)
			}
		}
		if two := row.size.X <= 64; row.size.Y == 64 && (seen[3] != [3]int{}) != two {
			t.Errorf("%+v: titles of two lines: %v", row, seen[3])
		}
	}
}

// beforeEvent is what shows at ten with an event at 15:34.
func beforeEvent(title string, hours int) *Reading {
	m := readingAt(10 * time.Hour)
	m.Hours, m.Event = hours, kit.Event{Title: title, Start: m.Local.Add(5*time.Hour + 34*time.Minute)}
	return m
}

// TestEventKeepsOffTheTime: on panels with one line of text no title, of letters, characters or
// both, lies over the time.
func TestEventKeepsOffTheTime(t *testing.T) {
	for _, size := range []image.Point{{64, 32}, {64, 48}, {96, 48}} {
		f := newEventFace(apptest.SizedEnv(t, size), Options{})
		for _, title := range []string{"Yoga", "Yoga 课", "会議", "École"} {
			for _, hours := range []int{24, 12} {
				m := beforeEvent(title, hours)
				p, top := f.laid(m)
				if low := top + f.clock(m).Digits.Cap(); p.Items[0].Ink.Min.Y <= low || p.Items[0].Ink.Max.Y > size.Y {
					t.Errorf("%v, %d hours, %s: the event at %v, the time ends at %d", size, hours, title, p.Items[0].Ink, low)
				}
			}
		}
	}
}

// TestEventTitlesStand: on 64×64 a title of two words stands in two lines whatever mark it has, and on 128×64 a long
// one in letters of 10 rows; on 64×32 all have 7.
func TestEventTitlesStand(t *testing.T) {
	for _, row := range []struct {
		size        image.Point
		title       string
		lines, rows int
		scrolls     bool
	}{
		{image.Pt(64, 64), "Abend Chor", 2, 10, false}, {image.Pt(64, 64), "Übung Chor", 2, 10, false},
		{image.Pt(64, 64), "École du soir", 2, 10, false}, {image.Pt(64, 64), "家长会在三楼会议室", 2, 10, false},
		{image.Pt(128, 64), "Zahnarzt Dr. Müller", 1, 10, false}, {image.Pt(128, 64), "Zahnarzt", 1, 12, false},
		{image.Pt(64, 32), "Verjaardag", 1, 7, true}, {image.Pt(64, 32), "Yoga", 1, 7, false},
	} {
		for _, hours := range []int{24, 12} {
			p, _ := newEventFace(apptest.SizedEnv(t, row.size), Options{}).laid(beforeEvent(row.title, hours))
			title := p.Items
			if row.size.Y > 32 {
				title = p.Items[1:]
			}
			if len(title) != row.lines || title[0].Rows != row.rows || title[0].Scrolls != row.scrolls {
				t.Errorf("%+v, %d hours: %d lines, %+v", row, hours, len(title), title[0])
			}
		}
	}
}

// TestEventTellsTheHalf of the day where there is room for it.
func TestEventTellsTheHalf(t *testing.T) {
	for size, want := range map[image.Point]string{{128, 64}: "3:34 PM", {64, 64}: "3:34 PM", {64, 32}: "3:34 Standup"} {
		f := newEventFace(apptest.SizedEnv(t, size), Options{})
		if p, _ := f.laid(beforeEvent("Standup", 12)); p.Items[0].Text != want {
			t.Errorf("%v: %q, want %q", size, p.Items[0].Text, want)
		}
	}
}
