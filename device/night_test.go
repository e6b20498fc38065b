// SPDX-License-Identifier: Apache-2.0

package device

import (
	"image/color"
	"math"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// TestNight: one switch shows its widget in its colour, darkens and quietens the device,
// leaves what wakes somebody as it is, ends by itself and outlives the process.
func TestNight(t *testing.T) {
	only := func(c *Config, _ *Saved) { c.Apps = c.Apps[:1] } // no turns of apps that wake the device
	story(t, only, func(t *testing.T, r *rig) {
		r.manual(60)
		amber := note.Color{R: 200, G: 80, Set: true}
		was := r.scene()
		n, err := r.SetNight(background,
			NightPatch{When: new(NightTime), From: new(at("22:00")), To: new(at("06:00")), Color: &amber})
		clock := r.Status().Showing.Widget
		if err != nil || !n.Active || n.Widget != clock {
			t.Fatalf("%+v, %v, while %q shows", n, err, clock)
		}
		see := func(why string, kind ShowingKind, tint color.RGBA, percent int) {
			t.Helper()
			got := r.scene()
			if k := r.Status().Showing.Kind; k != kind || got.Tint != tint || int(math.Round(100*got.Level)) != percent {
				t.Errorf("%s: %v, tint %v, level %v", why, k, got.Tint, got.Level)
			}
		}
		see("at night", ScreensaverShows, color.RGBA{200, 80, 0, 255}, 3)
		if s := r.Status(); !s.Night || s.Dawn != at("06:00") {
			t.Errorf("the status has a night %v until %v", s.Night, s.Dawn)
		}
		if was.Tint.A != 0 {
			t.Errorf("by day the tint was %v", was.Tint)
		}
		if d, err := r.Display(background); err != nil || !d.Screensaver.Enabled || !d.Screensaver.Active ||
			d.Screensaver.TimeBased.Start != at("22:00") || d.Screensaver.Brightness != 3 {
			t.Errorf("the original's clients read %+v, %v", d.Screensaver, err)
		}
		id := r.post(notice(note.PriorityCritical))
		see("what wakes keeps its colours", NotificationShows, color.RGBA{}, 60)
		r.must(r.Dismiss(background, id))
		kept := throughFile(t, r.saved()).Settings
		want := (NightSettings{When: NightTime, From: at("22:00"), To: at("06:00"), Brightness: 3, Color: amber})
		if kept.Night != want {
			t.Errorf("the next start reads %+v, want %+v", kept.Night, want)
		}
		if set, err := r.Backup(background, false); err != nil || set.Night != kept.Night {
			t.Errorf("the backup has %+v, %v", set.Night, err)
		}
		time.Sleep(6 * time.Hour)
		see("in the morning", WidgetShows, color.RGBA{}, 60)
		if s := r.Status(); s.Night || s.Dawn.Valid() {
			t.Errorf("in the morning the status has a night %v until %v", s.Night, s.Dawn)
		}
	})
}

// TestNightIsMended: a file's night that cannot be is none.
func TestNightIsMended(t *testing.T) {
	for why, n := range map[string]NightSettings{
		"no colour":     {When: NightTime},
		"no such time":  {When: NightTime, To: TimeOfDay(25 * time.Hour), Color: note.Color{Set: true}},
		"too dim a one": {When: NightTime, Brightness: -1, Color: note.Color{Set: true}},
	} {
		s := DefaultSettings
		s.Night = n
		if faults := s.Mend(); len(faults) != 1 || s.Night == n {
			t.Errorf("%s: %v, %+v", why, faults, s.Night)
		}
	}
}

// twofold is a ground that draws another picture at night, and one for a reader who is far.
type twofold struct {
	ground
	usual, other render.Widget
	on           *bool // the other one shows
}

// newTwofold returns one, and the change of a configuration that makes it the only app.
func newTwofold() (one twofold, only func(*Config, *Saved)) {
	one = twofold{ground{"clock"}, &render.Fill{}, &render.Still{}, new(bool)}
	return one, func(c *Config, _ *Saved) { c.Apps = []App{one} }
}

func (f twofold) SetNight(on bool) { *f.on = on }
func (f twofold) SetFar(far bool)  { *f.on = far }

func (f twofold) Step(time.Time) Now {
	root := f.usual
	if *f.on {
		root = f.other
	}
	return Now{Views: map[string]View{"": {Root: root}}}
}

func (r *rig) root(why string, want render.Widget) {
	r.t.Helper()
	if got := r.scene().Root; got != want {
		r.t.Errorf("%s: %T, want %T", why, got, want)
	}
}

// TestNocturnal: an app draws for the night from the step on in which the night begins, until
// the step in which it ends.
func TestNocturnal(t *testing.T) {
	one, only := newTwofold()
	story(t, only, func(t *testing.T, r *rig) {
		r.root("by day", one.usual)
		must.Get(r.SetNight(background, NightPatch{When: new(NightTime), From: new(at("22:00")), To: new(at("06:00"))}))(t)
		r.root("at night", one.other)
		time.Sleep(6 * time.Hour)
		r.root("in the morning", one.usual)
	})
}

// TestDistant: an app draws for a distant reader once the readings have settled, for a near one at once, and for a near
// one when a sensor says nothing for ten minutes.
func TestDistant(t *testing.T) {
	one, only := newTwofold()
	story(t, only, func(t *testing.T, r *rig) {
		tell := func(metres float64) DistanceNow {
			t.Helper()
			return must.Get(r.SetDistance(background, Measured{Value: metres, Known: true}))(t)
		}
		r.root("nobody has told anything", one.usual)
		if now := tell(4); now.Far || now.Metres != (Measured{Value: 4, Known: true}) {
			t.Errorf("%+v", now)
		}
		r.root("somebody goes", one.usual)
		time.Sleep(3 * time.Second)
		r.root("and is gone", one.other)
		tell(1)
		r.root("and comes", one.usual)
		tell(4)
		time.Sleep(9 * time.Minute)
		r.root("the last reading counts", one.other)
		time.Sleep(time.Minute)
		r.root("until ten minutes are over", one.usual)
		if now := must.Get(r.Distance(background))(t); now != (DistanceNow{}) {
			t.Errorf("%+v", now)
		}
		for _, metres := range []float64{-0.1, 100.1, math.NaN(), math.Inf(1)} {
			_, err := r.SetDistance(background, Measured{Value: metres, Known: true})
			faulty(t, err, "distance", metres)
		}
	})
}

// TestQuietHoursAreSet: a client's win over the configuration's, hold at once and for
// what sounds already, end by themselves, and outlive the process.
func TestQuietHoursAreSet(t *testing.T) {
	quiet := func(c *Config, _ *Saved) {
		c.Quiet = Quiet{Window: Window{Start: at("22:00"), End: at("07:00")}, Max: 10}
		c.Apps = c.Apps[:1] // no turns of apps that wake the device
	}
	story(t, quiet, func(t *testing.T, r *rig) {
		n := withSound(cat(0))
		n.Cycles = 0
		r.post(n)
		volume := func(why string, want int) {
			t.Helper()
			if v := r.track().Volume; v != want {
				t.Errorf("%s: volume %d, want %d", why, v, want)
			}
		}
		set := func(p QuietPatch, want QuietHours) {
			t.Helper()
			if got, err := r.SetQuietHours(background, p); err != nil || got != want {
				t.Errorf("%+v, %v, want %+v", got, err, want)
			}
		}
		volume("the configuration's", 10)
		set(QuietPatch{Volume: new(3)},
			QuietHours{QuietSettings: QuietSettings{Enabled: true, Start: at("22:00"), End: at("07:00"), Volume: 3},
				Active: true})
		volume("a client's, the rest stays", 3)
		set(QuietPatch{End: new(at("01:30"))},
			QuietHours{QuietSettings: QuietSettings{Enabled: true, Start: at("22:00"), End: at("01:30"), Volume: 3},
				Active: true})
		time.Sleep(90 * time.Minute)
		volume("it ends by itself", 50)
		set(QuietPatch{Enabled: new(false)},
			QuietHours{QuietSettings: QuietSettings{Enabled: false, Start: at("22:00"), End: at("01:30"), Volume: 3},
				Active: false})
		time.Sleep(21 * time.Hour)
		volume("switched off", 50)
		set(QuietPatch{Enabled: new(true)},
			QuietHours{QuietSettings: QuietSettings{Enabled: true, Start: at("22:00"), End: at("01:30"), Volume: 3},
				Active: true})
		volume("switched on, with the times of before", 3)
		if again := throughFile(t, r.saved()).Settings.Quiet; again == nil ||
			*again != (QuietSettings{Enabled: true, Start: at("22:00"), End: at("01:30"), Volume: 3}) {
			t.Errorf("the next start reads %+v", again)
		}
	})
}

// TestQuietHoursOfNobody: times are proposed where nobody has set any.
func TestQuietHoursOfNobody(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		want := QuietHours{QuietSettings: QuietSettings{Start: at("22:00"), End: at("07:00")}}
		if got, err := r.QuietHours(background); err != nil || got != want {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
	})
}

func TestQuietHoursFaults(t *testing.T) {
	rows := []struct {
		field string
		patch QuietPatch
	}{
		{"volume", QuietPatch{Volume: new(101)}},
		{"volume", QuietPatch{Volume: new(-1)}},
		{"start", QuietPatch{Start: new(TimeOfDay(24 * time.Hour))}},
		{"end", QuietPatch{End: new(TimeOfDay(-1))}},
	}
	story(t, nil, func(t *testing.T, r *rig) {
		was, _ := r.QuietHours(background)
		for _, row := range rows {
			row.patch.Enabled = new(true)
			_, err := r.SetQuietHours(background, row.patch)
			faulty(t, err, row.field, row.patch)
			if got, _ := r.QuietHours(background); got != was {
				t.Errorf("%+v changed it to %+v", row.patch, got)
			}
		}
	})
	s := DefaultSettings
	s.Quiet = &QuietSettings{Volume: 900}
	if faults := s.Mend(); len(faults) != 1 || s.Quiet != nil {
		t.Errorf("from a file: %v, %+v", faults, s.Quiet)
	}
}
