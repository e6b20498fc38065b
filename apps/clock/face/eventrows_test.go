// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
)

// TestEventRows: on a panel of 56 rows and more no title moves the lines, and the minutes are in the owner's words.
func TestEventRows(t *testing.T) {
	titles := []string{"Yoga", "Dentist", "Verjaardag", "Zahnarzt Dr. Müller", "Cumpleaños de la abuela"}
	for _, row := range []struct {
		size  image.Point
		code  string
		hours int
		title int // rows of a capital
	}{
		{image.Pt(128, 64), "en", 24, 12}, {image.Pt(128, 64), "en", 12, 12}, {image.Pt(128, 64), "zh", 24, 12},
		{image.Pt(64, 64), "en", 24, 10}, {image.Pt(64, 64), "en", 12, 10}, {image.Pt(64, 64), "zh", 12, 10},
	} {
		f := newEventFace(apptest.SizedEnv(t, row.size), Options{})
		var top, label, middle int
		for i, title := range titles {
			m := readingAt(12 * time.Hour)
			m.Hours, m.Words, m.Event = row.hours, kit.LanguageOf(row.code), kit.Event{Title: title, Start: m.Local.Add(30 * time.Minute)}
			p, at := f.laid(m)
			when, what := p.Items[0], p.Items[len(p.Items)-1]
			if want := map[string]string{"en": "30 MIN", "zh": "30分钟"}[row.code]; when.Text != want {
				t.Errorf("%s begins in %q, want %q", title, when.Text, want)
			}
			block := p.Items[1].Body.Union(what.Body)
			if mid := block.Min.Y + block.Max.Y; i == 0 {
				top, label, middle = at, when.Body.Min.Y, mid
			} else if at != top || when.Body.Min.Y != label || mid < middle-1 || mid > middle+1 || what.Rows != row.title {
				t.Errorf("%+v, %s: rows %d, %d, %d of %d", row, title, at, when.Body.Min.Y, mid/2, what.Rows)
			}
			if when.Body.Min.Y <= at+f.clock(m).digits.Cap() || when.Ink.Max.Y >= p.Items[1].Ink.Min.Y || what.Ink.Max.Y > 63 {
				t.Errorf("%+v, %s: lines touch: %v, %v", row, title, when.Ink, what.Ink)
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
