// SPDX-License-Identifier: Apache-2.0

package synth

import (
	"math"
	"testing"
)

// TestUrgency: alarms go from gentle to urgent: what makes urgency (Haas and
// Edworthy 1996) grows from the first third to the second and the last.
func TestUrgency(t *testing.T) {
	var groups [3]float64
	for i, id := range IDs("alarms") {
		s := render(t, "alarms", id, rate)
		beginnings := float64(len(s.onsets())) / (float64(len(s.x)) / s.rate)
		urgency := math.Log2(s.centroid(0, 1)/500) + 4*s.duty() + math.Log2(1+beginnings)/2
		groups[i*3/13] += urgency / []float64{5, 4, 4}[i*3/13]
		t.Logf("%s: %.1f", id, urgency)
	}
	if !(groups[0]+1 < groups[1] && groups[1]+0.5 < groups[2]) {
		t.Errorf("mean urgency of alarms 1-5, 6-9, 10-13: %.1f", groups)
	}
}
