// SPDX-License-Identifier: Apache-2.0

// Package must ends a test at a step that failed and without which it cannot go on.
package must

import "testing"

// Do ends the test with err, unless that is nil. Only the test's own goroutine may call it.
func Do(t testing.TB, err error) {
	if err != nil {
		t.Helper() // not before: benchmarks call Do, too
		t.Fatal(err)
	}
}
