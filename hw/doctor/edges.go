package doctor

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/hw/light"
)

// light checks the light sensor, and reads it if everything else is in order.
func (e *exam) light(c hw.LightConfig) {
	const area = "light"
	if err := c.Check(); err != nil {
		e.fault(CodeConfig, area, "source", "correct the [light] table, see docs/hardware.md", "%v", err)
		return
	}
	usable := true
	switch c.Source {
	case "", "none":
		e.ok(area, "source", "none: automatic brightness stays in its middle")
		return
	case "bh1750":
		usable = e.i2c(area, bus.OnI2C(c.BH1750.Port, 0).Port)
	case "ads1115":
		usable = e.i2c(area, bus.OnI2C(c.ADS1115.Port, 0).Port)
	case "iio":
		usable = e.iio(c.IIO)
	}
	if usable {
		e.reading(c)
	}
}

func (e *exam) iio(c light.IIOConfig) bool {
	s, err := light.NewIIO(e.Root, c)
	if err != nil {
		e.fault(CodeLight, "light", "iio", e.boot.add("the overlay of the sensor, such as dtoverlay=i2c-sensor,tsl4531,")+
			"; a VEML7700 has none: echo veml7700 0x10 | sudo tee /sys/bus/i2c/devices/i2c-1/new_device, with Linux 6.13 or later", "%v", err)
		return false
	}
	e.ok("light", "iio", "%v", s)
	return true
}

// reading reads the sensor once.
func (e *exam) reading(c hw.LightConfig) {
	if e.Light == nil {
		e.ok("light", "source", "%s", c.Source)
		return
	}
	lux, sensor, err := e.Light(e.ctx, c)
	if err != nil {
		e.fault(CodeLight, "light", c.Source, e.mendLight(c), "%v", err)
		return
	}
	e.ok("light", c.Source, "%.3g lx, %s", lux, sensor)
}

// mendLight returns what to try with a sensor that does not answer.
func (e *exam) mendLight(c hw.LightConfig) string {
	port := c.BH1750.Port
	if c.Source == "ads1115" {
		port = c.ADS1115.Port
	}
	if c.Source == "iio" {
		return "restart the Pi; dmesg shows what went wrong in the driver"
	}
	n, _ := bus.I2CName(bus.OnI2C(port, 0).Port)
	return fmt.Sprintf("check the wires and the address: sudo i2cdetect -y %d lists what answers", n)
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
		e.lineChip()
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
func (e *exam) lineChip() {
	const area, name = "input", "GPIO"
	chips, err := fs.Glob(e.Root, "dev/gpiochip*")
	if err != nil || len(chips) == 0 {
		e.fault(CodeGPIO, area, name, "use a Raspberry Pi, or another board whose kernel has GPIO lines", "there are no GPIO lines (/dev/gpiochip*)")
		return
	}
	if path := "/" + chips[0]; e.permitted(area, name, path, "gpio", false) {
		e.ok(area, name, "%s", path)
	}
}
