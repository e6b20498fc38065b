// SPDX-License-Identifier: Apache-2.0

package device

import (
	"testing"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
)

// BenchmarkStep decides with a full queue.
func BenchmarkStep(b *testing.B) {
	s := newState(testConfig(b), Fresh(), start)
	for range MaxWaiting {
		must.Get(s.notify(notice(note.PriorityInfo), "", start))(b)
	}
	b.ReportAllocs()
	for b.Loop() {
		s.step(start)
	}
}
