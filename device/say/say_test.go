// SPDX-License-Identifier: Apache-2.0

package say

import "testing"

// TestIn: Chinese needs rows, and an unknown language is English.
func TestIn(t *testing.T) {
	for _, row := range []struct {
		code string
		rows int
		want string
	}{{"de", 8, "de"}, {"zh", 8, "en"}, {"zh", 23, "en"}, {"zh", 24, "zh"}, {"xx", 32, "en"}, {"", 32, "en"}} {
		if In(row.code, row.rows) != of(row.want) {
			t.Errorf("%q on %d rows is not %s", row.code, row.rows, row.want)
		}
	}
}
