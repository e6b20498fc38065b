// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"fmt"
	"math"
	"time"

	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/astro"
)

// phase is how the moon looks.
type phase struct {
	degrees float64 // 0 is new, 180 full
	south   bool    // it is seen from there, upside down
}

// From nightfall on it is night where nobody knows the place, until daybreak.
const nightfall, daybreak = 21, 6

// night reports whether the sun is down at m, at the place of the weather.
func night(m *face.Reading) bool {
	at := placeOf(m)
	if at == nil {
		return m.Local.Hour() >= nightfall || m.Local.Hour() < daybreak
	}
	for _, day := range []int{-1, 0, 1} { // the clock's zone may be far from the place
		rise, set, up := astro.RiseAndSet(m.Local.AddDate(0, 0, day), at.Latitude, at.Longitude)
		switch {
		case rise.IsZero(): // and so is set
			if day == 0 {
				return !up
			}
		case !m.Local.Before(rise) && m.Local.Before(set):
			return false
		}
	}
	return true
}

// placeOf returns the place of the weather; nil = unknown.
func placeOf(m *face.Reading) *kit.Location {
	if m.Panel.Shared == nil {
		return nil
	}
	return m.Panel.Shared.Place
}

// moonOf returns the moon at m, and how much of it is lit.
func moonOf(m *face.Reading) aside {
	degrees, lit := astro.Moon(m.Local.Truncate(time.Minute))
	percent := fmt.Sprintf("%d%%", int(math.Round(100*lit)))
	at := placeOf(m)
	return aside{head: percent, widest: "100%", moon: &phase{degrees, at != nil && at.Latitude < 0}}
}
