// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"os"
	"runtime"
	"runtime/debug"
	"testing"
)

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

// TestProcess: how a device uses the machine, and that whoever set it otherwise wins.
func TestProcess(t *testing.T) {
	percent := debug.SetGCPercent(100)
	defer debug.SetGCPercent(percent)
	for _, row := range []struct{ before, begins int }{
		{100, startPercent}, {0, startPercent}, {startPercent, startPercent}, {startPercent + 1, startPercent + 1}, {-1, -1},
	} {
		debug.SetGCPercent(row.before)
		usual := collectRarely()
		begins := debug.SetGCPercent(row.before)
		debug.SetGCPercent(begins)
		usual()
		if ends := debug.SetGCPercent(100); begins != row.begins || ends != row.before {
			t.Errorf("GOGC=%d: %d at the start, %d after it; want %d, %d", row.before, begins, ends, row.begins, row.before)
		}
	}
	processors := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(processors)
	if spareProcessor(); runtime.GOMAXPROCS(0) != processors+1 {
		t.Errorf("%d threads run at once, want %d", runtime.GOMAXPROCS(0), processors+1)
	}
	limit := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(limit)
	t.Setenv("GOMEMLIMIT", "1GiB")
	if limitMemory(); debug.SetMemoryLimit(-1) != limit {
		t.Error("GOMEMLIMIT does not take precedence")
	}
	t.Setenv("GOMEMLIMIT", "")
	info, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		t.Skip(err)
	}
	if limitMemory(); debug.SetMemoryLimit(-1) != totalMemory(info)/2 {
		t.Errorf("the limit is %d bytes of %d", debug.SetMemoryLimit(-1), totalMemory(info))
	}
}
