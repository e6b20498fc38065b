// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"io/fs"
	"math"
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
	const chosen = "proc/device-tree/chosen/bootloader/"
	built, err := fs.ReadFile(e.Root, chosen+"build-timestamp")
	if err != nil || len(built) != 4 {
		return
	}
	day := time.Unix(int64(binary.BigEndian.Uint32(built)), 0).UTC().Format(time.DateOnly)
	name := strings.TrimRight(head(e.Root, chosen+"version"), "\x00")
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' }) {
		e.ok("machine", "boot loader", "of %s", day)
		return
	}
	e.ok("machine", "boot loader", "of %s, %.12s", day, name)
}

func (e *exam) user() {
	if e.UID < 0 {
		return // of another machine, of which nobody has noted who asked
	}
	if e.UID == 0 {
		e.ok("machine", "user", `root, with all rights; "sudo -u ledpost ledpost doctor" looks with the rights of the service`)
		return
	}
	e.ok("machine", "user", "%s, in groups %s", e.User, strings.Join(e.Groups, " "))
}

// realTime looks at the limits; refresher says that the panel has a separate
// process, for which they matter more.
func (e *exam) realTime(refresher bool) {
	const area, name = "machine", "real-time"
	limits := fmt.Sprintf(`the service has it; for a shell write "%s - rtprio 20" into /etc/security/limits.d/ledpost.conf and log in again`,
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
