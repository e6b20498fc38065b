// SPDX-License-Identifier: Apache-2.0

package ambient

import (
	"errors"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/walltime"
)

func minutes(h, m int) walltime.TimeOfDay { return hour(h) + walltime.TimeOfDay(m)*60e9 }

// anyWidget is a list that has the widget "clock".
func anyWidget(id string) bool { return id == "clock" }

func nightly(s NightSettings) NightSettings {
	s.Color, s.From, s.To, s.Brightness = nightColor, hour(22), hour(6), 3
	return s
}

// TestNightComesAndGoes: when it is night, and until when, by each of its rules. The times
// of the sun in Berlin on 1 July 2026, in UTC: 19:33 and, on the next day, 2:48
// (timeanddate.com), here within two minutes.
func TestNightComesAndGoes(t *testing.T) {
	noon := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	berlin, north := &Position{52.52, 13.405}, &Position{78.2, 15.6}
	for _, row := range []struct {
		why   string
		night NightSettings
		here  *Position
		clock walltime.Clock
		lux   float64
		after time.Duration // of noon
		want  bool
		until time.Duration // of noon; 0 = never
	}{
		{"switched off", NightSettings{}, berlin, walltime.Clock{}, 0, 12 * time.Hour, false, 0},
		{"before its time", NightSettings{When: NightTime}, berlin, walltime.Clock{}, 100, 0, false, 10 * time.Hour},
		{"in its time", NightSettings{When: NightTime}, berlin, walltime.Clock{}, 100, 10 * time.Hour, true, 18 * time.Hour},
		{"after it", NightSettings{When: NightTime}, berlin, walltime.Clock{}, 100, 18 * time.Hour, false, 34 * time.Hour},
		{"while the sun is up", NightSettings{When: NightSun}, berlin, walltime.Clock{}, 100, 7 * time.Hour, false,
			7*time.Hour + 33*time.Minute},
		{"after sunset", NightSettings{When: NightSun}, berlin, walltime.Clock{}, 100, 7*time.Hour + 36*time.Minute, true,
			14*time.Hour + 48*time.Minute},
		{"past midnight", NightSettings{When: NightSun}, berlin, walltime.Clock{}, 100, 14 * time.Hour, true,
			14*time.Hour + 48*time.Minute},
		{"after sunrise", NightSettings{When: NightSun}, berlin, walltime.Clock{}, 100, 15 * time.Hour, false,
			31*time.Hour + 33*time.Minute},
		{"of a sun nobody knows the times hold", NightSettings{When: NightSun}, nil, walltime.Clock{}, 100, 10 * time.Hour,
			true, 18 * time.Hour},
		{"and of one that does not set", NightSettings{When: NightSun}, north, walltime.Clock{}, 100, 10 * time.Hour, true,
			18 * time.Hour},
		{"with a clock that cannot be right", NightSettings{When: NightSun}, berlin,
			walltime.NewClock(noon.AddDate(1, 0, 0), time.Time{}), 100, 10 * time.Hour, false, 0},
		{"in a light room", NightSettings{When: NightDark}, berlin, walltime.Clock{}, 100, 10 * time.Hour, false, 0},
		{"in a dark one", NightSettings{When: NightDark}, berlin, walltime.Clock{}, 0, time.Hour, true, 0},
	} {
		r := New(Config{Limits: DefaultLimits, Place: walltime.Place{Zone: walltime.NewZone(time.UTC), Clock: row.clock}},
			Settings{Night: nightly(row.night)})
		r.Here = row.here
		r.Sample(row.lux, noon)
		now := noon.Add(row.after)
		is, wake := r.Step(now)
		if is != (Now{Saver: row.want, Night: row.want, Quiet: row.want}) {
			t.Errorf("%s: %+v, want %v", row.why, is, row.want)
		}
		if off := wake.Sub(noon.Add(row.until)).Abs(); wake.IsZero() != (row.until == 0) ||
			!wake.IsZero() && off > 2*time.Minute {
			t.Errorf("%s: until %v, want %v after noon", row.why, wake, row.until)
		}
		if got := r.NightNow(now); got.Active != row.want {
			t.Errorf("%s: clients read %+v", row.why, got)
		}
	}
}

