// SPDX-License-Identifier: Apache-2.0

package network

import (
	"slices"
	"strings"
	"testing"

	search "github.com/koron/go-ssdp"
)

// TestLocations: a device that answers twice is asked once, and not more than 64 are.
func TestLocations(t *testing.T) {
	var all []search.Service
	for i := range 3 * maxDevices {
		all = append(all, search.Service{Location: strings.Repeat("a", i/2+1)})
	}
	got := locations(all)
	if len(got) != maxDevices || !slices.IsSorted(got) || len(slices.Compact(got)) != maxDevices {
		t.Errorf("%d: %q", len(got), got)
	}
}
