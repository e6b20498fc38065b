// SPDX-License-Identifier: Apache-2.0

package weather

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/ledpost/ledpost/apps/kit"
)

// Place is a place that the search has found. The texts have at most 64
// characters each and may be empty, except Name.
type Place struct {
	Name      string
	Region    string // state or province
	Country   string
	Latitude  float64
	Longitude float64

	code, district string // of the country, and within the region
}

// parsePlaces returns the places of a server's answer that are on Earth.
func parsePlaces(raw []byte) (all []Place, err error) {
	var in struct {
		Results []struct {
			Latitude  float64 `json:"latitude"`
			Longitude float64 `json:"longitude"`
			Name      string  `json:"name"`
			Country   string  `json:"country"`
			Code      string  `json:"country_code"`
			Admin1    string  `json:"admin1"`
			Admin2    string  `json:"admin2"`
		} `json:"results"`
	}
	if err := json.Unmarshal(raw, &in); err != nil {
		return nil, errors.New("the answer is not the JSON of a place search")
	}
	const most = 10 // as asked for
	for _, r := range in.Results {
		if len(all) < most && within(r.Latitude, 90) == r.Latitude && within(r.Longitude, 180) == r.Longitude {
			all = append(all,
				Place{first64(r.Name), first64(r.Admin1), first64(r.Country), r.Latitude, r.Longitude, r.Code, r.Admin2})
		}
	}
	return all, nil
}

// first64 returns the first 64 characters of s.
func first64(s string) string { return string([]rune(s)[:min(len([]rune(s)), 64)]) }

// chosen returns the first place that matches which, by its country or a region; the
// first of all if which is empty.
func chosen(all []Place, which string) (*kit.Location, error) {
	for _, p := range all {
		for _, is := range []string{"", p.Country, p.code, p.Region, p.district} {
			if strings.EqualFold(is, which) {
				return &kit.Location{Latitude: p.Latitude, Longitude: p.Longitude, Name: p.Name}, nil
			}
		}
	}
	return nil, errNoPlace
}

// errNoPlace is returned when the server does not know the place.
var errNoPlace = errors.New("there is no such place")
