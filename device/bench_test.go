// SPDX-License-Identifier: Apache-2.0

package device

import (
	"testing"

	"github.com/ledpost/ledpost/device/note"
)

// BenchmarkStep decides with a full queue.
func BenchmarkStep(b *testing.B) {
	s := newState(testConfig(b), Fresh(), start)
	for range MaxWaiting {
		if _, err := s.notify(notice(note.PriorityInfo), "", start); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		s.step(start)
	}
}
