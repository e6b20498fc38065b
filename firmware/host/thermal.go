// SPDX-License-Identifier: Apache-2.0

package host

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/metric"
)

// Thermal reports the temperature of the processor, where the kernel has it. The zero value
// is ready.
type Thermal struct{ root string } // "" = the real /

// Collect implements [metric.Collector].
func (c *Thermal) Collect(w *metric.Writer) {
	if celsius, ok := c.temperature(); ok {
		w.Gauge("ledpost_soc_temperature_celsius", "Temperature of the processor. A Raspberry Pi slows down from 80.", celsius)
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
