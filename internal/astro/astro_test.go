// SPDX-License-Identifier: Apache-2.0

package astro_test

import (
	"math"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/ledpost/ledpost/internal/astro"
	"github.com/ledpost/ledpost/internal/must"
)

func near(got, want, by float64) bool { return math.Abs(got-want) <= by }

// TestSun is Meeus' example 25.a: 1992-10-13 0h.
func TestSun(t *testing.T) {
	ra, dec, _ := astro.Sun(time.Date(1992, 10, 13, 0, 0, 0, 0, time.UTC))
	if !near(ra, 198.38083, 0.001) || !near(dec, -7.78507, 0.001) {
		t.Errorf("%v, %v, want 198.38083, -7.78507", ra, dec)
	}
	_, _, ahead := astro.Sun(time.Date(1992, 10, 13, 0, 0, 0, 0, time.UTC)) // example 28.b: 13 min 42.6 s
	if !near(ahead, 3.427, 0.01) {
		t.Errorf("the equation of time is %v°, want 3.427°", ahead)
	}
}

// TestRiseAndSet: almanacs give these to the minute.
func TestRiseAndSet(t *testing.T) {
	for _, row := range []struct {
		place, zone, day, rise, set string
		lat, long                   float64
	}{
		{"London, midsummer", "Europe/London", "2026-06-21", "04:43", "21:22", 51.507, -0.128},
		{"London, midwinter", "Europe/London", "2026-12-21", "08:04", "15:54", 51.507, -0.128},
		{"Berlin, midsummer", "Europe/Berlin", "2026-06-21", "04:43", "21:33", 52.52, 13.405},
		{"New York, midwinter", "America/New_York", "2026-12-21", "07:17", "16:32", 40.713, -74.006},
		{"Sydney, midsummer: on the other side of the date", "Australia/Sydney", "2026-12-21", "05:41", "20:05",
			-33.869, 151.209},
		{"Tokyo, midwinter", "Asia/Tokyo", "2026-12-21", "06:47", "16:32", 35.69, 139.69},
		{"Quito, on the equator", "America/Guayaquil", "2026-03-20", "06:18", "18:25", -0.18, -78.47},
	} {
		zone := must.Get(time.LoadLocation(row.zone))(t)
		day, _ := time.ParseInLocation("2006-01-02", row.day, zone)
		for _, hour := range []int{0, 12, 23} {
			rise, set, _ := astro.RiseAndSet(day.Add(time.Duration(hour)*time.Hour), row.lat, row.long)
			for _, is := range []struct {
				got  time.Time
				want string
			}{{rise, row.rise}, {set, row.set}} {
				want, _ := time.ParseInLocation("2006-01-02 15:04", row.day+" "+is.want, zone)
				if d := is.got.Sub(want); d.Abs() > 2*time.Minute {
					t.Errorf("%s, asked at %d h: %v, want %s", row.place, hour, is.got, is.want)
				}
			}
		}
	}
}

func TestPolarDays(t *testing.T) {
	for _, row := range []struct {
		day string
		lat float64
		up  bool
	}{
		{"2026-06-21", 69.65, true}, {"2026-12-21", 69.65, false}, {"2026-12-21", -77.85, true}, {"2026-06-21", 90, true},
		{"2026-06-21", -90, false},
	} {
		day, _ := time.Parse("2006-01-02", row.day)
		if rise, set, up := astro.RiseAndSet(day, row.lat, 18.96); !rise.IsZero() || !set.IsZero() || up != row.up {
			t.Errorf("%s at %v°: %v to %v, up %v", row.day, row.lat, rise, set, up)
		}
	}
}

// TestMoon is Meeus' example 48.a, and phases of 2026 as almanacs give them; those of
// August are eclipses.
func TestMoon(t *testing.T) {
	if _, lit := astro.Moon(time.Date(1992, 4, 12, 0, 0, 0, 0, time.UTC)); !near(lit, 0.6786, 0.004) {
		t.Errorf("%v is lit, want 0.6786", lit)
	}
	for when, want := range map[string]float64{
		"2026-01-03 10:03": 180, "2026-01-18 19:52": 0, "2026-03-03 11:38": 180, "2026-08-12 17:37": 0,
		"2026-08-28 04:18": 180,
	} {
		at, _ := time.Parse("2006-01-02 15:04", when)
		phase, lit := astro.Moon(at)
		if d := math.Abs(phase - want); min(d, 360-d) > 0.7 {
			t.Errorf("%s: phase %v, want %v", when, phase, want)
		}
		if !near(lit, want/180, 0.002) {
			t.Errorf("%s: %v is lit", when, lit)
		}
	}
	if quarter, _ := astro.Moon(time.Date(2026, 8, 20, 2, 46, 0, 0, time.UTC)); !near(quarter, 90, 1) {
		t.Errorf("first quarter is %v", quarter)
	}
}
