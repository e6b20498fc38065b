// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/radio"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/sounds"
)

// home is a running device with a clock and a radio, in fake time.
type home struct{ *apptest.Home }

// live runs f with a device that was switched off with saved, and switches it off: it
// returns what the device saved. It needs a bubble of synctest.
var live = apptest.Homes(func(h *apptest.Home) *home { return &home{h} }, App, radio.App)

// atHome runs f with a new device.
func atHome(t *testing.T, f func(t *testing.T, h *home)) {
	synctest.Test(t, func(t *testing.T) { live(t, device.Fresh(), func(h *home) { f(t, h) }) })
}

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	return must.Get(time.LoadLocation(name))(t)
}

// TestNextRing: the instant at which an alarm rings next.
func TestNextRing(t *testing.T) {
	mon := device.Days(1 << time.Monday)
	rows := []struct {
		name, zone, at, after, want string
		days                        device.Days
	}{
		{name: "later today", zone: "Europe/Berlin", at: "07:00", after: "2026-11-20T06:00:00+01:00",
			want: "2026-11-20T07:00:00+01:00"},
		{name: "a ring is not after itself", zone: "Europe/Berlin", at: "07:00", after: "2026-11-20T07:00:00+01:00",
			want: "2026-11-21T07:00:00+01:00"},
		{name: "on Monday", zone: "Europe/Berlin", at: "07:00", days: mon, after: "2026-11-20T06:00:00+01:00",
			want: "2026-11-23T07:00:00+01:00"},
		{name: "on Monday, a week later", zone: "Europe/Berlin", at: "07:00", days: mon, after: "2026-11-23T07:00:00+01:00",
			want: "2026-11-30T07:00:00+01:00"},
		{name: "over the end of a year", zone: "UTC", at: "07:00", after: "2026-12-31T08:00:00Z",
			want: "2027-01-01T07:00:00Z"},
		{name: "skipped: when the clocks have changed", zone: "Europe/Berlin", at: "02:30",
			after: "2026-03-29T01:00:00+01:00", want: "2026-03-29T03:00:00+02:00"},
		{name: "skipped: once", zone: "Europe/Berlin", at: "02:30", after: "2026-03-29T03:00:00+02:00",
			want: "2026-03-30T02:30:00+02:00"},
		{name: "twice: the first time", zone: "Europe/Berlin", at: "02:30", after: "2026-10-25T01:00:00+02:00",
			want: "2026-10-25T02:30:00+02:00"},
		{name: "twice: once", zone: "Europe/Berlin", at: "02:30", after: "2026-10-25T02:30:00+02:00",
			want: "2026-10-26T02:30:00+01:00"},
		{name: "twice: asked in the second hour", zone: "Europe/Berlin", at: "02:30", after: "2026-10-25T02:10:00+01:00",
			want: "2026-10-26T02:30:00+01:00"},
		{name: "New York, skipped", zone: "America/New_York", at: "02:15", after: "2026-03-07T12:00:00-05:00",
			want: "2026-03-08T03:00:00-04:00"},
		{name: "New York, twice", zone: "America/New_York", at: "01:15", after: "2026-10-31T12:00:00-04:00",
			want: "2026-11-01T01:15:00-04:00"},
		{name: "half an hour skipped", zone: "Australia/Lord_Howe", at: "02:10", after: "2026-10-03T12:00:00+10:30",
			want: "2026-10-04T02:30:00+11:00"},
		{name: "midnight skipped", zone: "America/Havana", at: "00:20", after: "2026-03-07T12:00:00-05:00",
			want: "2026-03-08T01:00:00-04:00"},
		{name: "the last hour of Saturday skipped", zone: "America/Nuuk", at: "23:30", after: "2026-03-28T12:00:00-02:00",
			want: "2026-03-29T00:00:00-01:00"},
		{name: "the last hour of Saturday twice", zone: "America/Nuuk", at: "23:30", after: "2026-10-24T12:00:00-01:00",
			want: "2026-10-24T23:30:00-01:00"},
		{name: "the far east", zone: "Pacific/Kiritimati", at: "07:00", after: "2026-06-01T00:00:00Z",
			want: "2026-06-02T07:00:00+14:00"},
		{name: "the far west", zone: "Pacific/Pago_Pago", at: "07:00", after: "2026-06-01T00:00:00Z",
			want: "2026-06-01T07:00:00-11:00"},
	}
	for _, row := range rows {
		a := AlarmConfig{Time: clockTimeOf(t, row.at), Days: weekdays(row.days)}
		after, _ := time.Parse(time.RFC3339, row.after)
		if got := a.when().next(after, zone(t, row.zone)).In(zone(t, row.zone)).Format(time.RFC3339); got != row.want {
			t.Errorf("%s: after %s at %s, want %s", row.name, row.after, got, row.want)
		}
	}
}

