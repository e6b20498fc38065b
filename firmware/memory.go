package firmware

import (
	"fmt"
	"os"
	"runtime/debug"
)

// limitMemory lets the collector work harder before the heap, which may double
// between its runs, passes half of the machine's memory: a full queue of large
// pictures fits a board of 512 MB. GOMEMLIMIT wins.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	info, _ := os.ReadFile("/proc/meminfo")
	if total := totalMemory(info); total > 0 {
		debug.SetMemoryLimit(total / 2)
	}
}

// totalMemory is the first line of /proc/meminfo in bytes, 0 if it is not there
// (proc_meminfo(5)).
func totalMemory(info []byte) int64 {
	var kib int64
	if _, err := fmt.Sscanf(string(info), "MemTotal: %d kB", &kib); err != nil {
		return 0
	}
	return kib << 10
}
