// SPDX-License-Identifier: Apache-2.0

package host

import (
	"os"
	"path/filepath"
	"strings"
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

// TestTemperatureOfTheProcessor: of the kernel's thermal zones the one that measures it
// is read; where there is none nothing is told.
func TestTemperatureOfTheProcessor(t *testing.T) {
	rows := []struct {
		name  string
		files map[string]string // below sys/class/thermal
		want  float64
		ok    bool
	}{
		{"a Raspberry Pi", map[string]string{"thermal_zone0/type": "cpu-thermal\n", "thermal_zone0/temp": "48312\n"},
			48.312, true},
		{"a PC, whose first zone is the board's", map[string]string{
			"thermal_zone0/type": "acpitz\n", "thermal_zone0/temp": "27800\n", "thermal_zone1/type": "x86_pkg_temp\n",
			"thermal_zone1/temp": "61000\n",
		}, 61, true},
		{"outdoors in winter",
			map[string]string{"thermal_zone0/type": "cpu-thermal", "thermal_zone0/temp": "-5000"}, -5, true},
		{"a sensor that is off",
			map[string]string{"thermal_zone0/type": "cpu-thermal", "thermal_zone0/temp": "-274000"}, 0, false},
		{"no number", map[string]string{"thermal_zone0/type": "cpu-thermal", "thermal_zone0/temp": "hot"}, 0, false},
		{"a file that does not end",
			map[string]string{"thermal_zone0/type": "cpu-thermal", "thermal_zone0/temp": strings.Repeat("4", 100)}, 0, false},
		{"no temperature", map[string]string{"thermal_zone0/type": "cpu-thermal"}, 0, false},
		{"only a fan", map[string]string{"cooling_device0/type": "pwm-fan"}, 0, false},
		{"no zones", nil, 0, false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			root := t.TempDir()
			for name, text := range row.files {
				path := filepath.Join(root, "sys/class/thermal", name)
				must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
				must.Do(t, os.WriteFile(path, []byte(text), 0o600))
			}
			got, ok := (&Thermal{root}).temperature()
			if ok != row.ok || ok && got != row.want {
				t.Errorf("%v, %v, want %v, %v", got, ok, row.want, row.ok)
			}
		})
	}
}
