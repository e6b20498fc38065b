// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/ledpost/ledpost/firmware/host"
)

func TestMemoryLimit(t *testing.T) {
	for _, row := range []struct {
		why                  string
		machine, group, want int64
	}{
		{"unknown", 0, 0, 0},
		{"a machine alone", 512, 0, 256},
		{"a group that has most of it", 512, 400, 256},
		{"a group that has less", 512, 200, 150},
		{"a group alone", 0, 200, 150},
	} {
		if got := memoryLimit(row.machine, row.group); got != row.want {
			t.Errorf("%s: %d, want %d", row.why, got, row.want)
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
	want := memoryLimit(host.Memory())
	if want == 0 {
		t.Skip("the memory of this machine is not known")
	}
	if limitMemory(); debug.SetMemoryLimit(-1) != want {
		t.Errorf("the limit is %d bytes, want %d", debug.SetMemoryLimit(-1), want)
	}
}
