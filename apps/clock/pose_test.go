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
		clock := clockOn(t, size)
		for _, name := range names {
			w := clock.Pose("face", name)
			if w == nil {
				t.Fatalf("%v: no picture of %s", size, name)
			}
			rendertest.Check(t, w)
			apptest.DrawAll(t, name, w, size)
		}
		if clock.Pose("face", "none") != nil || clock.Pose("hours", "12") != nil {
			t.Errorf("%v: what is no face has a picture", size)
		}
	}
}
