// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/hw"
)

// lockable is how much memory the refresher wants to keep from being swapped;
// the unit allows it (LimitMEMLOCK).
const lockable = 8 << 20

// machine looks at what every configuration needs.
func (e *exam) machine(cfg hw.Config) {
	const area = "machine"
	model := "not a Raspberry Pi"
	if e.pi {
		model = cmp.Or(e.board.Model, string(e.board.Chip))
	}
	e.ok(area, "model", "%s", model)
	if release := e.text("/proc/sys/kernel/osrelease"); release != "" {
		e.ok(area, "kernel", "%s", release)
	}
	e.bootloader()
	e.user()
	spec, _ := cfg.Panel.Spec()
	e.realTime(spec.Needs.Refresher)
	e.clock()
	e.power()
	e.governor()
	e.memoryGroup()
}

// bootloader tells the version of the boot loader of boards that have it in a separate
// chip, Pi 4 and later (raspberrypi.com, "Configuration: bootloader properties in the device
// tree": the time of its build as a big-endian number of seconds, and its name). On other boards it
// is a file on the card.
func (e *exam) bootloader() {
	built, known := e.loaderBuilt()
	if !known {
		return
	}
	day := built.Format(time.DateOnly)
	name := strings.TrimRight(head(e.Root, loader+"version"), "\x00")
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' }) {
		e.ok("machine", "boot loader", "of %s", day)
		return
	}
	e.ok("machine", "boot loader", "of %s, %.12s", day, name)
}

// loader is where the device tree tells of the boot loader.
const loader = "proc/device-tree/chosen/bootloader/"

// loaderBuilt is the time of the boot loader's build, if it is told.
func (e *exam) loaderBuilt() (t time.Time, known bool) {
	built, err := fs.ReadFile(e.Root, loader+"build-timestamp")
	if err != nil || len(built) != 4 {
		return t, false
	}
	return time.Unix(int64(binary.BigEndian.Uint32(built)), 0).UTC(), true
}

func (e *exam) user() {
	if e.UID < 0 {
		return // of another machine, of which nobody has noted who asked
	}
	if e.UID == 0 {
		e.ok("machine", "user",
			`root, with all rights; "sudo -u ledpost ledpost doctor" looks with the rights of the service`)
		return
	}
	e.ok("machine", "user", "%s, in groups %s", e.User, strings.Join(e.Groups, " "))
}

// realTime looks at the limits; refresher says that the panel has a separate
// process, for which they matter more.
func (e *exam) realTime(refresher bool) {
	const area, name = "machine", "real-time"
	limits := fmt.Sprintf(
		`the service has it; for a shell write "%s - rtprio 20" into /etc/security/limits.d/ledpost.conf and log in again`,
		e.User)
	if e.RTPrio == 0 {
		e.warn(area, name, limits, "no real-time priority is allowed: frames may come late when the machine is busy")
	} else {
		e.ok(area, name, "priority up to %d is allowed", e.RTPrio)
	}
	if refresher && e.MemLock < lockable {
		e.warn(area, "memory", strings.Replace(limits, "rtprio 20", "memlock 8192", 1),
			"only %d KiB of memory may be locked: when memory is short the panel may flicker", e.MemLock>>10)
	}
}

// clock looks at whether the time is right: the clock app, schedules and TLS
// want that, and a Pi before the 5 has no clock chip.
func (e *exam) clock() {
	const area, name = "machine", "time"
	if e.exists("/run/systemd/timesync/synchronized") {
		e.ok(area, name, "kept by a time server")
		return
	}
	synced, err := false, fmt.Errorf("unknown")
	if e.Synced != nil {
		synced, err = e.Synced()
	}
	switch {
	case err != nil:
		e.warn(area, name, "timedatectl", "cannot tell whether a time server keeps the clock")
	case synced:
		e.ok(area, name, "kept by a time server")
	default:
		e.warn(area, name, "sudo timedatectl set-ntp true", "no time server keeps the clock")
	}
}

// processors is how many the machine has.
func (m Machine) processors() int {
	last := 0
	for _, r := range ranges(m.text("/sys/devices/system/cpu/possible")) {
		last = max(last, r[1])
	}
	return last + 1
}

// isolated reports whether the last processor is kept free of other programs.
func (m Machine) isolated() bool {
	last := m.processors() - 1
	return slices.ContainsFunc(ranges(m.text("/sys/devices/system/cpu/isolated")), func(r [2]int) bool {
		return r[0] <= last && last <= r[1]
	})
}

// ranges reads a list of processors such as "0-1,3".
func ranges(list string) (all [][2]int) {
	for item := range strings.SplitSeq(list, ",") {
		from, to, ok := strings.Cut(strings.TrimSpace(item), "-")
		if !ok {
			to = from
		}
		a, errA := strconv.Atoi(from)
		b, errB := strconv.Atoi(to)
		if errA == nil && errB == nil && a >= 0 && b >= a && b < math.MaxInt32 {
			all = append(all, [2]int{a, b})
		}
	}
	return all
}

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
			"echo ondemand | sudo tee "+strings.Replace(file, "cpu0", "cpu*", 1)+
				"; for good, remove what sets powersave at the start",
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
