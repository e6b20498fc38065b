// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// throttled is where the firmware of a Pi says what slowed it down; its bits
// (raspberrypi.com, vcgencmd get_throttled) are for now, and 16 higher for what
// happened since the start.
const (
	throttled     = "/sys/devices/platform/soc/soc:firmware/get_throttled"
	underVoltage  = 1 << 0
	slowed        = 1 << 2 // as the reason of which undervoltage counts too
	tooHot        = 1 << 3
	sinceTheStart = 16
)

// power looks at whether the supply of a Pi gives enough: LEDs are where it
// breaks down.
func (e *exam) power() {
	const area, name = "machine", "power"
	const mend = "use the power supply for this model, and feed the panel from a separate supply"
	bits, err := strconv.ParseUint(strings.TrimPrefix(e.text(throttled), "0x"), 16, 32)
	now := e.alarm() || bits&underVoltage != 0
	switch {
	case now:
		e.warn(area, name, mend, "the voltage is too low: the Pi slows down, and may restart when the panel is bright")
	case bits>>sinceTheStart&underVoltage != 0:
		e.warn(area, name, mend, "the voltage was too low since the start")
	case err == nil:
		e.ok(area, name, "no undervoltage since the start")
	}
	e.heat(uint32(bits))
}

// heat looks at whether the processor was slowed down because of its heat. Pulses that
// the program times become longer then.
func (e *exam) heat(bits uint32) {
	const area, name = "machine", "heat"
	const mend = "put a heat sink or a fan on the processor, and leave air between it and the panel"
	hot := func(bits uint32) bool { return bits&tooHot != 0 || bits&slowed != 0 && bits&underVoltage == 0 }
	switch {
	case hot(bits):
		e.warn(area, name, mend, "the processor is too hot and slowed down: frames come late, and timed pulses are uneven")
	case hot(bits >> sinceTheStart):
		e.warn(area, name, mend, "the processor was too hot and slowed down since the start")
	}
}

// alarm reports whether the driver rpi_volt of the kernel sees undervoltage.
func (e *exam) alarm() bool {
	names, _ := fs.Glob(e.Root, "sys/class/hwmon/hwmon*/name")
	return slices.ContainsFunc(names, func(name string) bool {
		return head(e.Root, name) == "rpi_volt" && head(e.Root, path.Join(path.Dir(name), "in0_lcrit_alarm")) == "1"
	})
}

// governor looks at whether the processor may run as fast as it can. On other
// machines than a Pi powersave is the name of what adapts.
func (e *exam) governor() {
	const area, name, file = "machine", "governor", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"
	switch is := e.text(file); {
	case is == "powersave" && e.pi:
		e.warn(area, name,
			"echo ondemand | sudo tee "+strings.Replace(file, "cpu0", "cpu*", 1)+"; for good, remove what sets powersave at the start",
			"powersave keeps the processor at its slowest: frames may come late, and timed pulses are uneven")
	case is != "":
		e.ok(area, name, "%s", is)
	}
}

// memoryGroup looks at whether the kernel can hold the service to its share of
// memory (MemoryMax of the unit): Raspberry Pi OS has that switched off.
func (e *exam) memoryGroup() {
	const area, name = "machine", "memory limit"
	controllers := e.text("/sys/fs/cgroup/cgroup.controllers")
	switch {
	case controllers == "": // no cgroups of version 2, or no Linux
	case strings.Contains(" "+controllers+" ", " memory "):
		e.ok(area, name, "the kernel can keep the service within MemoryMax")
	default:
		e.warn(area, name, e.boot.addToCmdline("cgroup_enable=memory"),
			"the kernel's memory cgroup is off: MemoryMax of the unit has no effect, only the program's own bounds have")
	}
}
