// SPDX-License-Identifier: Apache-2.0

package host

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestMemory: what the machine and the control groups around the process let it have.
func TestMemory(t *testing.T) {
	const info = "MemTotal:         437128 kB\nMemFree:          210000 kB\nMemAvailable:     300000 kB\n"
	for _, row := range []struct {
		why            string
		files          map[string]string
		machine, group int64
	}{
		{"no /proc", nil, 0, 0},
		{"a Zero 2 W without groups", map[string]string{"proc/meminfo": info}, 437128 << 10, 0},
		{"no line of memory", map[string]string{"proc/meminfo": "MemFree: 1 kB\n"}, 0, 0},
		{"a service of systemd", map[string]string{
			"proc/meminfo": info, "proc/self/cgroup": "0::/system.slice/ledpost.service\n",
			"sys/fs/cgroup/system.slice/ledpost.service/memory.max": "268570624\n",
			"sys/fs/cgroup/system.slice/memory.max":                 "max\n",
		}, 437128 << 10, 268570624},
		{"a group around it has less", map[string]string{"proc/self/cgroup": "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max": "300\n", "sys/fs/cgroup/a/memory.max": "200\n"}, 0, 200},
		{"a container, which sees itself as the root", map[string]string{
			"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "134217728\n",
		}, 0, 128 << 20},
		{"version 1", map[string]string{
			"proc/self/cgroup": "5:cpu,cpuacct:/x\n4:memory:/x\n0::/\n",
			"sys/fs/cgroup/memory/x/memory.limit_in_bytes": "134217728\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":   "9223372036854771712\n",
		}, 0, 128 << 20},
		{"version 1 without a limit", map[string]string{"proc/self/cgroup": "4:memory:/\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 0, 0},
	} {
		root := t.TempDir()
		for name, text := range row.files {
			file := filepath.Join(root, name)
			must.Do(t, os.MkdirAll(filepath.Dir(file), 0o700))
			must.Do(t, os.WriteFile(file, []byte(text), 0o600))
		}
		if machine, group := memory(root); machine != row.machine || group != row.group {
			t.Errorf("%s: %d and %d, want %d and %d", row.why, machine, group, row.machine, row.group)
		}
	}
}
