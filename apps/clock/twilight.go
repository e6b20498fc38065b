// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"time"

	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/astro"
)

// The colours come and go in twilightFor before and after the sun crosses the horizon: civil
// twilight at 50° north takes 32 to 42 minutes. They are strongest for twilightFull on each side.
const (
	twilightFor  = 45 * time.Minute
	twilightFull = 15 * time.Minute
)

// sky returns the light of the sky at m, at the place of the weather, in the colours of the app
// of sun and moon. A night of the device has a colour already, and LEDs that are only on or off
// have none.
func (d *widgetClock) sky(m *face.Reading, night bool) (s face.Sky) {
	at := m.Panel.Shared.Place
	if !d.lives(twilight) || at == nil || !m.Known || m.Panel.Monochrome || night {
		return s
	}
	now := m.Local.Truncate(time.Minute)
	for _, day := range []int{-1, 0, 1} { // the clock's zone may be far from the place
		rise, set, _ := astro.RiseAndSet(now.AddDate(0, 0, day), at.Latitude, at.Longitude)
		if share := twilightShare(now, rise); share > s.Share {
			s = face.Sky{Upper: kit.Warm, Lower: kit.Dusk, Share: share}
		}
		if share := twilightShare(now, set); share > s.Share {
			s = face.Sky{Upper: kit.Dusk, Lower: kit.Warm, Share: share}
		}
	}
	return s
}

// twilightShare returns the share of the sky's colours at now, 0 to 1, where the sun crosses the
// horizon at sun; zero = it does not.
func twilightShare(now, sun time.Time) float64 {
	if sun.IsZero() {
		return 0
	}
	left := twilightFor - now.Sub(sun).Abs()
	return min(max(float64(left)/float64(twilightFor-twilightFull), 0), 1)
}

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
