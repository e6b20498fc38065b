// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
)

// limitMemory makes the garbage collector work harder before the heap, which
// may double between collections, exceeds half of the machine's memory: a full
// queue of large pictures fits a board of 512 MB. GOMEMLIMIT takes precedence.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	info, _ := os.ReadFile("/proc/meminfo")
	if total := totalMemory(info); total > 0 {
		debug.SetMemoryLimit(total / 2)
	}
}

// startPercent is how much the heap may grow between collections, in percent of the
// memory in use, until the first picture: a start allocates what it keeps, and each
// collection goes through all of it again.
const startPercent = 400

// collectRarely makes the garbage collector run rarely until usual is called, which may
// be called several times. The limit of memory holds meanwhile, and so does GOGC=off.
func collectRarely() (usual func()) {
	before := debug.SetGCPercent(startPercent)
	if before < 0 || before > startPercent {
		debug.SetGCPercent(before)
		return func() {}
	}
	return sync.OnceFunc(func() { debug.SetGCPercent(before) })
}

// totalMemory returns the first line of /proc/meminfo in bytes, or 0 if it is
// missing (proc_meminfo(5)).
func totalMemory(info []byte) int64 {
	var kib int64
	if _, err := fmt.Sscanf(string(info), "MemTotal: %d kB", &kib); err != nil {
		return 0
	}
	return kib << 10
}

// spareProcessor lets the thread that draws frames return from its sleep while the
// others are busy.
func spareProcessor() { runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1) }
