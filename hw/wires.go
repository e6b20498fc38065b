package hw

import (
	"fmt"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/hw/panel"
)

// Wires returns how what is configured is connected to the header, by the tables
// that the drivers themselves use. What is recorded, or wrong, is left out, and
// so are devices of the kernel's, whose lines config.txt names.
func (c Config) Wires() (all []header.Device) {
	for name, p := range c.Panel.Panels("panel") {
		spec, err := p.Spec()
		if _, recorded := spec.Place.Recorded(); err != nil || recorded || len(spec.Terminals) == 0 {
			continue
		}
		all = append(all, header.Device{Name: fmt.Sprintf("%s (%s)", name, p.Driver()), Board: spec.Board, Terminals: spec.Terminals})
	}
	switch c.Light.Source {
	case "bh1750":
		all = append(all, sensorWires("light (BH1750)", c.Light.BH1750.Port))
	case "ads1115":
		all = append(all, sensorWires("light (ADS1115)", c.Light.ADS1115.Port))
	}
	switch c.Sense.Source {
	case "bme280":
		all = append(all, sensorWires("air (BME280)", c.Sense.BME280.Port))
	case "sht3x":
		all = append(all, sensorWires("air (SHT3x)", c.Sense.SHT3x.Port))
	}
	return append(all, c.inputWires()...)
}

// sensorWires returns a sensor on I²C.
func sensorWires(name, port string) header.Device {
	t := panel.Names{{Line: bus.SDA, Name: "SDA"}, {Line: bus.SCL, Name: "SCL"}}.Terminals(bus.OnI2C(port, 0), false)
	return header.Device{Name: name, Terminals: append(t,
		header.Terminal{Name: "VCC", Source: header.Volts33}, header.Terminal{Name: "GND", Source: header.Ground})}
}

// inputWires returns the buttons and knobs that are on GPIO lines.
func (c Config) inputWires() (all []header.Device) {
	for _, l := range c.Input.Lines {
		if line, ok := gpioLine(l.Line); ok {
			other := header.Ground
			if l.Pull == "down" {
				other = header.Volts33
			}
			all = append(all, header.Device{Name: fmt.Sprintf("button (%s)", l.Button), Terminals: []header.Terminal{
				{Name: "one contact", Source: line}, {Name: "the other", Source: other},
			}})
		}
	}
	for _, k := range c.Input.Knobs {
		a, ok := gpioLine(k.A)
		b, also := gpioLine(k.B)
		if ok && also {
			all = append(all, header.Device{Name: "knob", Terminals: []header.Terminal{
				{Name: "A", Source: a}, {Name: "B", Source: b}, {Name: "C", Source: header.Ground},
			}})
		}
	}
	return all
}
