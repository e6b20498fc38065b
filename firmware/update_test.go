// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"image"
	"testing"

	"github.com/ledpost/ledpost/device"
)

// TestUpdatingSpeaksTheOwnersLanguage where the panel has room for its letters.
func TestUpdatingSpeaksTheOwnersLanguage(t *testing.T) {
	for _, row := range []struct {
		language string
		panel    image.Point
		want     string
	}{
		{"", image.Pt(64, 32), "Update to 1.3.0"},
		{"de", image.Pt(37, 8), "Update auf 1.3.0"},
		{"fr", image.Pt(37, 8), "Mise à jour : 1.3.0"},
		{"zh", image.Pt(64, 32), "更新到1.3.0"},
		{"zh", image.Pt(37, 8), "Update to 1.3.0"},
	} {
		n := updating(row.panel, device.Region{Language: row.language}, "1.3.0")
		if err := n.Validate(); err != nil {
			t.Error(err)
		}
		if got := n.Frames[0].Text[0].Text; got != row.want {
			t.Errorf("%q on %v: %q, want %q", row.language, row.panel, got, row.want)
		}
	}
}
