// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/gpiomem"
)

// An occupant is what the system does with GPIO lines of the header.
type occupant struct {
	name string
	bus  string // to which the lines belong, as in hw.Claim
	pins uint64 // bit n is GPIO n
	// idle says that the lines rest until a program uses them; others are in use
	// all the time.
	idle bool
	fix  string
}

// used returns the GPIO lines that the configuration and the system use.
func (e *exam) used(cfg hw.Config) (mask uint64) {
	for _, c := range cfg.Claims() {
		mask |= c.Pins
	}
	for _, o := range e.use {
		mask |= o.pins
	}
	return mask
}

// conflicts looks at whether two devices of the configuration are on the same lines,
// and whether the system uses lines of the configuration.
func (e *exam) conflicts(cfg hw.Config) {
	if found := (*hw.Conflict)(nil); errors.As(cfg.Check(), &found) {
		e.fault(CodeConfig, "config", "pins", cmp.Or(found.Fix, "give one of them other lines, see docs/hardware.md"),
			"%s", found.Text)
	}
	for _, c := range cfg.Claims() {
		e.shared(c)
	}
}

// shared looks at whether the system uses lines of a claim. Where several ways
// of asking have found a line, the first one reports it: it knows best what to change.
func (e *exam) shared(c hw.Claim) {
	told := uint64(0)
	for _, o := range e.use {
		both := c.Pins & o.pins
		if c.Bus != "" && c.Bus == o.bus || both&^told == 0 {
			continue
		}
		told |= both
		n := bits.TrailingZeros64(both)
		if o.idle {
			e.warn(c.Area, "pins", o.fix, "%s and %s both use GPIO %d: what uses %s disturbs the other", o.name,
				c.Name, n, o.name)
		} else {
			e.fault(CodePins, c.Area, "pins", o.fix, "%s and %s both use GPIO %d", o.name, c.Name, n)
		}
	}
}

// occupants returns what config.txt and the running kernel have on the header. Named
// occupants come first.
func (e *exam) occupants() (all []occupant) {
	for _, o := range e.boot.overlays {
		if pins := o.pins(); pins != 0 {
			all = append(all,
				occupant{name: o.name, bus: o.bus(), idle: o.idle(), pins: pins, fix: e.boot.remove("dtoverlay=" + o.name)})
		}
	}
	all = append(all, e.parameters()...)
	return append(all, e.owners()...)
}

// parameters returns what config.txt and cmdline.txt switch on without an overlay.
func (e *exam) parameters() (all []occupant) {
	if e.boot.on("i2s") {
		all = append(all, occupant{name: "I2S sound", pins: i2sPins, fix: e.boot.remove("dtparam=i2s=on")})
	}
	if e.boot.on("spi") {
		at := bus.OnSPI(bus.DefaultSPI)
		all = append(all,
			occupant{name: at.Bus, bus: at.Bus, pins: at.Pins, idle: true, fix: e.boot.remove("dtparam=spi=on")})
	}
	if e.boot.on("i2c", "i2c_arm") {
		at := bus.OnI2C(bus.DefaultI2C, 0)
		all = append(all,
			occupant{name: at.Bus, bus: at.Bus, pins: at.Pins, idle: true, fix: e.boot.remove("dtparam=i2c_arm=on")})
	}
	if e.console() {
		all = append(all, occupant{name: "the serial console", pins: serialPins, idle: true,
			fix: "remove console=serial0,115200 from " + e.boot.cmdline + " and restart the Pi"})
	} else if e.boot.settings["enable_uart"] == "1" && e.board.Chip != gpiomem.BCM2712 {
		all = append(all,
			occupant{name: "the serial port", bus: hw.SerialBus, pins: serialPins, idle: true,
				fix: e.boot.remove("enable_uart=1")})
	}
	return all
}

// serialPins are the lines of the header's serial port.
const serialPins = 1<<14 | 1<<15

// console reports whether the kernel's console is on GPIO 14 and 15. The console
// of a Pi 5 has a separate plug, ttyAMA10.
func (m Machine) console() bool {
	return slices.ContainsFunc(strings.Fields(m.text("/sys/class/tty/console/active")), func(tty string) bool {
		return tty == "ttyAMA0" || tty == "ttyS0"
	})
}

// remove says which line does not belong into config.txt.
func (b *boot) remove(line string) string {
	file := b.config
	for _, w := range b.written {
		if w.counts && w.sets(line) {
			file = w.file
		}
	}
	return fmt.Sprintf("remove %s from %s and restart the Pi", line, file)
}
