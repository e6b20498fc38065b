// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"testing"
	"time"
)

// TestFreedAfter: only a press that has lasted from the start for at least 10 s counts; a
// line that is not connected never ends it, or late.
func TestFreedAfter(t *testing.T) {
	for _, row := range []struct {
		after time.Duration
		want  bool
		why   string
	}{
		{time.Second, false, "somebody touched it"},
		{9900 * time.Millisecond, false, "not long enough"},
		{10 * time.Second, true, "held"},
		{59 * time.Second, true, "held patiently"},
		{61 * time.Second, false, "no hand is that patient"},
	} {
		done := false
		b := buttons{reset: func() { done = true }}
		if b.freed(row.after); done != row.want {
			t.Errorf("%s: after %v it resets: %v", row.why, row.after, done)
		}
	}
	(&buttons{}).freed(20 * time.Second) // nobody resets this one
}
