// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// TestEveryPanelIsToldEverythingAgain: whatever the driver, a picture that stands
// still is sent again within two seconds, so that a panel that lost its supply, or
// got noise for data, shows it again. What chips need besides is in the tests of
// their packages.
func TestEveryPanelIsToldEverythingAgain(t *testing.T) {
	for name, cfg := range samples(t) {
		t.Run(name, func(t *testing.T) {
			b := must.Get(emulate(cfg))(t)
			p := must.Get(b.Open())(t)
			m := pictures(p.Bounds().Size(), true, 1)[0]
			must.Do(t, p.Draw(p.Bounds(), m, image.Point{}))
			want := b.Picture()
			r, ok := p.(Refresher)
			if !ok {
				t.Fatal("it is never sent again")
			}
			for range 3 {
				if after := r.RefreshAfter(); after <= 0 || after > 2*time.Second {
					t.Errorf("sent again after %v", after)
				}
				must.Do(t, r.Refresh())
			}
			if d := Differ(b.Picture(), want); d != nil {
				t.Error(d)
			}
		})
	}
}
