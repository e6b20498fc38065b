// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"image"
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/render/rendertest"
)

// TestFacesPose: every face has a picture on every panel, lit, and the same each time;
// nothing else has one.
func TestFacesPose(t *testing.T) {
	names, _ := face.Choices()
	for _, size := range []image.Point{{8, 8}, {37, 8}, {64, 64}} {
		clock := New(apptest.SizedEnv(t, size), nil, 0).(*Clock)
		for _, name := range names {
			w := clock.Pose("face", name)
			if w == nil {
				t.Fatalf("%v: no picture of %s", size, name)
			}
			rendertest.Check(t, w)
			m := image.NewRGBA(image.Rectangle{Max: size})
			w.Draw(m, image.Point{}, 0)
			lit := false
			for i := range m.Pix {
				lit = lit || i%4 != 3 && m.Pix[i] > 0
			}
			if !lit {
				t.Errorf("%v: the picture of %s is dark", size, name)
			}
		}
		if clock.Pose("face", "none") != nil || clock.Pose("hours", "12") != nil {
			t.Errorf("%v: what is no face has a picture", size)
		}
	}
}
