// SPDX-License-Identifier: Apache-2.0

package host

import (
	"fmt"
	"math"
	"os"
	"strings"
)

// FreeMemory returns the bytes that programs can use without swapping, limited
// to 31 bits, or 0 if unknown (proc_meminfo(5), MemAvailable).
func FreeMemory() int {
	info, _ := os.ReadFile("/proc/meminfo")
	_, after, _ := strings.Cut(string(info), "MemAvailable:")
	var kib int64
	if _, err := fmt.Sscan(after, &kib); err != nil {
		return 0
	}
	return int(min(kib<<10, math.MaxInt32))
}
