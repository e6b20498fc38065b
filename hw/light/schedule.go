// SPDX-License-Identifier: Apache-2.0

package light

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/ledpost/ledpost/hw/source"
	"github.com/nathan-osman/go-sunrise"
)

// ScheduleConfig is light by the sun, with Latitude and Longitude, or by the
// clock, with Times.
type ScheduleConfig struct {
	// Latitude and Longitude in degrees, north and east positive.
	Latitude  *float64 `toml:"latitude"`
	Longitude *float64 `toml:"longitude"`
	// Day and Night are the lux with the sun up and down; zeros are 300 and 1.
	Day   float64 `toml:"day"`
	Night float64 `toml:"night"`
	// Times of the day, local, from which on a light in lux holds: "22:30" = 1.
	Times map[string]float64 `toml:"times"`
}

func (c *ScheduleConfig) setDefaults() {
	c.Day = cmp.Or(c.Day, litRoom)
	if c.Night == 0 {
		c.Night = darkRoom
	}
}

// Check returns the faults of the keys.
func (c ScheduleConfig) Check() error {
	_, err := NewSchedule(c)
	return err
}

// Plan implements source.Driver.
func (c ScheduleConfig) Plan() (source.Plan[Sensor], error) {
	s, err := NewSchedule(c)
	return source.Plan[Sensor]{Open: func() (Sensor, error) { return s, nil }}, err
}

// Schedule is light by the sun or the clock.
type Schedule struct {
	lux func(now time.Time) float64
	by  string
}

// NewSchedule is the sensor of cfg.
func NewSchedule(cfg ScheduleConfig) (*Schedule, error) {
	cfg.setDefaults()
	sun := cfg.Latitude != nil || cfg.Longitude != nil
	switch {
	case sun && len(cfg.Times) != 0:
		return nil, errors.New("light: latitude and longitude, or times, not both")
	case sun:
		return newSun(cfg)
	case len(cfg.Times) != 0:
		return newClock(cfg.Times)
	}
	return nil, errors.New("light: a schedule wants latitude and longitude, or times")
}

// Lux implements Sensor.
func (s *Schedule) Lux(context.Context) (float64, error) { return s.lux(time.Now()), nil }

// Close implements Sensor.
func (s *Schedule) Close() error { return nil }

func (s *Schedule) String() string { return "light by the " + s.by }

// The sun's elevations, in degrees, between which night turns into day: the
// end of civil twilight, when lamps are lit, and as much above the horizon.
const (
	dusk = -6
	dawn = 6
)

func newSun(c ScheduleConfig) (*Schedule, error) {
	if c.Latitude == nil || c.Longitude == nil {
		return nil, errors.New("light: latitude and longitude belong together")
	}
	lat, long := *c.Latitude, *c.Longitude
	if !(math.Abs(lat) <= 90) || !(math.Abs(long) <= 180) {
		return nil, fmt.Errorf("light: latitude %v, longitude %v, want -90 to 90 and -180 to 180", lat, long)
	}
	if !(c.Night > 0 && c.Night < c.Day && c.Day <= most) {
		return nil, fmt.Errorf("light: night is %v lx, day %v lx, want night below day", c.Night, c.Day)
	}
	return &Schedule{by: "sun", lux: func(now time.Time) float64 {
		return between(c.Night, c.Day, sunrise.Elevation(lat, long, now))
	}}, nil
}

// between is the light at an elevation of the sun: by the logarithm, as the eye
// sees.
func between(night, day, elevation float64) float64 {
	share := min(max((elevation-dusk)/(dawn-dusk), 0), 1)
	return night * math.Pow(day/night, share)
}

// A start is when a light begins.
type start struct {
	minute int // of the day
	lux    float64
}

func newClock(times map[string]float64) (*Schedule, error) {
	var starts []start
	for text, lux := range times {
		at, err := time.Parse("15:04", text)
		if err != nil {
			return nil, fmt.Errorf("light: %q is not a time of the day such as 22:30", text)
		}
		if _, err := believable(lux); err != nil {
			return nil, fmt.Errorf("light: %v lx at %s, want 0 to %d", lux, text, most)
		}
		starts = append(starts, start{60*at.Hour() + at.Minute(), lux})
	}
	slices.SortFunc(starts, func(a, b start) int { return a.minute - b.minute })
	for i := range starts[1:] {
		if starts[i].minute == starts[i+1].minute {
			return nil, errors.New("light: two times are the same")
		}
	}
	return &Schedule{by: "clock", lux: func(now time.Time) float64 {
		minute := 60*now.Hour() + now.Minute()
		lux := starts[len(starts)-1].lux // since yesterday
		for _, s := range starts {
			if s.minute <= minute {
				lux = s.lux
			}
		}
		return lux
	}}, nil
}
