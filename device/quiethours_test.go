// SPDX-License-Identifier: Apache-2.0

package device

import (
	"errors"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

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
		set(QuietPatch{Volume: ptr(3)}, QuietHours{QuietSettings: QuietSettings{Enabled: true, Start: at("22:00"), End: at("07:00"), Volume: 3}, Active: true})
		volume("a client's, the rest stays", 3)
		set(QuietPatch{End: ptr(at("01:30"))}, QuietHours{QuietSettings: QuietSettings{Enabled: true, Start: at("22:00"), End: at("01:30"), Volume: 3}, Active: true})
		time.Sleep(90 * time.Minute)
		volume("it ends by itself", 50)
		set(QuietPatch{Enabled: ptr(false)}, QuietHours{QuietSettings: QuietSettings{Enabled: false, Start: at("22:00"), End: at("01:30"), Volume: 3}, Active: false})
		time.Sleep(21 * time.Hour)
		volume("switched off", 50)
		set(QuietPatch{Enabled: ptr(true)}, QuietHours{QuietSettings: QuietSettings{Enabled: true, Start: at("22:00"), End: at("01:30"), Volume: 3}, Active: true})
		volume("switched on, with the times of before", 3)
		if again := throughFile(t, r.saved()).Settings.Quiet; again == nil || *again != (QuietSettings{Enabled: true, Start: at("22:00"), End: at("01:30"), Volume: 3}) {
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
		{"volume", QuietPatch{Volume: ptr(101)}},
		{"volume", QuietPatch{Volume: ptr(-1)}},
		{"start", QuietPatch{Start: ptr(TimeOfDay(24 * time.Hour))}},
		{"end", QuietPatch{End: ptr(TimeOfDay(-1))}},
	}
	story(t, nil, func(t *testing.T, r *rig) {
		was, _ := r.QuietHours(background)
		for _, row := range rows {
			row.patch.Enabled = ptr(true)
			_, err := r.SetQuietHours(background, row.patch)
			var fault *note.InvalidError
			if !errors.As(err, &fault) || fault.Field != row.field {
				t.Errorf("%+v: %v, want a fault of %s", row.patch, err, row.field)
			}
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
