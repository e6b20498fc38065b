// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/render/rendertest"
)

// bedside is the panel of most of these tests.
var bedside = image.Pt(64, 32)

// says returns what the first clock says at a time of that evening, "" for the time alone.
func says(c *Clock, now time.Time) string {
	c.Step(now)
	d := c.clocks[0]
	a, _ := d.aside(&face.Reading{Local: now.In(d.zone), Known: true}, now)
	return strings.Join(strings.Fields(a.head+" "+a.unit+" "+a.note), " ")
}

// TestNextAlarmIsTold in the evening, once a minute, and only when it is near.
func TestNextAlarmIsTold(t *testing.T) {
	for _, row := range []struct {
		why, settings, at, want string
	}{
		{"in the evening", `{"alarms":[{"time":"06:30"}]}`, "20:00:30", "06:30"},
		{"four seconds long", `{"alarms":[{"time":"06:30"}]}`, "20:00:34", ""},
		{"not before", `{"alarms":[{"time":"06:30"}]}`, "20:00:29", ""},
		{"in the last minute of the day", `{"alarms":[{"time":"06:30"}]}`, "23:59:31", "06:30"},
		{"not by day", `{"alarms":[{"time":"06:30"}]}`, "19:59:31", ""},
		{"not at night", `{"alarms":[{"time":"06:30"}]}`, "00:00:31", ""},
		{"the earlier one", `{"alarms":[{"time":"07:30"},{"time":"06:30"}]}`, "21:00:31", "06:30"},
		{"not one that is far", `{"alarms":[{"time":"11:30"}]}`, "21:00:31", ""},
		{"not on the morrow", `{"alarms":[{"time":"06:30","days":["fri"]}]}`, "21:00:31", ""},
		{"switched off", `{"alarms":[{"time":"06:30","enabled":false}]}`, "21:00:31", ""},
		{"with 12 hours", `{"hours":12,"alarms":[{"time":"06:30"}]}`, "21:00:31", "6:30 AM"},
		{"by the clock's zone", `{"zone":"Etc/GMT-3","alarms":[{"time":"06:30"}]}`, "17:00:31", "06:30"},
	} {
		now, _ := time.Parse("2006-01-02 15:04:05", "2026-11-20 "+row.at)
		if got := says(clockOn(t, bedside, row.settings), now); got != row.want {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
	}
}

// TestSkip: a long press leaves the next ring out once, another takes that back, and the ring
// after it comes.
func TestSkip(t *testing.T) {
	at := func(day int, clock string) time.Time { return morning(clock).AddDate(0, 0, day) }
	for _, row := range []struct {
		why, settings string
		holds         []string // times of the evening before
		rings         []int    // on which of the next three days
		on            bool     // the alarm afterwards
		said          string
	}{
		{"every day, not skipped", daily, nil, []int{1, 2, 3}, true, ""},
		{"every day", daily, []string{"22:00"}, []int{2, 3}, true, "07:00 skipped"},
		{"taken back", daily, []string{"22:00", "22:01"}, []int{1, 2, 3}, true, "07:00 on"},
		{"a third time", daily, []string{"22:00", "22:01", "22:02"}, []int{2, 3}, true, "07:00 skipped"},
		{"the only ring", `{"alarms":[{"time":"07:00"}]}`, []string{"22:00"}, nil, false, "07:00 skipped"},
		{"the only ring, taken back", `{"alarms":[{"time":"07:00"}]}`, []string{"22:00", "22:01"}, []int{1}, false,
			"07:00 on"},
		{"too early", `{"alarms":[{"time":"07:00"}]}`, []string{"18:59"}, []int{1}, false, ""},
		{"in German", `{"language":"de","alarms":[{"time":"07:00"}]}`, []string{"22:00"}, nil, false, "07:00 entfällt"},
	} {
		c := clockOn(t, bedside, row.settings)
		c.Step(at(0, "18:00"))
		said := ""
		for _, clock := range row.holds {
			c.Hold("a", device.ButtonAction, at(0, clock))
			said = says(c, at(0, clock).Add(time.Second))
		}
		if said != row.said {
			t.Errorf("%s: it says %q, want %q", row.why, said, row.said)
		}
		kept := c.Step(at(0, "23:00")).Keep
		c = New(c.Env, kept, 0).(*Clock) // a restart changes nothing
		apptest.Set(t, c, row.settings)
		var rings []int
		for day := 1; day <= 3; day++ {
			c.Step(at(day, "06:59"))
			if c.Step(at(day, "07:00")).Alert.Key != "" {
				rings = append(rings, day)
				c.Press("", device.ButtonRight, at(day, "07:01"))
			}
			c.Step(at(day, "08:00"))
		}
		if !slices.Equal(rings, row.rings) || c.clocks[0].alarms[0].cfg.on() != row.on {
			t.Errorf("%s: rings on days %v, want %v; afterwards on: %v", row.why, rings, row.rings, !row.on)
		}
	}
}

// TestRings: a clock tells when it rings next, in its own zone.
func TestRings(t *testing.T) {
	evening := morning("22:00")
	for _, row := range []struct {
		why, settings string
		holds         int           // long presses before
		want          time.Duration // after the evening; 0 = never
	}{
		{"no alarm", `{}`, 0, 0},
		{"one that is off", `{"alarms":[{"time":"07:00","enabled":false}]}`, 0, 0},
		{"once", `{"alarms":[{"time":"07:00"}]}`, 0, 9 * time.Hour},
		{"the only ring is skipped", `{"alarms":[{"time":"07:00"}]}`, 1, 0},
		{"every day", daily, 0, 9 * time.Hour},
		{"every day, the next ring skipped", daily, 1, 33 * time.Hour},
		{"every day, rung again", daily, 2, 9 * time.Hour},
		{"the first of two", `{"alarms":[{"time":"23:30"},{"time":"22:30"}]}`, 0, 30 * time.Minute},
	} {
		c := clockOn(t, bedside, row.settings)
		c.Step(evening)
		for range row.holds {
			c.Hold("a", device.ButtonAction, evening)
		}
		got, want := c.Step(evening).Views["a"].Rings, evening.Add(row.want)
		if row.want == 0 {
			want = time.Time{}
		}
		if !got.Equal(want) || got.Location() != c.clocks[0].zone && !got.IsZero() {
			t.Errorf("%s: %v, want %v", row.why, got, want)
		}
	}
	c := clockOn(t, bedside, `{"alarms":[{"time":"07:00"}]}`)
	c.Step(morning("06:59"))
	c.Step(morning("07:00"))
	c.Press("", device.ButtonAction, morning("07:00"))
	if got := c.Step(morning("07:01")).Views["a"].Rings; !got.Equal(morning("07:09")) {
		t.Errorf("after a snooze: %v, want 07:09", got)
	}
}

// TestSkippedSunrise: the light of an alarm that is left out ends.
func TestSkippedSunrise(t *testing.T) {
	c := clockOn(t, bedside, `{"alarms":[{"time":"07:00","sunrise":30}]}`)
	if c.Step(morning("06:45")).Level == 0 {
		t.Fatal("no light")
	}
	c.Hold("a", device.ButtonAction, morning("06:45"))
	if now := c.Step(morning("06:45")); now.Level != 0 || now.Front != "" {
		t.Errorf("light %v", now.Level)
	}
	c.Hold("a", device.ButtonLeft, morning("06:46"))
	c.Hold("b", device.ButtonAction, morning("06:46"))
	if c.Step(morning("06:46")).Level != 0 {
		t.Error("the left button, or another widget, brings it back")
	}
}

// TestSnoozeIsToldInMinutes: at once, and twice a minute.
func TestSnoozeIsToldInMinutes(t *testing.T) {
	c := sleeper(t, image.Pt(64, 32), `{"alarms":[{"time":"07:00"}]}`)
	c.Step(morning("07:00"))
	c.Press("", device.ButtonAction, morning("07:00").Add(5*time.Second))
	for _, row := range []struct {
		at   time.Duration // after 07:00
		want string
	}{
		{5 * time.Second, "9 min"}, {8 * time.Second, "9 min"}, {9 * time.Second, ""}, {15 * time.Second, "9 min"},
		{time.Minute + 45*time.Second, "8 min"}, {8*time.Minute + 15*time.Second, "1 min"},
		{9*time.Minute + 6*time.Second, ""},
	} {
		if got := says(c, morning("07:00").Add(row.at)); got != row.want {
			t.Errorf("after %v %q, want %q", row.at, got, row.want)
		}
	}
}

// TestAsidesFit on every panel, in every language, over a sunrise too; their pictures change
// with nothing but what they say.
func TestAsidesFit(t *testing.T) {
	for _, size := range apptest.MoreSizes {
		for _, language := range []string{"en", "de", "es", "fr", "nl", "zh"} {
			for _, sunrise := range []string{"0", "30"} {
				settings := `{"hours":12,"language":"` + language + `","alarms":[{"time":"07:00","sunrise":` + sunrise + `}]}`
				c, now := sleeper(t, size, settings), morning("06:50")
				time := shows(c, now)
				c.Hold("a", device.ButtonAction, now)
				root := view(c, now).Root
				rendertest.Check(t, root)
				if again := view(c, now.Add(1e9)).Root; again != root {
					t.Errorf("%v: drawn again after a second", size)
				}
				if shows(c, now) == time {
					t.Errorf("%v %s: nothing is said", size, language)
				}
			}
		}
	}
}

// TestAlarmsTimeIsWhole: AM and PM are told where there is room.
func TestAlarmsTimeIsWhole(t *testing.T) {
	at := time.Date(2026, 11, 20, 6, 30, 0, 0, time.UTC)
	for _, row := range []struct {
		size image.Point
		want string
	}{{image.Pt(37, 8), "6:30"}, {image.Pt(64, 32), "6:30 AM"}, {image.Pt(32, 64), "6:30 AM"}, {image.Pt(64, 64), "6:30 AM"},
		{image.Pt(128, 64), "6:30 AM"}} {
		c := clockOn(t, row.size, `{"hours":12}`)
		says := c.clocks[0].alarmed(c.clocks[0].clock(at), "")
		if got := strings.TrimSpace(says.head + " " + says.unit); got != row.want {
			t.Errorf("%v: %q, want %q", row.size, got, row.want)
		}
	}
}

// TestAsideShowsItsNote below the time.
func TestAsideShowsItsNote(t *testing.T) {
	size := image.Pt(64, 32)
	lit := func(note string) string {
		return apptest.LitAt(t, aside{head: "06:30", note: note}.picture(apptest.SizedEnv(t, size), kit.Warm), size, 0)
	}
	if lit("") == lit("skipped") {
		t.Error("the note is not on the panel")
	}
}
