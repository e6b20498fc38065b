// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/hw/sense"
	"github.com/ledpost/ledpost/hw/source"
)

// A sensor is the table of a sensor, and how an error of the sensor itself is told.
type sensor struct {
	area string // the table's name
	name string // of the source
	source.Spec
	tell func(name, fix, format string, a ...any)
}

// light checks the light sensor, and reads it if everything else is in order.
func (e *exam) light(c hw.LightConfig) {
	const area = "light"
	if err := c.Check(); err != nil {
		e.fault(CodeConfig, area, "source", "correct the [light] table, see docs/hardware.md", "%v", err)
		return
	}
	if !c.Chosen() {
		e.ok(area, "source", "none: automatic brightness stays at its middle")
		return
	}
	s := sensor{area, c.Source(),
		c.Spec(), func(name, fix, format string, a ...any) { e.fault(CodeLight, area, name, fix, format, a...) }}
	if !e.usable(s) {
		return
	}
	if e.Light == nil {
		e.ok(area, "source", "%s", s.name)
		return
	}
	lux, chip, err := e.Light(e.ctx, c)
	if err != nil {
		s.tell(s.name, e.wake(s), "%v", err)
		return
	}
	e.ok(area, s.name, "%.3g lx, %s", lux, chip)
}

// sense checks the air sensor, if one is configured, and reads it if everything
// else is in order. The device works without it, so an error is only a warning.
func (e *exam) sense(c hw.SenseConfig) {
	const area = "sense"
	if err := c.Check(); err != nil {
		e.fault(CodeConfig, area, "source", "correct the [sense] table, see docs/hardware.md", "%v", err)
		return
	}
	s := sensor{area, c.Source(),
		c.Spec(), func(name, fix, format string, a ...any) { e.warn(area, name, fix, format, a...) }}
	if !c.Chosen() || !e.usable(s) {
		return
	}
	if e.Sense == nil {
		e.ok(area, "source", "%s", s.name)
		return
	}
	r, chip, err := e.Sense(e.ctx, c)
	if err != nil {
		s.tell(s.name, e.wake(s), "%v", err)
		return
	}
	e.ok(area, s.name, "%s, %s", air(r), chip)
}

// usable reports whether there is what the sensor needs.
func (e *exam) usable(s sensor) bool {
	switch {
	case s.Driver != nil:
		return e.kernelDriver(s)
	case s.Place.Kind == bus.I2C:
		return e.i2c(s.area, s.Place.Port)
	}
	return true
}

// kernelDriver reports whether the kernel has the sensor.
func (e *exam) kernelDriver(s sensor) bool {
	found, err := s.Driver.Find(e.Root)
	if err == nil {
		e.ok(s.area, s.name, "%v", found)
		return true
	}
	line, ok := hw.FreeLine(e.taken, kernelLine)
	if !ok {
		line = kernelLine // whose conflict is told below
	}
	overlay := strings.ReplaceAll(s.Driver.Overlay, "LINE", strconv.Itoa(line))
	fix := e.boot.add("the overlay of the sensor, such as " + overlay + ",")
	if s.Driver.Without != "" {
		fix += "; " + s.Driver.Without
	}
	s.tell(s.name, fix, "%v", err)
	return false
}

// kernelLine is the GPIO line that overlays of sensors have unless they are given
// another one (overlays/README of the Raspberry Pi's firmware: dht11, w1-gpio).
const kernelLine = 4

// wake returns what to try with a sensor that does not answer.
func (e *exam) wake(s sensor) string {
	if s.Place.Kind != bus.I2C {
		return "restart the Pi; dmesg shows what went wrong in the driver"
	}
	n, _ := bus.I2CName(s.Place.Port)
	return fmt.Sprintf("check the wires and the address: sudo i2cdetect -y %d lists what answers", n)
}

// air returns a reading in words.
func air(r sense.Reading) string {
	var words []string
	if r.Temperature.Known {
		words = append(words, fmt.Sprintf("%.1f °C", r.Temperature.Is))
	}
	if r.Humidity.Known {
		words = append(words, fmt.Sprintf("%.0f %%", r.Humidity.Is))
	}
	if r.CO2.Known {
		words = append(words, fmt.Sprintf("%.0f ppm CO₂", r.CO2.Is))
	}
	return strings.Join(words, ", ")
}

// input looks at the buttons.
func (e *exam) input(c input.Config) {
	const area = "input"
	if err := c.Check(); err != nil {
		e.fault(CodeConfig, area, "keys", "correct the [input] table, see docs/hardware.md", "%v", err)
		return
	}
	if len(c.Devices)+len(c.Lines)+len(c.Knobs) == 0 {
		e.ok(area, "devices", "none")
		return
	}
	known := input.Find(e.Root)
	for _, want := range c.Devices {
		e.device(want, known)
	}
	if len(c.Lines)+len(c.Knobs) != 0 {
		e.lineChip(area)
	}
}

// presence looks at the line or the port of the sensor that tells who is there.
func (e *exam) presence(c input.PresenceConfig) {
	const area = "presence"
	switch err := c.Check(); {
	case err != nil:
		e.fault(CodeConfig, area, "keys", "correct the [presence] table, see docs/hardware.md", "%v", err)
	case c.Radar != "" && !e.exists(c.Radar):
		fix := e.boot.add("enable_uart=1")
		if !hw.SerialHeader(c.Radar) {
			fix = "plug the adapter of the radar in"
		}
		e.warn(area, c.Radar, fix, "there is no such serial port now")
	case c.Radar != "":
		if e.permitted(area, c.Radar, c.Radar, "dialout", false) {
			e.ok(area, c.Radar, "there is such a serial port")
		}
	case c.Chosen():
		e.lineChip(area)
	}
}

// device checks the input device that one entry of devices stands for.
func (e *exam) device(want string, known []input.Found) {
	const area = "input"
	var found []input.Found
	if strings.HasPrefix(want, "/") && e.exists(want) {
		found = append(found, input.Found{Name: want, Path: want})
	}
	for _, k := range known {
		if !strings.HasPrefix(want, "/") && input.Matches(want, k.Name) {
			found = append(found, k)
		}
	}
	if len(found) == 0 {
		e.warn(area, want, "plug it in; these are there: "+names(known), "there is no such input device now")
	}
	for _, f := range found {
		if e.permitted(area, f.Name, f.Path, "input", false) {
			e.ok(area, f.Name, "%s", f.Path)
		}
	}
}

func names(known []input.Found) string {
	if len(known) == 0 {
		return "none"
	}
	var all []string
	for _, k := range known {
		all = append(all, `"`+k.Name+`"`)
	}
	return strings.Join(all, ", ")
}

// lineChip looks at the kernel's GPIO lines.
func (e *exam) lineChip(area string) {
	const name = "GPIO"
	chips, err := fs.Glob(e.Root, "dev/gpiochip*")
	if err != nil || len(chips) == 0 {
		e.fault(CodeGPIO, area, name, "use a Raspberry Pi, or another board whose kernel has GPIO lines",
			"there are no GPIO lines (/dev/gpiochip*)")
		return
	}
	if path := "/" + chips[0]; e.permitted(area, name, path, "gpio", false) {
		e.ok(area, name, "%s", path)
	}
}
