// SPDX-License-Identifier: Apache-2.0

package light

import (
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

func at(lat, long float64) ScheduleConfig { return ScheduleConfig{Latitude: &lat, Longitude: &long} }

func TestSun(t *testing.T) {
	for _, c := range []struct {
		why       string
		lat, long float64
		utc       string
		want, off float64
	}{
		// Almanac of Greenwich for 21 June 2026: sunrise 03:43, sunset 20:21 UTC,
		// civil twilight from 02:56 to 21:09.
		{"London, summer noon", 51.5, 0, "2026-06-21 12:00", 300, 0},
		{"London, midnight", 51.5, 0, "2026-06-21 00:00", 1, 0},
		{"London, before civil twilight", 51.5, 0, "2026-06-21 02:50", 1, 0},
		{"London, sunrise: the middle by the logarithm, less 0.8° of refraction", 51.5, 0, "2026-06-21 03:43",
			math.Pow(300, 0.43), 1.5},
		{"London, an hour after sunrise", 51.5, 0, "2026-06-21 04:43", 300, 0.5},
		{"London, winter afternoon", 51.5, 0, "2026-12-21 17:00", 1, 0},
		{"Sydney, noon in its winter", -33.9, 151.2, "2026-06-21 02:00", 300, 0},
		{"Sydney, midnight", -33.9, 151.2, "2026-06-21 14:00", 1, 0},
		{"Tromsø, midnight sun, 3.1° high", 69.7, 18.9, "2026-06-21 22:45", math.Pow(300, 9.14/12), 2},
		{"Tromsø, polar night: 3.1° below at noon", 69.7, 18.9, "2026-12-21 10:45", math.Pow(300, 2.86/12), 0.2},
		{"Tromsø, polar night", 69.7, 18.9, "2026-12-21 22:00", 1, 0},
		{"south pole", -90, 0, "2026-06-21 12:00", 1, 0},
	} {
		s := must.Get(NewSchedule(at(c.lat, c.long)))(t)
		now := must.Get(time.Parse("2006-01-02 15:04", c.utc))(t)
		for _, zone := range []*time.Location{time.UTC, time.FixedZone("far", 13*3600)} {
			if got := s.lux(now.In(zone)); !(math.Abs(got-c.want) <= c.off) {
				t.Errorf("%s: %v lx, want %v ± %v", c.why, got, c.want, c.off)
			}
		}
	}
}

func TestSunNeverJumps(t *testing.T) {
	s := must.Get(NewSchedule(at(48.1, 11.6)))(t)
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for last := s.lux(now); now.Month() == time.March; now = now.Add(time.Minute) {
		lux := s.lux(now)
		if r := lux / last; r > 1.15 || r < 1/1.15 {
			t.Fatalf("at %v from %v to %v lx within a minute", now, last, lux)
		}
		last = lux
	}
}

func TestClock(t *testing.T) {
	cfg := ScheduleConfig{Times: map[string]float64{"07:00": 300, "20:30": 30, "23:00": 0}}
	s := must.Get(NewSchedule(cfg))(t)
	for _, c := range []struct {
		why  string
		hour float64
		want float64
	}{
		{"the last of yesterday", 0, 0},
		{"just before", 6.99, 0},
		{"from its minute on", 7, 300},
		{"noon", 12, 300},
		{"evening", 20.5, 30},
		{"night", 23.5, 0},
	} {
		now := time.Date(2026, 5, 5, 0, 0, 0, 0,
			time.FixedZone("here", -7200)).Add(time.Duration(c.hour * float64(time.Hour)))
		if got := s.lux(now); got != c.want {
			t.Errorf("%s: %v lx, want %v", c.why, got, c.want)
		}
	}
}

func TestScheduleReadsTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // starts at midnight UTC
		now := time.Now()
		s, err := NewSchedule(ScheduleConfig{Times: map[string]float64{
			now.Format("15:04"): 5, now.Add(10 * time.Minute).Format("15:04"): 6}})
		must.Do(t, err)
		first, _ := s.Lux(t.Context())
		time.Sleep(10 * time.Minute)
		second, _ := s.Lux(t.Context())
		if first != 5 || second != 6 {
			t.Errorf("%v, then %v lx, want 5, then 6", first, second)
		}
	})
}

func TestScheduleFaults(t *testing.T) {
	north := 48.0
	for _, c := range []struct {
		want string
		cfg  ScheduleConfig
	}{
		{"wants latitude and longitude, or times", ScheduleConfig{}},
		{"belong together", ScheduleConfig{Latitude: &north}},
		{"not both", ScheduleConfig{Latitude: &north, Longitude: &north, Times: map[string]float64{"07:00": 1}}},
		{"-90 to 90", at(91, 0)},
		{"-180 to 180", at(0, 181)},
		{"-90 to 90", at(math.NaN(), 0)},
		{"night below day", ScheduleConfig{Latitude: &north, Longitude: &north, Day: 5, Night: 5}},
		{"night below day", ScheduleConfig{Latitude: &north, Longitude: &north, Night: -5}},
		{"night below day", ScheduleConfig{Latitude: &north, Longitude: &north, Day: 1e9}},
		{"not a time of the day", ScheduleConfig{Times: map[string]float64{"7 pm": 1}}},
		{"not a time of the day", ScheduleConfig{Times: map[string]float64{"24:00": 1}}},
		{"two times are the same", ScheduleConfig{Times: map[string]float64{"07:00": 1, "7:00": 2}}},
		{"-1 lx at 07:00", ScheduleConfig{Times: map[string]float64{"07:00": -1}}},
	} {
		must.Fail(t, c.cfg.Check(), c.want)
	}
}

func FuzzClock(f *testing.F) {
	f.Add("07:00", 300.0, "22:30", 1.0)
	f.Add("", -1.0, "99:99", 1e300)
	f.Fuzz(func(t *testing.T, a string, luxA float64, b string, luxB float64) {
		memtest.AtMost(t, 256<<10+256*(len(a)+len(b)), func() {
			s, err := NewSchedule(ScheduleConfig{Times: map[string]float64{a: luxA, b: luxB}})
			if err != nil {
				return
			}
			for hour := range 24 {
				if lux := s.lux(time.Date(2026, 1, 1, hour, 30, 0, 0, time.UTC)); lux != luxA && lux != luxB {
					t.Errorf("%v lx at %d:30", lux, hour)
				}
			}
		})
	})
}
