// SPDX-License-Identifier: Apache-2.0

package update

import (
	"errors"
	"testing"
)

// TestFollows: a helper that somebody else asks installs no way down. The release that takes
// the place of one that was stopped has a lower version and a higher counter: devices that
// have the stopped one keep it.
func TestFollows(t *testing.T) {
	for _, row := range []struct {
		why, runs, offered, wished, minimum string
		want                                error
	}{
		{"a newer one", "1.2.0", "1.3.0", "1.3.0", "", nil},
		{"the same", "1.3.0", "1.3.0", "1.3.0", "", nil},
		{"an older one", "1.3.0", "1.2.9", "1.2.9", "", ErrOlder},
		{"the beta of this one", "1.3.0", "1.3.0-beta.1", "1.3.0-beta.1", "", ErrOlder},
		{"not what was asked for", "1.2.0", "1.3.0", "1.4.0", "", ErrOther},
		{"too far", "1.2.0", "1.3.0", "1.3.0", "1.2.5", ErrMinimum},
		{"one that was rolled back", "1.2.0", "1.2.5", "1.2.5", "", ErrRefused},
	} {
		m := Manifest{Version: row.offered, Minimum: row.minimum}
		s := State{Bad: []string{"1.2.5"}}
		if err := m.Follows(row.runs, s, Request{Version: row.wished}); !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %v", row.why, err, row.want)
		}
	}
}
