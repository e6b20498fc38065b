// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
)

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
