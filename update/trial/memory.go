// SPDX-License-Identifier: Apache-2.0

package trial

import (
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/internal/bounded"
)

// OwnMemory returns the bytes of memory that are a process's own, by its folder in /proc,
// resident or swapped out; 0 if that is not known (proc_pid_status(5)). Pages of files do
// not count: a machine that is short of memory has dropped the pages of a program that
// has run for weeks, and a fresh program would seem to need twice as much.
func OwnMemory(dir string) (bytes int64) {
	text, err := bounded.ReadFile(filepath.Join(dir, "status"), 64<<10)
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		if name != "RssAnon" && name != "VmSwap" {
			continue
		}
		if kib, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64); err == nil {
			bytes += kib << 10
		}
	}
	return bytes
}