// set makes settings those of the clocks.
func (h *home) set(settings string) { h.T.Helper(); h.Set(Package, settings) }

// settings are those of the first clock.
func (h *home) settings() (cfg Config) {
	h.T.Helper()
	list, err := h.Apps(h.T.Context())
	h.Must(err)
	h.Must(json.Unmarshal(list[0].Settings, &cfg))
	return cfg
}

// volume is how loud the sound is, percent; -1 for silence.
func (h *home) volume() int {
	if h.Track().Silent() {
		return -1
	}
	return h.Track().Volume
}

const daily = `{"alarms":[{"time":"07:00","days":["mon","tue","wed","thu","fri","sat","sun"]}]}`

// rung walks through some days in steps of five minutes, dismisses what rings and
// returns when it did, in the zone.
func rung(t *testing.T, settings, name string, from time.Time, days int) (at []string) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(from))
		live(t, device.Fresh(), func(h *home) {
			h.set(settings)
			for range days * 24 * 12 {
				time.Sleep(5 * time.Minute)
				if _, rings, err := h.Current(t.Context()); err != nil || !rings {
					continue
				}
				at = append(at, time.Now().In(zone(t, name)).Format("Mon 02 15:04 MST"))
				h.Must(h.Press(t.Context(), device.ButtonRight))
			}
		})
	})
	return at
}

// TestAlarmOverClockChanges: a time that is skipped rings when the clocks have
// changed, one that comes twice rings once, and others keep to the clock.
func TestAlarmOverClockChanges(t *testing.T) {
	rows := []struct {
		name, zone, time string
		from             time.Time
		want             []string
	}{
		{"skipped in Berlin", "Europe/Berlin", "02:30", time.Date(2000, 3, 24, 12, 0, 0, 0, time.UTC),
			[]string{"Sat 25 02:30 CET", "Sun 26 03:00 CEST", "Mon 27 02:30 CEST"}},
		{"twice in Berlin", "Europe/Berlin", "02:30", time.Date(2000, 10, 27, 12, 0, 0, 0, time.UTC),
			[]string{"Sat 28 02:30 CEST", "Sun 29 02:30 CEST", "Mon 30 02:30 CET"}},
		{"in the morning after", "Europe/Berlin", "07:00", time.Date(2000, 10, 28, 12, 0, 0, 0, time.UTC),
			[]string{"Sun 29 07:00 CET", "Mon 30 07:00 CET"}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			settings := strings.Replace(daily, "07:00", row.time, 1)
			settings = strings.Replace(settings, "{", `{"zone":"`+row.zone+`",`, 1)
			if got := rung(t, settings, row.zone, row.from, len(row.want)); !slices.Equal(got, row.want) {
				t.Errorf("rings at %q, want %q", got, row.want)
			}
		})
	}
}

// TestAlarmsByWeekday: several alarms, each on its days.
func TestAlarmsByWeekday(t *testing.T) {
	settings := `{"alarms":[{"time":"07:00","days":["mon","fri"]},{"time":"09:30","days":["sun"]},{"time":"08:00",` +
		`"days":["tue"],"enabled":false},{"time":"22:15:00"}]}`
	want := []string{"Sat 01 22:15 UTC", "Sun 02 09:30 UTC", "Mon 03 07:00 UTC", "Fri 07 07:00 UTC"}
	if got := rung(t, settings, "UTC", time.Date(2000, 1, 1, 12, 0, 0, 0, time.UTC), 7); !slices.Equal(got, want) {
		t.Errorf("rings at %q, want %q", got, want)
	}
}

// TestAlarmOnce: an alarm of no day rings once, and its settings say that it is off.
func TestAlarmOnce(t *testing.T) {
	atHome(t, func(t *testing.T, h *home) {
		h.set(`{"alarms":[{"time":"07:00"}]}`)
		apptest.Until(t, 1, "07:00:01")
		h.Rings("07:00", "at its time")
		if !h.settings().Alarms[0].on() {
			t.Error("while it rings it is off already")
		}
		h.Must(h.DismissCurrent(t.Context()))
		h.Rings("", "dismissed over the API")
		if h.settings().Alarms[0].on() {
			t.Error("it has rung, and is still on")
		}
		apptest.Until(t, 2, "07:00:01")
		h.Rings("", "the day after")
		h.set(`{"alarms":[{"time":"07:00"}]}`)
		apptest.Until(t, 3, "07:00:01")
		h.Rings("07:00", "switched on again")
	})
}

