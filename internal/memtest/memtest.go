// Package memtest measures what reading foreign bytes costs in memory: the
// invariant of the fuzz tests. A length in a file must never decide alone how
// much is allocated, since a program cannot recover from running out.
package memtest

import (
	"runtime/metrics"
	"testing"
)

// Allocated returns how many bytes were allocated on the heap while f ran, freed
// ones included: from below within some 100 KiB, because the runtime counts
// small objects by the span. Goroutines beside f count as well, so a test that
// uses it must not be parallel.
func Allocated(f func()) uint64 {
	before := total()
	f()
	return total() - before
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

// total is what was ever allocated. Unlike runtime.ReadMemStats it does not stop
// the world, for a fuzz test to keep its pace.
func total() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
