// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"image"
	"testing"

	"github.com/ledpost/ledpost/apps/custom"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
)

// TestLooksHaveEveryApp: the rules of looks judge each app of the table, and the custom
// apps of AWTRIX, with 40 sets of data at least, of which ten look different: an app
// whose data do not reach its page would be judged once.
func TestLooksHaveEveryApp(t *testing.T) {
	const least, differ = 40, 10
	s := newStage(t, image.Pt(64, 32))
	judged, pictures := map[string]int{}, map[string]map[string]bool{}
	for _, roots := range s.pages() {
		for _, l := range roots {
			a := s.drawn[l.root]
			if judged[a]++; pictures[a] == nil {
				pictures[a] = map[string]bool{}
			}
			m := image.NewRGBA(image.Rectangle{Max: s.size})
			render.Clear(m)
			l.root.Draw(m, image.Point{}, 0)
			pictures[a][pixtest.String(m)] = true
		}
	}
	for _, a := range append([]kit.App{custom.App}, table...) {
		if n := judged[a.Package]; n < least {
			t.Errorf("the looks judge %s with %d sets of data, want %d: add its pages to stage.set", a.Package, n, least)
		}
		if n := len(pictures[a.Package]); n < differ {
			t.Errorf("%d pages of %s look different, want %d", n, a.Package, differ)
		}
	}
}