// TestNightIsTheScreensaver: what clients of the original read and write of the
// screensaver is the night, while there is one.
func TestNightIsTheScreensaver(t *testing.T) {
	now := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	at := func(w NightWhen) NightSettings { return nightly(NightSettings{When: w}) }
	moved := func(w NightWhen, from, to walltime.TimeOfDay) NightSettings {
		n := at(w)
		n.From, n.To = from, to
		return n
	}
	with := func(change func(*NightSettings)) NightSettings { n := at(NightTime); change(&n); return n }
	const on, off, timed, dark = true, false, TimeBased, WhenDark
	for _, row := range []struct {
		why   string
		night NightSettings
		patch SaverPatch
		want  NightSettings
		reads SaverSettings // but for Last
	}{
		{"nothing", at(NightSun), SaverPatch{}, at(NightSun),
			SaverSettings{Enabled: on, TimeBased: on, Start: minutes(19, 33), End: minutes(2, 48)}},
		{"off", at(NightSun), SaverPatch{Enabled: new(off)},
			with(func(n *NightSettings) { n.When, n.Back = NightOff, NightSun }),
			SaverSettings{TimeBased: on, Start: hour(21), End: hour(5)}},
		{"on after that", with(func(n *NightSettings) { n.When, n.Back = NightOff, NightSun }), SaverPatch{Enabled: new(on)},
			at(NightSun), SaverSettings{Enabled: on, TimeBased: on, Start: minutes(19, 33), End: minutes(2, 48)}},
		{"a mode after that is the screensaver's own", with(func(n *NightSettings) { n.When, n.Back = NightOff, NightSun }),
			SaverPatch{Enabled: new(on), Mode: new(timed)}, at(NightOff),
			SaverSettings{Enabled: on, TimeBased: on, Start: hour(21), End: hour(5)}},
		{"times", at(NightSun), SaverPatch{Start: new(hour(23)), End: new(hour(7))}, moved(NightTime, hour(23), hour(7)),
			SaverSettings{Enabled: on, TimeBased: on, Start: hour(23), End: hour(7)}},
		{"one time keeps the other", at(NightTime), SaverPatch{End: new(hour(7))}, moved(NightTime, hour(22), hour(7)),
			SaverSettings{Enabled: on, TimeBased: on, Start: hour(22), End: hour(7)}},
		{"times end the dark", at(NightDark), SaverPatch{Start: new(hour(23))}, moved(NightTime, hour(23), hour(6)),
			SaverSettings{Enabled: on, TimeBased: on, Start: hour(23), End: hour(6)}},
		{"the mode of the dark", at(NightSun), SaverPatch{Mode: new(dark), Enabled: new(on)}, at(NightDark),
			SaverSettings{Enabled: on, WhenDark: on, Start: hour(22), End: hour(6)}},
		{"the mode of times", at(NightDark), SaverPatch{Mode: new(timed), ModeEnabled: new(on)}, at(NightTime),
			SaverSettings{Enabled: on, TimeBased: on, Start: hour(22), End: hour(6)}},
		{"the mode that it has keeps the sun", at(NightSun), SaverPatch{Mode: new(timed), Enabled: new(on)}, at(NightSun),
			SaverSettings{Enabled: on, TimeBased: on, Start: minutes(19, 33), End: minutes(2, 48)}},
		{"no mode is no night", at(NightTime), SaverPatch{ModeEnabled: new(off)},
			with(func(n *NightSettings) { n.When, n.Back = NightOff, NightTime }),
			SaverSettings{Enabled: on, Start: hour(21), End: hour(5)}},
		{"brightness and widget", at(NightTime), SaverPatch{Brightness: new(9), Widget: new("clock")},
			with(func(n *NightSettings) { n.Brightness, n.Widget = 9, "clock" }),
			SaverSettings{Enabled: on, TimeBased: on, Start: hour(22), End: hour(6), Brightness: 9, Widget: "clock"}},
	} {
		own := SaverSettings{TimeBased: true, Start: hour(21), End: hour(5)}
		r := New(Config{Limits: DefaultLimits, Place: walltime.Place{Zone: walltime.NewZone(time.UTC)}},
			Settings{Night: row.night, Saver: own})
		r.Here = &Position{52.52, 13.405}
		next, err := r.Patched(Patch{Screensaver: &row.patch}, now, anyWidget)
		if err != nil || next.Night != row.want {
			t.Errorf("%s: %+v, %v, want %+v", row.why, next.Night, err, row.want)
		}
		r.Settings = next
		got := r.Screensaver(now)
		if row.reads.Brightness == 0 && row.reads.Enabled && next.Night.When != NightOff {
			row.reads.Brightness = 3
		}
		row.reads.Last = got.Last
		if near(&got, &row.reads); got != row.reads {
			t.Errorf("%s: it reads %+v, want %+v", row.why, got, row.reads)
		}
	}
}

// near makes the times of got those of want where they are within two minutes.
func near(got, want *SaverSettings) {
	const close = walltime.TimeOfDay(2 * time.Minute)
	if d := got.Start - want.Start; d < close && d > -close {
		got.Start = want.Start
	}
	if d := got.End - want.End; d < close && d > -close {
		got.End = want.End
	}
}

