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

// Get ends the test with err, unless that is nil, and returns v. It takes the results of a
// call, and the test behind them: must.Get(os.Open(name))(t).
func Get[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
		return v
	}
}
