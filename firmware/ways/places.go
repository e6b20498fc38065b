// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"context"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/apps/weather"
)

// places finds places for the page, with the server that the weather app asks.
type places struct{ weather *weather.Weather }

// Search implements [live.Places].
func (p places) Search(ctx context.Context, name string) (all []live.Place, err error) {
	found, err := p.weather.Places(ctx, name)
	for _, f := range found {
		all = append(all, live.Place{Name: f.Name, Region: f.Region, Country: f.Country, Latitude: f.Latitude, Longitude: f.Longitude})
	}
	return all, err
}
