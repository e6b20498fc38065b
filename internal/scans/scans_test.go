// SPDX-License-Identifier: Apache-2.0

package scans

import "testing"

func TestIn(t *testing.T) {
	for _, row := range []struct {
		why, file string
		want      int
	}{
		{"nothing", "", 0},
		{"a picture", "\xff\xd8\xff\xda\x00\x08data\xff\xd9", 1},
		{"a byte of data that looks like one", "\xff\xd8\xff\xda\x00\x08\xff\x00\xda\xff\xd9", 1},
		{"fill bytes before the marker", "\xff\xd8\xff\xff\xff\xda\x00\x08\xff\xd9", 1},
		{"bytes before it", "\xff\xd8\x00\xff\xda\x00\x08\xff\xda", 2},
	} {
		if got := In([]byte(row.file)); got != row.want {
			t.Errorf("%s: %d, want %d", row.why, got, row.want)
		}
	}
}