// TestSnooze: the action button gives nine minutes, another button ends it for the
// day, and the volume's leave it alone.
func TestSnooze(t *testing.T) {
	atHome(t, func(t *testing.T, h *home) {
		h.set(daily)
		apptest.Until(t, 1, "07:00:10")
		h.Rings("07:00", "at its time")
		for range 2 {
			h.Must(h.Press(t.Context(), device.ButtonAction))
			h.Rings("", "snoozed")
			time.Sleep(9*time.Minute - time.Second)
			h.Rings("", "before the end of the snooze")
			time.Sleep(time.Second)
			h.Rings("07:00", "after the snooze")
		}
		h.Must(h.Press(t.Context(), device.ButtonVolumeUp))
		h.Rings("07:00", "louder")
		h.Must(h.Press(t.Context(), device.ButtonLeft))
		h.Rings("", "dismissed")
		apptest.Until(t, 2, "06:59:59")
		h.Rings("", "before the next morning")
		apptest.Until(t, 2, "07:00:00")
		h.Rings("07:00", "the next morning")
		time.Sleep(kit.RingFor)
		h.Rings("", "nobody came")
		h.set(strings.Replace(daily, "[{", `[{"snooze":0,`, 1))
		apptest.Until(t, 3, "07:00:00")
		h.Rings("07:00", "without a snooze")
		h.Must(h.Press(t.Context(), device.ButtonAction))
		time.Sleep(time.Hour)
		h.Rings("", "the button ended it")
	})
}

// TestAlarmSwitchedOff while it rings, or is snoozed.
func TestAlarmSwitchedOff(t *testing.T) {
	atHome(t, func(t *testing.T, h *home) {
		h.set(daily)
		off := func() error {
			return h.Do(t.Context(), Package, "", "clock.alarm", device.Args{"enabled": false}, false)
		}
		apptest.Until(t, 1, "07:00:00")
		h.Must(off())
		h.Rings("", "switched off while it rang")
		h.Must(h.Do(t.Context(), Package, "", "clock.alarm", device.Args{"enabled": true}, false))
		h.Rings("", "switched on again: it does not ring for a time that is over")
		apptest.Until(t, 2, "07:00:00")
		h.Rings("07:00", "the next morning")
		h.Must(h.Press(t.Context(), device.ButtonAction))
		h.Must(off())
		time.Sleep(time.Hour)
		h.Rings("", "switched off while it was snoozed")
	})
}

// TestAlarmsTogether: of two alarms of one time one is heard, and who is awake is
// awake for both.
func TestAlarmsTogether(t *testing.T) {
	atHome(t, func(t *testing.T, h *home) {
		h.set(`{"alarms":[{"time":"07:00"},{"time":"07:00","sound":"alarm3"}]}`)
		apptest.Until(t, 1, "07:00:00")
		h.Rings("07:00", "at the time")
		h.Must(h.DismissAll(t.Context()))
		time.Sleep(time.Minute)
		h.Rings("", "dismissed")
		for i, a := range h.settings().Alarms {
			if a.on() {
				t.Errorf("alarm %d has rung once and is on", i)
			}
		}
	})
}

// TestAlarmRises: the sound begins low and has the whole volume after a minute, in
// the quiet hours too.
func TestAlarmRises(t *testing.T) {
	atHome(t, func(t *testing.T, h *home) {
		h.set(daily)
		var heard []int
		for _, at := range []string{"06:59:59", "07:00:00", "07:00:30", "07:01:00", "07:05:00"} {
			apptest.Until(t, 1, at)
			heard = append(heard, h.volume())
		}
		if want := []int{-1, 8, 29, 50, 50}; !slices.Equal(heard, want) {
			t.Errorf("volumes %v, want %v", heard, want)
		}
	})
}

// TestAlarmTrack: what rings, and what does where that cannot be fetched.
func TestAlarmTrack(t *testing.T) {
	fallback := sounds.Builtin{Category: "alarms", ID: "alarm10"}
	rows := []struct {
		name, sound, station string
		want                 sounds.Track
	}{
		{"the default", "", "", sounds.Track{Category: "alarms", ID: "alarm10"}},
		{"a built-in one", "alarm3", "", sounds.Track{Category: "alarms", ID: "alarm3"}},
		{"a URL", "https://radio.example/live", "", sounds.Track{URL: "https://radio.example/live", Fallback: fallback}},
		{"the radio", "radio", "http://a.example/b", sounds.Track{URL: "http://a.example/b", Live: true, Fallback: fallback}},
		{"a radio without a station needs no network", "radio", "", sounds.Track{Category: "alarms", ID: "alarm10"}},
	}
	for _, row := range rows {
		row.want.Key = "k"
		if got := (&AlarmConfig{Sound: row.sound}).track("k", row.station); got != row.want {
			t.Errorf("%s: %+v, want %+v", row.name, got, row.want)
		}
	}
}

