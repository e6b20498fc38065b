// SPDX-License-Identifier: Apache-2.0

package compose

import (
	"math"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
)

// TestSketchHasThePanelsShape: the sketch of a message has the shape of a high panel, too, and leaves the button that
// sends in sight of a telephone.
func TestSketchHasThePanelsShape(t *testing.T) {
	p, _ := browser.SignedIn(t, 390, 844, "--size", "64x64")
	p.Open("Send")
	p.Type("Text", "tea")
	p.Sketched()
	if b := p.CSS("#sketch img").Place(); math.Abs(b.Width-b.Height) > 1 {
		t.Errorf("the sketch for 64×64 LEDs is %v px wide and %v px high", b.Width, b.Height)
	}
	button, bar := p.Control("Show it").Place(), p.CSS("#places").Place()
	if end := button.Y + button.Height; end > bar.Y {
		t.Errorf("the button ends at %v px, below the bar at %v", end, bar.Y)
	}
}
