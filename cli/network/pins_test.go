// SPDX-License-Identifier: Apache-2.0

package network

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

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