// TestNewAlarm goes on where the old one was, unless its time, its days or its zone has changed.
func TestNewAlarm(t *testing.T) {
	seven := AlarmConfig{Time: clockTimeOf(t, "07:00")}
	old := newAlarm(seven, time.UTC, alarmState{}).alarmState
	old.Skip = time.Date(2026, 11, 23, 7, 0, 0, 0, time.UTC)
	for _, row := range []struct {
		why  string
		cfg  AlarmConfig
		zone *time.Location
		goes bool
	}{
		{"the same", seven, time.UTC, true},
		{"another sound", AlarmConfig{Time: seven.Time, Sound: "alarm2"}, time.UTC, true},
		{"another time", AlarmConfig{Time: clockTimeOf(t, "07:01")}, time.UTC, false},
		{"other days", AlarmConfig{Time: seven.Time, Days: weekdays(device.AllDays)}, time.UTC, false},
		{"another zone", seven, zone(t, "Europe/Berlin"), false},
		{"off", AlarmConfig{Time: seven.Time, Enabled: new(bool)}, time.UTC, false},
	} {
		a := newAlarm(row.cfg, row.zone, old)
		if goes := a.Skip.Equal(old.Skip); goes != row.goes || (a.Spec == old.Spec) != (row.goes || row.why == "off") {
			t.Errorf("%s: goes on: %v, as %q after %q", row.why, goes, a.Spec, old.Spec)
		}
	}
}

// TestAlarmOverRestart: the device is switched off while an alarm rings, then while
// it is snoozed.
func TestAlarmOverRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		saved := live(t, device.Fresh(), func(h *home) {
			h.set(daily)
			apptest.Until(t, 1, "07:01:00")
			h.Rings("07:00", "at its time")
		})
		time.Sleep(time.Minute)
		saved = live(t, saved, func(h *home) {
			h.Rings("07:00", "it rings again")
			h.Must(h.Press(t.Context(), device.ButtonAction))
			h.Rings("", "snoozed")
		})
		time.Sleep(time.Minute)
		saved = live(t, saved, func(h *home) {
			h.Rings("", "still snoozed")
			apptest.Until(t, 1, "07:11:00")
			h.Rings("07:00", "the snooze is over")
			h.Must(h.Press(t.Context(), device.ButtonLeft))
		})
		live(t, saved, func(h *home) {
			time.Sleep(time.Hour)
			h.Rings("", "it was dismissed")
			apptest.Until(t, 2, "07:00:00")
			h.Rings("07:00", "the next morning")
		})
	})
}

// TestAlarmMissed: the device is off at the time of an alarm.
func TestAlarmMissed(t *testing.T) {
	rows := []struct {
		name, settings, back, want string
		on                         bool
	}{
		{"a short power cut", daily, "07:03:00", "07:00", true},
		{"a long one", daily, "07:06:00", "", true},
		{"a short one, once", `{"alarms":[{"time":"07:00"}]}`, "07:03:00", "07:00", true},
		{"a long one, once: it is over", `{"alarms":[{"time":"07:00"}]}`, "09:00:00", "", false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				saved := live(t, device.Fresh(), func(h *home) { h.set(row.settings); apptest.Until(t, 1, "06:58:00") })
				apptest.Until(t, 1, row.back)
				live(t, saved, func(h *home) {
					h.Rings(row.want, "after the cut")
					if on := h.settings().Alarms[0].on(); on != row.on {
						t.Errorf("it is on: %v, want %v", on, row.on)
					}
				})
			})
		})
	}
}

