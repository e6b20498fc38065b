// SPDX-License-Identifier: Apache-2.0

package host

import (
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/metric"
	"github.com/ledpost/ledpost/internal/proc"
)

// FreeMemory returns the bytes that programs can use without swapping, limited
// to 31 bits, or 0 if unknown (proc_meminfo(5), MemAvailable).
func FreeMemory() int { return int(min(meminfo("", "MemAvailable"), math.MaxInt32)) }

// Memory returns the bytes that the machine has, and those that the control group of this
// process may have, which a service manager or a container has set; each 0 if unknown or
// unlimited.
func Memory() (machine, group int64) { return memory("") }

// memory is Memory of the machine whose files are below root.
func memory(root string) (machine, group int64) { return meminfo(root, "MemTotal"), groupLimit(root) }

// meminfo returns a line of /proc/meminfo in bytes, 0 if there is none (proc_meminfo(5)).
func meminfo(root, line string) int64 { return proc.Numbers(root + "/proc/meminfo")[line] }

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

// Thermal reports the temperature of the processor, where the kernel has it. The zero value
// is ready.
type Thermal struct{ root string } // "" = the real /

// Collect implements [metric.Collector].
func (c *Thermal) Collect(w *metric.Writer) {
	if celsius, ok := c.temperature(); ok {
		w.Gauge("ledpost_soc_temperature_celsius",
			"Temperature of the processor. A Raspberry Pi slows down from 80.", celsius)
	}
}

// processor matches the type of the zone that measures it: "cpu-thermal" on all
// Raspberry Pis, "x86_pkg_temp" on a PC.
var processor = regexp.MustCompile(`^(cpu|soc|x86_pkg)`)

// Bounds of reading from the kernel: zones, and bytes of a file.
const maxZones, maxZoneFile = 32, 64

// temperature returns the temperature of the first zone that measures the processor, in °C. A
// file of sysfs has thousandths of a degree
// (https://docs.kernel.org/driver-api/thermal/sysfs-api.html).
func (c *Thermal) temperature() (celsius float64, ok bool) {
	zones, err := os.ReadDir(c.root + "/sys/class/thermal")
	if err != nil {
		return 0, false
	}
	for _, z := range zones[:min(len(zones), maxZones)] {
		read := func(name string) string {
			text, _ := bounded.ReadFile(filepath.Join(c.root, "/sys/class/thermal", z.Name(), name), maxZoneFile)
			return strings.TrimSpace(string(text))
		}
		if !processor.MatchString(read("type")) {
			continue
		}
		v, err := strconv.Atoi(read("temp"))
		if celsius = float64(v) / 1000; err == nil && math.Abs(celsius) < 200 { // a zone that is off has an absurd one
			return celsius, true
		}
	}
	return 0, false
}
