// SPDX-License-Identifier: Apache-2.0

package say

import "testing"

// TestIn: an unknown language is English.
func TestIn(t *testing.T) {
	for code, want := range map[string]string{"de": "Verweigert", "zh": "已拒绝", "xx": "Denied", "": "Denied"} {
		if got := In(code).Denied; got != want {
			t.Errorf("%q says %q, want %q", code, got, want)
		}
	}
}
