// SPDX-License-Identifier: Apache-2.0

package calendar

import (
	"image"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/internal/ics"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// wordsOf returns the words of lines, one after the other.
func wordsOf(lines []typeset.Line) string {
	var all []string
	for _, l := range lines {
		for _, s := range l.Spans {
			all = append(all, s.Text)
		}
	}
	return strings.Join(all, " | ")
}

// TestCountsDown: a panel counts the minutes of the last hour before an event, minute by minute, a small one in fewer
// words; an event of a whole day has no minutes. Until is the moment from which the page would be wrong.
func TestCountsDown(t *testing.T) {
	day := apptest.Midday.Truncate(24 * time.Hour)
	at := func(clock string) time.Time {
		c := must.Get(time.Parse("15:04:05", clock))(t)
		return day.Add(c.Sub(time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)))
	}
	dentist := ics.Event{UID: "1", Title: "Dentist", Start: at("14:00:00"), End: at("14:30:00")}
	fair := ics.Event{UID: "2", Title: "Fair", Start: day.AddDate(0, 0, 1), End: day.AddDate(0, 0, 2), AllDay: true}
	midnight := day.AddDate(0, 0, 1)
	for _, row := range []struct {
		size  image.Point
		event ics.Event
		now   string
		says  string
		until time.Time
	}{
		{image.Pt(64, 32), dentist, "12:30:00", "14:00 | Dentist | 14:00–14:30", at("13:00:00")},
		{image.Pt(64, 32), dentist, "12:59:59", "14:00 | Dentist | 14:00–14:30", at("13:00:00")},
		{image.Pt(64, 32), dentist, "13:00:00", "in 60 min | Dentist | 14:00–14:30", at("13:01:00")},
		{image.Pt(64, 32), dentist, "13:10:30", "in 50 min | Dentist | 14:00–14:30", at("13:11:00")},
		{image.Pt(64, 32), dentist, "13:59:30", "in 1 min | Dentist | 14:00–14:30", at("14:00:00")},
		{image.Pt(64, 32), dentist, "14:00:00", "Now | Dentist | 14:00–14:30", at("14:30:00")},
		{image.Pt(64, 32), dentist, "14:10:00", "Now | Dentist | 14:00–14:30", at("14:30:00")},
		{image.Pt(64, 32), fair, "22:30:00", "Mon | Fair | all day", midnight},
		{image.Pt(64, 32), fair, "23:30:00", "Mon | Fair | all day", midnight},
		{image.Pt(37, 8), dentist, "12:59:59", "14:00 | Dentist", at("13:00:00")},
		{image.Pt(37, 8), dentist, "13:10:30", "50 min | Dentist", at("13:11:00")},
		{image.Pt(16, 16), dentist, "13:10:30", "50 min | Dentist", at("13:11:00")},
	} {
		env := apptest.SizedEnv(t, row.size)
		c := calendarOf(t, env, oneCalendar, []ics.Event{row.event})
		now := at(row.now)
		sheet := kit.NewSheet(c.Env, c.Look)
		if got := wordsOf(
			lines(sheet, env.Local(device.Region{}, ""), row.event, now, kit.InkOf(c.Look, ""))); got != row.says {
			t.Errorf("%v at %s: %q, want %q", row.size, row.now, got, row.says)
		}
		if got := c.Step(now).Again; c.widgets[0].until != row.until || got.After(row.until) {
			t.Errorf("%v at %s: drawn again at %v and stepped at %v, want %v", row.size, row.now, c.widgets[0].until,
				got, row.until)
		}
	}
}

// TestWaitsForTheTime: while the time is not known, the calendar is drawn again each minute.
func TestWaitsForTheTime(t *testing.T) {
	now, env := time.Unix(60, 0), apptest.SizedEnv(t, image.Pt(37, 8))
	env.Clock = walltime.NewClock(apptest.Midday, time.Time{})
	c := calendarOf(t, env, oneCalendar, eventsOf(t))
	if again := c.Step(now).Again; !again.Equal(now.Add(time.Minute)) {
		t.Errorf("stepped again at %v, want a minute after %v", again, now)
	}
}

// TestSaysNothing of an event while no calendar is set, while none has come, and before the
// clock is right: whoever asks for the next event gets no wrong one.
func TestSaysNothing(t *testing.T) {
	env := apptest.SizedEnv(t, apptest.AppSizes[0])
	early := env
	early.Clock = device.NewWallClock(time.Time{}, apptest.Midday.Add(48*time.Hour))
	for _, row := range []struct {
		why, settings string
		env           kit.Env
		events        []ics.Event
		want          string
	}{
		{"no calendar is set", `{}`, env, nil, ""},
		{"it has not come", oneCalendar, env, nil, ""},
		{"the clock is wrong", oneCalendar, early, eventsOf(t), ""},
		{"it is empty", oneCalendar, env, []ics.Event{}, kit.LanguageOf("").Phrases.Nothing},
		{"it has events", oneCalendar, env, eventsOf(t), "14:00 Dentist"},
	} {
		c := calendarOf(t, row.env, row.settings, row.events)
		if got := c.Step(apptest.Midday).Views["a"].Says; got != row.want {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
	}
}

// TestMinutesHaveNoOtherForm: where the minutes do not fit, no time of day takes their place.
func TestMinutesHaveNoOtherForm(t *testing.T) {
	env := apptest.SizedEnv(t, image.Pt(64, 32))
	e := ics.Event{Title: "Dentist", Start: apptest.Midday.Add(30 * time.Minute), End: apptest.Midday.Add(time.Hour)}
	first := lines(kit.NewSheet(env, kit.PlainLook), env.Local(device.Region{}, ""), e, apptest.Midday, kit.Warm)[0]
	for _, other := range first.Shorter {
		if other[0].Text != "30 min" {
			t.Errorf("the page may say %q instead of the minutes", other[0].Text)
		}
	}
}

// TestChineseTitlesLead: where characters would be higher than the title and leave no room for
// the end of an event, its time is in English.
func TestChineseTitlesLead(t *testing.T) {
	for _, row := range []struct {
		size         image.Point
		title, words string
		rows         int // of the label
	}{
		{image.Pt(64, 32), "Yoga", "10分钟后 Yoga 12:10–13:00", 5},
		{image.Pt(64, 64), "Yoga", "10分钟后 Yoga 12:10–13:00", 10},
		{image.Pt(128, 64), "Cumpleaños de la abuela", "10分钟后 Cumpleaños de la abuela 12:10–13:00", 10},
		{image.Pt(128, 64), "Flight LH 1234 to New York", "10分钟后 Flight LH 1234 to New York 12:10–13:00", 10},
	} {
		yoga := ics.Event{UID: "1", Title: row.title, Start: apptest.Midday.Add(10 * time.Minute),
			End: apptest.Midday.Add(time.Hour)}
		c := calendarOf(t, apptest.SizedEnv(t, row.size), oneCalendar, []ics.Event{yoga})
		c.SetRegion(device.Region{Language: "zh"}.WithDefaults())
		page, _ := c.Step(apptest.Midday).Views["a"].Root.(*render.Sequence).Showing(0)
		var words []string
		for _, i := range page.(*typeset.Page).Items {
			if i.Text != "" {
				words = append(words, i.Text)
			}
		}
		label := page.(*typeset.Page).Items[1]
		if got := strings.Join(words, " "); got != row.words || label.Rows != row.rows {
			t.Errorf("%v: %q with a label of %d rows, want %q of %d", row.size, got, label.Rows, row.words, row.rows)
		}
	}
}
