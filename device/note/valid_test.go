// SPDX-License-Identifier: Apache-2.0

package note

import "testing"

// TestNameless: the values after the last name are none of an enumeration.
func TestNameless(t *testing.T) {
	if last := Effect(len(effectNames)); last.Valid() || !(last - 1).Valid() || !EffectDefault.Valid() {
		t.Error("effects end elsewhere")
	}
	if last := Overlay(len(overlayNames)); last.Valid() || !(last - 1).Valid() || !NoOverlay.Valid() {
		t.Error("overlays end elsewhere")
	}
}
