// SPDX-License-Identifier: Apache-2.0

package network

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	search "github.com/koron/go-ssdp"

	"github.com/ledpost/ledpost/internal/must"
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

// TestKeptKeysAreWhole: a kept key counts with the certificate that it belongs to alone.
func TestKeptKeysAreWhole(t *testing.T) {
	const serial = "SA150600005678W00LP"
	dir := t.TempDir()
	if k, err := recall(dir, serial); k != (kept{}) || err != nil {
		t.Errorf("nothing is kept: %+v, %v", k, err)
	}
	must.Do(t, keep(dir, serial, kept{Key: mine, Pin: "00"}))
	if k, err := recall(dir, serial); k != (kept{Key: mine, Pin: "00"}) || err != nil {
		t.Errorf("kept: %+v, %v", k, err)
	}
	for _, text := range []string{"{}", `{"key":"` + mine + `"}`, `{"pin":"00"}`, "{"} {
		path := filepath.Join(dir, "devices", serial+".json")
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
		if k, err := recall(dir, serial); k != (kept{}) || err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %+v, %v", text, k, err)
		}
	}
}
