// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/hw/bus"
)

// recorded reports whether a bus is a file, and says so.
func (e *exam) recorded(area, name string) bool {
	path, ok := strings.CutPrefix(name, "vcd:")
	if ok {
		e.ok(area, "bus", "recorded to %s", path)
	}
	return ok
}

// spi looks at a port; it reports whether the port can be used.
func (e *exam) spi(area, name string) bool {
	if e.recorded(area, name) {
		return true
	}
	n, chip, err := bus.SPIName(name)
	if err != nil {
		e.fault(CodeConfig, area, "port", "write it like "+strconv.Quote(bus.DefaultSPI), "%v", err)
		return false
	}
	path := fmt.Sprintf("/dev/spidev%d.%d", n, chip)
	if !e.exists(path) {
		e.fault(CodeSPI, area, name, e.enableSPI(n, chip), "there is no %s", path)
		return false
	}
	if !e.permitted(area, name, path, "spi", true) {
		return false
	}
	e.ok(area, name, "%s", path)
	return true
}

// enableSPI says how to get a port.
func (e *exam) enableSPI(n, chip int) string {
	overlay := fmt.Sprintf("spi%d-%dcs", n, chip+1)
	switch {
	case !e.pi:
		return `this is not a Raspberry Pi with a port for panels; to try without one, ` +
			`write port = "vcd:/tmp/panel.vcd" into the [panel] table, which records the signals`
	case n == 0 && e.boot.has(fmt.Sprintf("spi0-%dcs", chip)):
		return fmt.Sprintf("remove dtoverlay=spi0-%dcs, which leaves no more chip selects, from %s and restart the Pi", chip,
			e.boot.config)
	case e.taker(n, chip) != "":
		return e.taker(n, chip)
	case n == 0 && chip < 2 && e.boot.on("spi"), e.boot.has(overlay):
		return "it is switched on in " + e.boot.config + ": restart the Pi"
	}
	return e.boot.add(bus.SPILine(n, chip))
}

// taker says what to change if the bus runs but another driver has the chip select;
// it is empty if the bus does not run.
func (e *exam) taker(n, chip int) string {
	device := fmt.Sprintf("/sys/bus/spi/devices/spi%d.%d", n, chip)
	if !e.exists(device) {
		return ""
	}
	// Such as spi:ads7846 for a touch screen.
	kind, ok := strings.CutPrefix(e.text(device+"/modalias"), "spi:")
	if kind == "spidev" {
		return "sudo modprobe spidev"
	}
	if !ok {
		kind = "another device"
	}
	free := fmt.Sprintf("SPI%d.%d", n, 1-min(chip, 1))
	if n == 0 && e.exists(fmt.Sprintf("/dev/spidev0.%d", 1-min(chip, 1))) {
		return fmt.Sprintf(
			"%s has this chip select: %s, or connect the panel's CS to the chip select of %s and write port = %q",
			kind, e.culprit(occupant{}), free, free)
	}
	return fmt.Sprintf("%s has this chip select: %s", kind, e.culprit(occupant{}))
}

// bufsiz looks at whether spidev takes frames of so many bytes.
func (e *exam) bufsiz(area string, frame int) {
	limit := 4096 // spidev's own default
	if n := ranges(e.text("/sys/module/spidev/parameters/bufsiz")); len(n) == 1 {
		limit = n[0][1]
	}
	if frame > limit {
		e.fault(CodeSize, area, "spidev.bufsiz", e.boot.addToCmdline("spidev.bufsiz=65536"),
			"a frame has %d bytes, but the kernel takes %d at once", frame, limit)
		return
	}
	e.ok(area, "spidev.bufsiz", "%d bytes at once, a frame has %d", limit, frame)
}

// i2c looks at a bus; it reports whether the bus can be used.
func (e *exam) i2c(area, name string) bool {
	if e.recorded(area, name) {
		return true
	}
	n, err := bus.I2CName(name)
	if err != nil {
		e.fault(CodeConfig, area, "port", "write it like "+strconv.Quote(bus.DefaultI2C), "%v", err)
		return false
	}
	path := fmt.Sprintf("/dev/i2c-%d", n)
	if !e.exists(path) {
		e.fault(CodeI2C, area, name, e.enableI2C(area, n), "there is no %s", path)
		return false
	}
	if !e.permitted(area, name, path, "i2c", true) {
		return false
	}
	e.ok(area, name, "%s", path)
	return true
}

// enableI2C says how to get a bus; only displays can be recorded instead.
func (e *exam) enableI2C(area string, n int) string {
	overlay := fmt.Sprintf("i2c%d", n)
	switch {
	case e.exists(fmt.Sprintf("/sys/bus/i2c/devices/i2c-%d", n)):
		return "sudo modprobe i2c-dev; for good: echo i2c-dev | sudo tee /etc/modules-load.d/i2c.conf"
	case !e.pi && area == "light":
		return `this is not a Raspberry Pi with such a bus; to try without a sensor, ` +
			`write source = "schedule" with its keys, or source = "constant", into the [light] table`
	case !e.pi && area == "sense":
		return "this is not a Raspberry Pi with such a bus; to go without a sensor, remove the [sense] table"
	case !e.pi:
		return `this is not a Raspberry Pi with such a bus; to try a display without one, ` +
			`write port = "vcd:/tmp/bus.vcd" into its table, which records the signals`
	case n == 1 && e.boot.on("i2c", "i2c_arm"), e.boot.has(overlay):
		return "it is switched on in " + e.boot.config + ": restart the Pi"
	}
	return e.boot.add(bus.I2CLine(n))
}
