// SPDX-License-Identifier: Apache-2.0

// Package eventually lets a test wait for what other processes, or goroutines
// that run in real time, bring about.
package eventually

import (
	"testing"
	"time"
)

// Patience is how long anything outside of a test may take: a busy machine is
// slow, not broken.
const Patience = time.Minute

// True waits until ok returns true, and ends the test if it does not within
// Patience; what says what did not happen. It calls ok on the test's goroutine.
func True(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for begun := time.Now(); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Since(begun) > Patience {
			t.Fatalf("in %v never: %s", Patience, what)
		}
	}
}
