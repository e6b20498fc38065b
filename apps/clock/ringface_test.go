// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"fmt"
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render/rendertest"
)

// sleeper is a clock in the night before an alarm.
func sleeper(t testing.TB, size image.Point, settings string) *Clock {
	t.Helper()
	c := clockOn(t, size, settings)
	c.Step(morning("06:00"))
	return c
}

// morning is that time of a day, UTC.
func morning(clock string) time.Time {
	at, _ := time.Parse("15:04", clock)
	return at.AddDate(2026, 10, 19)
}

// TestRingTellsTheTime that it is, for ten minutes and again after the snooze: as if the
// alarm were of that time.
func TestRingTellsTheTime(t *testing.T) {
	for _, settings := range []string{
		`{"alarms":[{"time":"%s"}]}`, `{"alarms":[{"time":"%s","sunrise":10}]}`,
		`{"hours":12,"seconds":true,"week":true,"zone":"Etc/GMT","alarms":[{"time":"%s"}]}`,
	} {
		for _, size := range apptest.MoreSizes {
			c := sleeper(t, size, fmt.Sprintf(settings, "07:00"))
			last := ""
			for _, clock := range []string{"07:00", "07:07", "07:16"} {
				now := morning(clock)
				alert, as := c.Step(now).Alert, sleeper(t, size, fmt.Sprintf(settings, clock)).Step(now).Alert
				if alert.Key == "" || alert.View.Root == nil || as.View.Root == nil {
					t.Fatalf("%v %s: at %s it does not ring: %+v", size, settings, clock, alert)
				}
				if last == "" {
					rendertest.Check(t, alert.View.Root)
				}
				got := ""
				// on the smallest panels hours and minutes take turns
				for _, page := range []time.Duration{0, 2 * time.Second, 4 * time.Second} {
					one := pixtest.String(apptest.Drawn(alert.View, size, now.Add(page)))
					if want := pixtest.String(apptest.Drawn(as.View, size, now.Add(page))); one != want {
						t.Errorf("%v %s: at %s it shows\n%swant\n%s", size, settings, clock, one, want)
					}
					got += one
				}
				if got == last {
					t.Errorf("%v %s: at %s it shows the time before\n%s", size, settings, clock, got)
				}
				if last = got; clock == "07:07" {
					c.Press("", device.ButtonAction, now)
				}
			}
		}
	}
}

// TestRingPictures: the picture of an alarm clock is beside the digits, or takes turns
// with them; where there is no room for it the digits turn red.
func TestRingPictures(t *testing.T) {
	rows := []struct {
		name, settings string
		size           image.Point
		at             time.Duration // after 07:00
		want           string
	}{
		{"one module: the alarm clock", `{"alarms":[{"time":"07:00"}]}`, image.Pt(8, 8), 4 * time.Second, `
			??....??
			?.????.?
			.?----?.
			?--#---?
			?--###-?
			?------?
			.?----?.
			?.????.?
		`},
		{"the reference, in the light, after the snooze", `{"alarms":[{"time":"07:00","sunrise":30}]}`, image.Pt(37, 8),
			16 * time.Minute, `
			.??....??.??###??#####?????#????###??
			.?.????.?.?#???#?????#????##???#?????
			..?----?..?#???#????#??#???#???#?????
			.?--#---?.?#???#????#??????#???####??
			.?--###-?.?#???#???#???????#???#???#?
			.?------?.?#???#???#???#???#???#???#?
			..?----?..??###????#??????###???###??
			.?.????.?.???????????????????????????
		`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			c, now := sleeper(t, row.size, row.settings), morning("07:00")
			view := c.Step(now).Alert.View
			if row.at > time.Minute {
				c.Press("", device.ButtonAction, now)
				view = c.Step(now.Add(row.at)).Alert.View
			}
			pixtest.Equal(t, apptest.Drawn(view, row.size, now.Add(row.at)), row.want)
		})
	}
}

// TestRingOverAMonochromeSunrise: the digits are dark on the light all the time, and never
// as red as light.
func TestRingOverAMonochromeSunrise(t *testing.T) {
	for _, size := range apptest.MoreSizes {
		c := sleeper(t, size, `{"alarms":[{"time":"07:00","sunrise":1}]}`)
		c.Env.Monochrome = true
		begin := morning("07:00")
		c.Step(begin)
		for second := range 4 {
			now := begin.Add(time.Duration(second) * time.Second)
			m := apptest.Drawn(view(c, now), size, now)
			dark := 0
			for c := range pixtest.Colors(m) {
				if c.R|c.G|c.B == 0 {
					dark++
				}
			}
			if dark == 0 {
				t.Errorf("%v: %d s after the ring nothing is told apart from the light", size, second)
			}
		}
	}
}
