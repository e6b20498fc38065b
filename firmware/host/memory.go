// SPDX-License-Identifier: Apache-2.0

package host

import (
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/ledpost/ledpost/internal/bounded"
)

// FreeMemory returns the bytes that programs can use without swapping, limited
// to 31 bits, or 0 if unknown (proc_meminfo(5), MemAvailable).
func FreeMemory() int { return int(min(meminfo("", "MemAvailable"), math.MaxInt32)) }

// Memory returns the bytes that the machine has, and those that the control group of this
// process may have, which a service manager or a container has set; each 0 if unknown or
// unlimited.
func Memory() (machine, group int64) { return memory("") }

// memory is Memory of the machine whose files are below root.
func memory(root string) (machine, group int64) {
	return meminfo(root, "MemTotal"), groupLimit(root)
}

// meminfo returns a line of /proc/meminfo in bytes, 0 if there is none (proc_meminfo(5)).
func meminfo(root, line string) int64 {
	info, _ := os.ReadFile(root + "/proc/meminfo")
	_, after, _ := strings.Cut(string(info), line+":")
	var kib int64
	if _, err := fmt.Sscan(after, &kib); err != nil {
		return 0
	}
	return kib << 10
}

// groupLimit returns the least limit of the process's control group and those around it
// (cgroups(7); a file of version 1 has a limit above all memory when there is none).
func groupLimit(root string) (least int64) {
	groups, _ := bounded.ReadFile(root+"/proc/self/cgroup", 64<<10)
	for line := range strings.Lines(string(groups)) { // "4:memory:/a/b", of version 2 "0::/a/b"
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) != 3 || fields[1] != "" && fields[1] != "memory" {
			continue
		}
		dir, file := "/sys/fs/cgroup", "memory.max"
		if fields[1] == "memory" {
			dir, file = dir+"/memory", "memory.limit_in_bytes"
		}
		for at := path.Clean("/" + fields[2]); ; at = path.Dir(at) {
			text, _ := bounded.ReadFile(filepath.Join(root, dir, at, file), 64)
			var limit int64
			if n, _ := fmt.Sscan(string(text), &limit); n == 1 && limit < 1<<50 && (least == 0 || limit < least) {
				least = limit
			}
			if at == "/" {
				break
			}
		}
	}
	return least
}
