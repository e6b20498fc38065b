// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"testing"

	"github.com/ledpost/ledpost/device/paint"
)

// TestNames: there is one of ours for every name of theirs.
func TestNames(t *testing.T) {
	for number, n := range transitionNames {
		got, ok := transitionOf(number)
		if !ok || got.String() != n.ours || transitionNumber(got) != number {
			t.Errorf("transition %s is %v, %v, which is number %d", n.theirs, got, ok, transitionNumber(got))
		}
	}
	for _, e := range effectNames {
		if effectOf(e.theirs) != e.ours {
			t.Errorf("effect %s is %q, want %q", e.theirs, effectOf(e.theirs), e.ours)
		}
	}
	wipe, err := paint.ParseTransition("wipe")
	if err != nil || transitionNumber(wipe) != slide {
		t.Errorf("one that has no number is %d, %v", transitionNumber(wipe), err)
	}
}
