// SPDX-License-Identifier: Apache-2.0

package cli

import "testing"

func TestTotalMemory(t *testing.T) {
	for _, tt := range []struct {
		name, info string
		want       int64
	}{
		{"a Zero 2 W", "MemTotal:         437128 kB\nMemFree:          210000 kB\n", 437128 << 10},
		{"no /proc", "", 0},
		{"something else", "MemFree: 1 kB\n", 0},
	} {
		if got := totalMemory([]byte(tt.info)); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}
