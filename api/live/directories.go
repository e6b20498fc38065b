// SPDX-License-Identifier: Apache-2.0

package live

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
)

// directories is the room in which values for settings of apps are looked up.
type directories struct {
	places   Places
	stations Stations
}

// Directories returns the room in which clients look up places and radio stations; p nil =
// only cities that are built in.
func Directories(p Places, s Stations) *directories { return &directories{p, s} }

// Endpoints looks up.
func (m *directories) Endpoints() []rest.Endpoint {
	return []rest.Endpoint{
		{Path: "/live/places", Control: true, Methods: rest.Methods{http.MethodGet: getPlaces(m.places)}},
		{Path: "/live/stations", Control: true, Methods: rest.Methods{http.MethodGet: getStations(m.stations)}},
	}
}
