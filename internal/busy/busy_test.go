// SPDX-License-Identifier: Apache-2.0

package busy

import "testing"

func TestBusy(t *testing.T) {
	for _, row := range []struct {
		why, text  string
		processors int
		want       bool
	}{
		{"a program that spins on a Zero, and its frame loop", "2.10 1.00 0.50 3/120 77\n", 1, false},
		{"a Zero that installs something", "4.20 1.00 0.50 5/120 77\n", 1, true},
		{"the same on four processors", "4.20 1.00 0.50 5/120 77\n", 4, false},
		{"four processors, and a slow card on which many wait", "11.00 4.00 2.00 1/200 77\n", 4, true},
		{"a system without it", "", 1, false},
	} {
		if got := busy(row.text, row.processors); got != row.want {
			t.Errorf("%s: busy is %t", row.why, got)
		}
	}
}
