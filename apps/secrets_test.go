// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/apps/calendar"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/data"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/sky"
	"github.com/ledpost/ledpost/apps/tronbyt"
	"github.com/ledpost/ledpost/apps/weather"
	"github.com/ledpost/ledpost/device"
)

// TestSecretSettings: these settings are shown to nobody, and those tell where or who the owner is: nobody
// shares them by accident.
func TestSecretSettings(t *testing.T) {
	secret := map[string][]string{
		calendar.Package: {"urls"}, data.Package: {"headers"}, tronbyt.Package: {"key"}, weather.Package: {"url"},
	}
	personal := map[string][]string{
		clock.Package: {"hours", "zone", "language", "alarms"},
		sky.Package:   {"latitude", "longitude"}, tronbyt.Package: {"url"},
		weather.Package: {"place", "latitude", "longitude", "units"},
	}
	gotSecret, gotPersonal := map[string][]string{}, map[string][]string{}
	for _, app := range All(kit.Env{}, nil).Apps {
		about := app.About()
		for _, p := range about.Settings.Properties {
			if hides := func(s *device.Schema) bool { return s != nil && s.Secret }; hides(&p.Schema) || hides(p.Schema.Items) {
				gotSecret[about.Package] = append(gotSecret[about.Package], p.Name)
			}
			if p.Schema.Personal {
				gotPersonal[about.Package] = append(gotPersonal[about.Package], p.Name)
			}
		}
	}
	for _, row := range []struct {
		why       string
		got, want map[string][]string
	}{{"secret", gotSecret, secret}, {"personal", gotPersonal, personal}} {
		for pkg, want := range row.want {
			if got := row.got[pkg]; !slices.Equal(got, want) {
				t.Errorf("%s of %s are %v, want %v", row.why, pkg, got, want)
			}
		}
	}
}

// TestAddressesHideTheirSecrets: every setting that holds an address is one whose
// password and tokens are hidden from readers.
func TestAddressesHideTheirSecrets(t *testing.T) {
	found := 0
	var look func(where string, s *device.Schema, secret bool)
	look = func(where string, s *device.Schema, secret bool) {
		secret = secret || s.Secret
		if strings.Contains(strings.ToLower(where), "url") && s.Type == "string" {
			if found++; s.Format != "uri" && !secret {
				t.Errorf("%s shows its secrets", where)
			}
		}
		if s.Items != nil {
			look(where, s.Items, secret)
		}
		for _, p := range s.Properties {
			look(where+"."+p.Name, &p.Schema, secret)
		}
	}
	for _, f := range table {
		about := f.New(kit.Env{}, nil, 0).About()
		look(about.Package, &about.Settings, false)
	}
	if found < 5 { // data, radio, tronbyt, weather, calendar
		t.Errorf("%d addresses", found)
	}
}
