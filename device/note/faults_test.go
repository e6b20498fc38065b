// SPDX-License-Identifier: Apache-2.0

package note

import "testing"

// TestManyFaults: what is said of a value in which everything is wrong is bounded.
func TestManyFaults(t *testing.T) {
	var errs Faults
	for range maxFaults + 3 {
		errs.Add("x", "is wrong")
	}
	if len(errs) != maxFaults {
		t.Errorf("%d faults, want %d", len(errs), maxFaults)
	}
}
