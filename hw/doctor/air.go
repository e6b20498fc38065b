package doctor

import (
	"fmt"
	"strings"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/sense"
)

// sense checks the air sensor, if one is configured, and reads it if everything
// else is in order. The device works without it, so an error is only a warning.
func (e *exam) sense(c hw.SenseConfig) {
	const area = "sense"
	if err := c.Check(); err != nil {
		e.fault(CodeConfig, area, "source", "correct the [sense] table, see docs/hardware.md", "%v", err)
		return
	}
	port := ""
	switch c.Source {
	case "", "none":
		return
	case "iio":
		if !e.senseIIO(c.IIO) {
			return
		}
	case "bme280":
		port = c.BME280.Port
	case "sht3x":
		port = c.SHT3x.Port
	}
	if c.Source != "iio" && !e.i2c(area, bus.OnI2C(port, 0).Port) {
		return
	}
	if e.Sense == nil {
		e.ok(area, "source", "%s", c.Source)
		return
	}
	r, sensor, err := e.Sense(e.ctx, c)
	if err != nil {
		n, _ := bus.I2CName(bus.OnI2C(port, 0).Port)
		e.warn(area, c.Source, fmt.Sprintf("check the wires and the address: sudo i2cdetect -y %d lists what answers", n), "%v", err)
		return
	}
	e.ok(area, c.Source, "%s, %s", air(r), sensor)
}

// senseIIO reports whether the kernel has the sensor.
func (e *exam) senseIIO(c sense.IIOConfig) bool {
	s, err := sense.NewIIO(e.Root, c)
	if err != nil {
		e.warn("sense", "iio", e.boot.add("the overlay of the sensor, such as dtoverlay=i2c-sensor,bme280 or dtoverlay=dht11,gpiopin=4,"), "%v", err)
		return false
	}
	e.ok("sense", "iio", "%v", s)
	return true
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
	return strings.Join(words, ", ")
}
