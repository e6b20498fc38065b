// SPDX-License-Identifier: Apache-2.0

package memtest

import (
	"testing"
)

var sink []byte

func TestAllocated(t *testing.T) {
	for _, size := range []int{1 << 20, 64 << 20} {
		if n := Allocated(func() { sink = make([]byte, size) }); n < uint64(size) || n > uint64(size)+1<<20 {
			t.Errorf("%d bytes allocated, counted %d", size, n)
		}
	}
	small := Allocated(func() {
		for range 1 << 16 {
			sink = make([]byte, 64) // never one of a span of its own
		}
	})
	if small < 4<<20 || small > 5<<20 {
		t.Errorf("65,536 times 64 bytes allocated, counted %d", small)
	}
}

// recorder notes that it was failed.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.failed = true }

func TestAtMost(t *testing.T) {
	for limit, want := range map[int]bool{1 << 20: true, 8 << 20: false} {
		r := &recorder{TB: t}
		AtMost(r, limit, func() { sink = make([]byte, 4<<20) })
		if r.failed != want {
			t.Errorf("4 MiB where %d bytes are allowed: failed is %v", limit, r.failed)
		}
	}
}
