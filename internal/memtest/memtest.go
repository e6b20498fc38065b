// SPDX-License-Identifier: Apache-2.0

// Package memtest measures what reading foreign bytes costs in memory: the
// invariant of the fuzz tests. A length in a file must never decide alone how
// much is allocated, since a program cannot recover from running out.
package memtest

import (
	"runtime"
	"testing"
)

// Allocated returns how many bytes were allocated on the heap while f ran, freed
// ones included. Goroutines beside f count as well, so a test that uses it must not
// be parallel, and a limit needs some room: 64 KiB or more.
func Allocated(f func()) uint64 {
	// runtime/metrics would not stop the world, but counts small objects by the
	// span, when it is full or the collector runs: up to a MiB too late.
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// AtMost calls f and fails t if it allocated more than limit bytes. What a limit
// is made of stands where it is used: so much for nothing, so much a byte of
// input, so much a sample or pixel that came out.
func AtMost(t testing.TB, limit int, f func()) {
	t.Helper()
	if n := Allocated(f); n > uint64(limit) {
		t.Errorf("%d bytes allocated, want at most %d", n, limit)
	}
}
