// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"image"
	"testing"

	"github.com/ledpost/ledpost/internal/pixtest"
)

// TestLooksHaveEveryApp: the rules of looks judge each app with an act, and the device's own
// messages, with 40 sets of data at least, of which ten look different: an app whose data do not
// reach its page would be judged once.
func TestLooksHaveEveryApp(t *testing.T) {
	const least, differ = 40, 10
	for _, of := range subjects() {
		s, judged, pictures := newStage(t, image.Pt(64, 32)), 0, map[string]bool{}
		for _, roots := range s.pages(of) {
			for _, l := range roots {
				judged++
				pictures[pixtest.String(drawn(l.root, s.size))] = true
			}
		}
		if judged < least || len(pictures) < differ {
			t.Errorf("the looks judge %s with %d sets of data, want %d, of which %d look different, want %d", of.Package, judged, least, len(pictures), differ)
		}
	}
}