// TestSetNight: what a client writes, what is proposed to one that has written nothing,
// and what is refused as a whole.
func TestSetNight(t *testing.T) {
	saver := SaverSettings{Enabled: true, TimeBased: true, Start: hour(21), End: hour(5), Brightness: 7, Widget: "clock"}
	r := New(Config{Limits: DefaultLimits, Place: walltime.Place{Zone: walltime.NewZone(time.UTC)}},
		Settings{Saver: saver})
	now := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	proposed := NightSettings{From: hour(21), To: hour(5), Brightness: 7, Color: nightColor, Widget: "clock"}
	if got := r.NightNow(now); got.NightSettings != proposed || got.Active || got.Tonight != nil {
		t.Errorf("proposed is %+v", got)
	}
	for field, p := range map[string]NightPatch{
		"from": {From: new(hour(24))}, "to": {To: new(hour(-1))}, "color": {Color: &note.Color{}},
		"brightness": {Brightness: new(101)}, "widget": {Widget: new("radio")},
	} {
		p.When = new(NightTime)
		var fault *note.InvalidError
		if changed, err := r.SetNight(p, anyWidget); changed || !errors.As(err, &fault) || fault.Field != field ||
			r.Night != (NightSettings{}) {
			t.Errorf("%s: %v, %v, now %+v", field, changed, err, r.Night)
		}
	}
	if changed, err := r.SetNight(NightPatch{}, anyWidget); changed || err != nil || r.Saver != saver {
		t.Errorf("nothing changed something: %v, %v", changed, err)
	}
	want := proposed
	want.When, want.Color = NightTime, note.Color{R: 128, Set: true}
	if changed, err := r.SetNight(NightPatch{When: new(NightTime), Color: &want.Color}, anyWidget); !changed ||
		err != nil || r.Night != want {
		t.Errorf("it is %+v, %v, want %+v", r.Night, err, want)
	}
	if r.Saver.Enabled {
		t.Error("the screensaver of before comes back when the night is switched off")
	}
	if got := r.NightNow(now).Tonight; got == nil || *got != (walltime.Window{Start: hour(21), End: hour(5)}) {
		t.Errorf("tonight %v", got)
	}
	never := hour(21)
	if _, err := r.SetNight(NightPatch{To: &never}, anyWidget); err != nil || r.NightNow(now).Tonight != nil {
		t.Errorf("a night from 21 to 21 has times: %v, %v", r.NightNow(now).Tonight, err)
	}
	want.When, want.To = NightOff, never
	if changed, err := r.SetNight(NightPatch{When: new(NightOff)}, anyWidget); !changed || err != nil || r.Night != want {
		t.Errorf("off: %+v, %v, want %+v", r.Night, err, want)
	}
}

// TestQuietHoursOfTheNight: they follow it, with those of the configuration, until a
// client has set others.
func TestQuietHoursOfTheNight(t *testing.T) {
	midnight := time.Date(2026, 7, 2, 0, 0, 0, 0, time.UTC)
	configured := Quiet{Window: walltime.Window{Start: hour(12), End: hour(14)}, Max: 10}
	own := &QuietSettings{Enabled: true, Start: hour(3), End: hour(4)}
	for _, row := range []struct {
		why   string
		quiet Quiet
		own   *QuietSettings
		at    time.Duration // of midnight
		want  QuietHours
	}{
		{"of the night alone", Quiet{Max: 10}, nil, 0, QuietHours{QuietSettings{true, hour(22), hour(6), 10}, true}},
		{"after it", Quiet{Max: 10}, nil, 6 * time.Hour, QuietHours{QuietSettings{true, hour(22), hour(6), 10}, false}},
		{"beside those of the configuration", configured, nil, 0,
			QuietHours{QuietSettings{true, hour(12), hour(14), 10}, true}},
		{"and in those", configured, nil, 13 * time.Hour, QuietHours{QuietSettings{true, hour(12), hour(14), 10}, true}},
		{"a client's win", configured, own, 0, QuietHours{*own, false}},
		{"and hold", configured, own, 3 * time.Hour, QuietHours{*own, true}},
	} {
		r := New(Config{Limits: DefaultLimits, Quiet: row.quiet, Place: walltime.Place{Zone: walltime.NewZone(time.UTC)}},
			Settings{Night: nightly(NightSettings{When: NightTime}), Quiet: row.own})
		now := midnight.Add(row.at)
		if got := r.QuietHours(now); got != row.want {
			t.Errorf("%s: %+v, want %+v", row.why, got, row.want)
		}
		if changed, err := r.SetQuiet(QuietPatch{}, now); changed || err != nil {
			t.Errorf("%s: nothing changed something, %v", row.why, err)
		}
		if changed, _ := r.SetQuiet(QuietPatch{Volume: new(55)}, now); !changed || r.Quiet.Start != row.want.Start ||
			!r.Quiet.Enabled {
			t.Errorf("%s: a volume made them %+v", row.why, r.Quiet)
		}
	}
}
