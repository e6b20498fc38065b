// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/internal/astro"
)

// From nightfall on it is night where nobody knows the place, until daybreak.
const nightfall, daybreak = 21, 6

// night reports whether the sun is down at m, at the place of the weather.
func night(m *face.Reading) bool {
	at := m.Panel.Shared.Place
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
