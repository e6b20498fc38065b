// SPDX-License-Identifier: Apache-2.0

package page

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
)

// TestPageAsksLittle: the first place comes with 12 questions at most, a second visit with 8, for all else is kept, and
// nothing is asked twice.
func TestPageAsksLittle(t *testing.T) {
	first, r := browser.NewPageHere(t, 390, 844, browser.Light), rig.Launch(t, nil)
	for _, visit := range []struct {
		name string
		page func() *browser.Page
		most int
	}{{"first", func() *browser.Page { return first }, 12}, {"second", first.Tab, 8}} {
		p := visit.page()
		p.Visit(r.URL + "/#" + r.Key)
		p.Live()
		p.CSS("#invite").Shows()
		p.Control("Next alarm None *").Shows()
		p.Idle()
		asked := p.AskedDevice()
		t.Logf("%s visit: %d questions, %d bytes:\n%s", visit.name, len(asked), p.Transferred("."), strings.Join(asked, "\n"))
		seen := map[string]bool{}
		for _, a := range asked {
			if seen[a] {
				t.Errorf("%s visit: %s is asked twice", visit.name, a)
			}
			seen[a] = true
		}
		if len(asked) > visit.most {
			t.Errorf("%s visit: %d questions, want %d at most", visit.name, len(asked), visit.most)
		}
	}
}
