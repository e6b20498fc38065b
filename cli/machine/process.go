// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync"

	"github.com/ledpost/ledpost/firmware/host"
)

// limitMemory makes the garbage collector work harder before the heap, which
// may double between collections, exceeds half of the machine's memory, or three
// quarters of what the process's control group may have: nobody else is in it.
// GOMEMLIMIT takes precedence.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	if limit := memoryLimit(host.Memory()); limit > 0 {
		debug.SetMemoryLimit(limit)
	}
}

// memoryLimit returns the limit for a machine and a group of so many bytes, 0 = unknown.
func memoryLimit(machine, group int64) int64 {
	limit := machine / 2
	if inGroup := group / 4 * 3; inGroup > 0 && (limit == 0 || inGroup < limit) {
		return inGroup
	}
	return limit
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

// spareProcessor lets the thread that draws frames return from its sleep while the
// others are busy.
func spareProcessor() { runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1) }
