// SPDX-License-Identifier: Apache-2.0

package weather

import "time"

// The first snow of a winter comes after some time without any, of which some was watched.
const (
	snowless = 150 * 24 * time.Hour
	watched  = 14 * 24 * time.Hour
	tellSnow = 12 * time.Hour
)

// snowfall tells the first snow of a winter. The zero value has seen no weather.
type snowfall struct {
	Since time.Time `json:"since"`          // it watches
	Last  time.Time `json:"last,omitzero"`  // it snowed
	First time.Time `json:"first,omitzero"` // snow of this winter, or of an earlier one
}

// watch takes note of the current weather of f, whose time is of a plausible clock.
func (s *snowfall) watch(f *forecast) {
	if f.Now == nil {
		return
	}
	if s.Since.IsZero() || f.At.Before(s.Since) { // or the clock was wrong
		s.Since = f.At
	}
	for _, at := range []*time.Time{&s.Last, &s.First} {
		if at.After(f.At) { // the clock was wrong: that snow falls in no year
			*at = time.Time{}
		}
	}
	if skyOf(f.Now.Code).icon != "weather-snow" {
		return
	}
	if f.At.Sub(s.Since) >= watched && f.At.Sub(s.Last) >= snowless {
		s.First = f.At
	}
	s.Last = f.At
}

// first reports whether the first snow is to be told at now.
func (s *snowfall) first(now time.Time) bool {
	return !s.First.IsZero() && !now.Before(s.First) && now.Sub(s.First) < tellSnow
}
