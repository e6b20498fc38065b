// SPDX-License-Identifier: Apache-2.0

package board

import (
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
)

// TestWhenAnEventIs: the minutes of the last hour, the time of today, else the day too; and from when to when.
func TestWhenAnEventIs(t *testing.T) {
	c := &content{now: now, local: kit.Env{}.Local(device.Region{}, ""), known: true} // Monday, 10:08:20
	day := now.Truncate(24 * time.Hour)
	for _, row := range []struct {
		why        string
		event      kit.Event
		when, span string
	}{
		{"a day", kit.Event{Start: day, End: day.AddDate(0, 0, 1), AllDay: true}, "Today", ""},
		{"a day that began before", kit.Event{Start: day.AddDate(0, 0, -1), End: day.AddDate(0, 0, 1), AllDay: true},
			"Today", ""},
		{"tomorrow", kit.Event{Start: day.AddDate(0, 0, 1), End: day.AddDate(0, 0, 2), AllDay: true}, "Tue", ""},
		{"it goes on", kit.Event{Start: now.Add(-time.Hour), End: now.Add(time.Hour)}, "Now", "09:08–11:08"},
		{"it begins", kit.Event{Start: now, End: now.Add(time.Hour)}, "Now", "10:08–11:08"},
		{"in a second", kit.Event{Start: now.Add(time.Second)}, "in 1 min", ""},
		{"in a minute and a second", kit.Event{Start: now.Add(61 * time.Second)}, "in 2 min", ""},
		{"in an hour, without an end", kit.Event{Start: now.Add(time.Hour), End: now.Add(time.Hour)}, "in 60 min", ""},
		{"in more than an hour", kit.Event{Start: now.Add(time.Hour + 1)}, "11:08", ""},
		{"at this time tomorrow", kit.Event{Start: now.AddDate(0, 0, 1)}, "Tue 10:08", ""},
	} {
		when, _ := c.when(row.event)
		if span, _ := c.span(row.event); when != row.when || span != row.span {
			t.Errorf("%s: %q and %q, want %q and %q", row.why, when, span, row.when, row.span)
		}
	}
}

// TestHalvesOfTheDay: with 12 hours a board tells them apart, once where both ends of an event have the same.
func TestHalvesOfTheDay(t *testing.T) {
	c := &content{now: now, local: kit.Env{}.Local(device.Region{Hours: 12}, ""), known: true}
	morning := kit.Event{Start: now.AddDate(0, 0, 1), End: now.AddDate(0, 0, 1).Add(time.Hour)}
	noon := kit.Event{Start: now, End: now.Add(3 * time.Hour)}
	when, less := c.when(morning)
	span, brief := c.span(morning)
	over, _ := c.span(noon)
	for _, row := range [][2]string{{when, "Tue 10:08 AM"}, {less, "Tue 10:08"}, {span, "10:08–11:08 AM"},
		{brief, "10:08–11:08"}, {over, "10:08 AM–1:08 PM"}} {
		if row[0] != row[1] {
			t.Errorf("%q, want %q", row[0], row[1])
		}
	}
}

// TestUnknownTimeHasNoEvents: while the time is unknown, an event is no entry and the day is not below.
func TestUnknownTimeHasNoEvents(t *testing.T) {
	shared := &kit.Shared{}
	shared.Tell("test", map[string]kit.Brief{"e": event("Standup", 10*time.Minute)})
	for known, want := range map[bool]string{true: "Standup", false: "…"} {
		c := &content{now: now, local: kit.Env{}.Local(device.Region{}, ""), known: known}
		if all := (&widget{}).lines(c, shared, now); len(all) != 1 || all[0].text != want {
			t.Errorf("known %v: %+v, want %q", known, all, want)
		}
	}
}

// TestLinesAreBounded: not more than six entries take turns, so that none is hidden for long.
func TestLinesAreBounded(t *testing.T) {
	shared, all := &kit.Shared{}, map[string]kit.Brief{}
	for _, id := range "abcdefgh" {
		all[string(id)] = kit.Brief{Kind: kit.Figure, Text: string(id)}
	}
	shared.Tell("test", all)
	c := &content{now: now, local: kit.Env{}.Local(device.Region{}, ""), known: true}
	if lines := (&widget{}).lines(c, shared, now); len(lines) != most || lines[most-1].text != "f" {
		t.Errorf("%d lines: %+v", len(lines), lines)
	}
}

// TestOnlyItsLongPressSkips: a long press of the action button on this board, where it has room to say so.
func TestOnlyItsLongPressSkips(t *testing.T) {
	for _, row := range []struct {
		why    string
		size   image.Point
		widget string
		button device.Button
		near   string // the alarm that can be skipped; "" = none
		says   bool
	}{
		{"this board", sizes[0], "a", device.ButtonAction, "07:00", true},
		{"another board", sizes[0], "c", device.ButtonAction, "07:00", false},
		{"another button", sizes[0], "a", device.ButtonLeft, "07:00", false},
		{"a small panel", image.Pt(37, 8), "a", device.ButtonAction, "07:00", false},
		{"no alarm is near", sizes[0], "a", device.ButtonAction, "", false},
	} {
		app, at := boardOf(t, row.size, 2)
		b, skips := app.(*Board), 0
		b.Env.Shared.Skip = func(time.Time) (string, string) { skips++; return row.near, "skipped" }
		before := b.Step(at).Views["a"].Root
		b.Hold(row.widget, row.button, at)
		out := b.Step(at)
		after := out.Views["a"].Root
		if says := after != before; says != row.says || skips > 0 != (row.says || row.near == "") && row.widget == "a" {
			t.Errorf("%s: it says so %v, and skips %d", row.why, says, skips)
		}
		if want := at.Add(saidFor); row.says && (!out.Again.Equal(want) || b.Step(want).Views["a"].Root == after) {
			t.Errorf("%s: stepped again at %v, want %v and another picture", row.why, out.Again, want)
		}
	}
}