// TestAlarmWaitsForTheTime: while the time cannot be right nothing rings, and the
// status says so; a time that is learned soon after the alarm's rings.
func TestAlarmWaitsForTheTime(t *testing.T) {
	for known, want := range map[string]string{"07:02:00": "07:00", "07:30:00": ""} {
		synctest.Test(t, func(t *testing.T) {
			saved := live(t, device.Fresh(), func(h *home) { h.set(daily) })
			at, _ := time.Parse(time.TimeOnly, known)
			saved.At = time.Date(2000, 1, 1, at.Hour(), at.Minute(), 0, 0, time.UTC)
			live(t, saved, func(h *home) {
				apptest.Until(t, 1, "07:01:00")
				h.Rings("", "nobody knows the time")
				if n := h.Status().Notice; n != "alarms wait until the time is known" {
					t.Errorf("the status says %q", n)
				}
				apptest.Until(t, 1, known)
				h.Must(h.Wake(t.Context()))
				h.Rings(want, "the time is known at "+known)
				if n := h.Status().Notice; n != "" {
					t.Errorf("the status still says %q", n)
				}
			})
		})
	}
}

// TestAlarmStateIsBounded: a saved state is checked, and small.
func TestAlarmStateIsBounded(t *testing.T) {
	for _, kept := range []string{`{`, `[]`, `{"a":[{"phase":"ringing"}]}`, `{"a":[{"phase":"running","ring":"x"}]}`,
		`{"a":[{"spec":"UTC {0 25200000000000}","phase":"paused","ring":"x","end":{"wall":"2000-01-01T00:00:00Z",` +
			`"span":99999999999999}}]}`} {
		c := New(kit.Env{Size: apptest.Sizes[0], Fonts: apptest.SmallFonts(t), Zone: device.NewZone(time.UTC)},
			json.RawMessage(kept), 2).(*Clock)
		apptest.Set(t, c, `{"alarms":[{"time":"07:00"}]}`)
		if now := c.Step(apptest.Noon); now.Alert.Key != "" || now.Front != "" {
			t.Errorf("%s: %+v", kept, now)
		}
	}
	var many []AlarmConfig
	for range maxAlarms {
		many = append(many, AlarmConfig{Time: clockTimeOf(t, "07:00:59"), Days: weekdays(device.AllDays)})
	}
	c := clockOf(t, Config{Zone: "America/Argentina/ComodRivadavia", Alarms: many}, 37, 8)
	c.Step(apptest.Noon.Truncate(24 * time.Hour))
	if keep := c.Step(apptest.Noon.Truncate(24 * time.Hour).Add(34*time.Hour + time.Minute)).Keep; len(
		keep)*device.MaxWidgets > 512<<10 {
		t.Errorf("%d bytes are kept of a clock with all its alarms", len(keep))
	}
}

// TestAlarmWithTheRadio plays the radio's station, also when it goes on after a
// restart.
func TestAlarmWithTheRadio(t *testing.T) {
	const station = "http://radio.example/live"
	hears := func(h *home, why string) {
		synctest.Wait()
		if hears := h.Track(); hears.URL != station || hears.Fallback.ID != defaultRing {
			t.Errorf("%s: hears %+v", why, hears)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		saved := live(t, device.Fresh(), func(h *home) {
			list, err := h.Apps(t.Context())
			h.Must(err)
			for i := range list {
				if list[i].Package == radio.Package {
					list[i].Settings = json.RawMessage(`{"stations":[{"name":"One","url":"` + station + `"}]}`)
				}
			}
			_, err = h.SetApps(t.Context(), list)
			h.Must(err)
			h.Must(h.Do(t.Context(), Package, "", "clock.alarm", device.Args{"time": "07:00", "wake_with_radio": true}, false))
			apptest.Until(t, 1, "07:00:00")
			hears(h, "at its time")
		})
		live(t, saved, func(h *home) { hears(h, "after a restart") })
	})
}

// TestAlarmWhenTheClockGoesBack: an alarm that was set by a clock that was fast rings
// at its time, and one that has rung does not ring again for a small step.
func TestAlarmWhenTheClockGoesBack(t *testing.T) {
	day := func(clock string) time.Time { return must.Get(time.Parse(time.DateTime, "2026-11-20 "+clock))(t) }
	a := newAlarm(AlarmConfig{Time: clockTimeOf(t, "07:00"), Days: weekdays(device.AllDays)}, time.UTC, alarmState{})
	for _, row := range []struct {
		at    string
		rings bool
	}{{"10:00:00", false}, {"06:00:00", false}, {"07:00:00", true}} {
		if a.step("x", day(row.at), true); (a.Phase == kit.Ringing) != row.rings {
			t.Errorf("at %s it rings: %v, want %v", row.at, a.Phase == kit.Ringing, row.rings)
		}
	}
	a.dismiss()
	for _, at := range []string{"06:59:58", "07:00:00", "07:04:00"} {
		if a.step("x", day(at), true); a.Phase == kit.Ringing {
			t.Errorf("it rings again at %s", at)
		}
	}
}
