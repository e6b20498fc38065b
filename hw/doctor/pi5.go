// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"fmt"
	"slices"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/rio"
)

// pio looks at the state machines of a Pi 5.
func (e *exam) pio(area string, r *panel.Registers) {
	if r.Pulses != "auto" {
		e.warn(area, "pulses", "remove it from the [panel] table",
			"pulses = %q is for the models 0 to 4 and does nothing here: the PIO times the light", r.Pulses)
	}
	if !e.exists(pioPath) {
		e.fault(CodePIO, area, "PIO", "sudo apt full-upgrade && sudo rpi-eeprom-update -a, then restart the Pi",
			"there is no %s: it needs a kernel and a boot loader of 2025 or later", pioPath)
		return
	}
	e.opens(area)
	e.columns(area, r)
	if release := e.text("/proc/sys/kernel/osrelease"); older(release, fastPIO) && !e.byRIO(r) {
		e.warn(area, "kernel", "sudo apt full-upgrade, then restart the Pi",
			"%s moves data to the PIO at less than half the rate of %d.%d.%d: the panel refreshes more slowly and is darker",
			release, fastPIO[0], fastPIO[1], fastPIO[2])
	}
}

// opens looks at whether the PIO can be used: with a boot loader that is too old the file may be
// there, and opening it fails. The age of the boot loader tells only where that is not tried.
func (e *exam) opens(area string) {
	if !e.permitted(area, "PIO", pioPath, "gpio", true) {
		return
	}
	const update = "sudo rpi-eeprom-update -a, then restart the Pi"
	built, known := e.loaderBuilt()
	var err error
	if e.Open != nil {
		err = e.Open(pioPath)
	}
	switch tried := e.Open != nil; {
	case tried && err == nil:
		e.ok(area, "PIO", "%s", pioPath)
	case known && built.Before(newLoader):
		e.fault(CodePIO, area, "PIO", update, "the boot loader is of %s, and %s wants one of %s or later",
			built.Format(time.DateOnly), pioPath, newLoader.Format(time.DateOnly))
	case err != nil:
		e.fault(CodePIO, area, "PIO", "sudo apt full-upgrade && "+update, "%s cannot be opened: %v", pioPath, err)
	default:
		e.ok(area, "PIO", "%s", pioPath)
	}
}

// newLoader is the day of the first boot loader of a Pi 5 that serves the PIO (docs/facts.md).
var newLoader = time.Date(2024, time.November, 12, 0, 0, 0, 0, time.UTC)

// fastPIO is the first kernel with which 27 MB/s go to the PIO of a Pi 5 instead of 10.7
// (the kernel of August 2025).
var fastPIO = [3]int{6, 12, 41}

// older reports whether a release such as 6.6.51+rpt-rpi-2712 is before one; an unknown
// one is not.
func older(release string, than [3]int) bool {
	var v [3]int
	if n, _ := fmt.Sscanf(release, "%d.%d.%d", &v[0], &v[1], &v[2]); n < 2 {
		return false
	}
	return slices.Compare(v[:], than[:]) < 0
}

// byRIO reports whether the columns go by the registers of a Pi 5.
func (e *exam) byRIO(r *panel.Registers) bool {
	return e.board.Chip == gpiomem.BCM2712 && r.WithoutRIO != nil && e.exists(rio.Path) &&
		(e.Access == nil || e.Access(rio.Path, true) == nil)
}

// rated is about how often a second the panel is refreshed, and its share of light.
func (e *exam) rated(r *panel.Registers) (hz, lit float64) {
	if e.board.Chip == gpiomem.BCM2712 && r.WithoutRIO != nil && !e.byRIO(r) {
		return r.WithoutRIO()
	}
	return r.Rate(string(e.board.Chip))
}

// columns looks at the registers of a Pi 5, by which the columns of several chains go. Where
// they are missing, the PIO has the columns too.
func (e *exam) columns(area string, r *panel.Registers) {
	const name = "GPIO"
	if r.WithoutRIO == nil {
		return
	}
	if e.byRIO(r) {
		e.ok(area, name, "%s", rio.Path)
		e.isolation(area)
		return
	}
	fix := "use Raspberry Pi OS, whose kernel has it"
	if e.exists(rio.Path) {
		fix = e.join(rio.Path, "gpio")
	}
	slow, _ := r.WithoutRIO()
	fast, _ := r.Rate(string(e.board.Chip))
	e.warn(area, name, fix, "without %s the panel is refreshed about %.0f times a second instead of %.0f",
		rio.Path, slow, fast)
}
