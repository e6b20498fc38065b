// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"fmt"

	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/source"
)

// Wires returns how the configured hardware is connected to the header, by the tables
// that the drivers themselves use. Recorded and wrong parts are left out, and so are
// devices of the kernel's, whose lines config.txt names.
func (c Config) Wires() (all []header.Device) {
	for name, p := range c.Panel.Panels("panel") {
		spec, err := p.Spec()
		if _, recorded := spec.Place.Recorded(); err != nil || recorded || len(spec.Terminals) == 0 {
			continue
		}
		all = append(all, header.Device{Name: fmt.Sprintf("%s (%s)", name, p.Driver()), Board: spec.Board, Terminals: spec.Terminals,
			Parts: partsOf(p.Driver(), spec), Amperes: spec.Amperes})
	}
	all = append(all, sensorWires("light", c.Light.Spec())...)
	all = append(all, sensorWires("air", c.Sense.Spec())...)
	all = append(all, c.inputWires()...)
	if line, ok := gpioLine(c.Presence.Line); ok {
		all = append(all, header.Device{Name: "presence sensor", Terminals: []header.Terminal{
			{Name: "OUT", Source: line}, {Name: "VCC", Source: header.Volts5}, {Name: "GND", Source: header.Ground},
		}})
	}
	if line, err := outputLine(c.Buzzer); err == nil {
		all = append(all, header.Device{Name: "buzzer", Terminals: []header.Terminal{
			{Name: "+", Source: header.Source(line)}, {Name: "-", Source: header.Ground},
		}})
	}
	return all
}

// partsOf returns what to buy for a panel.
func partsOf(driver string, s panel.Spec) []header.Part {
	if s.Parts != nil {
		return s.Parts
	}
	return []header.Part{{Name: fmt.Sprintf("%s panel, %d×%d", driver, s.Size.X, s.Size.Y), Count: 1}}
}

// sensorWires returns a sensor, if it is connected to the header. what says what it
// measures.
func sensorWires(what string, s source.Spec) []header.Device {
	if _, recorded := s.Place.Recorded(); recorded || len(s.Terminals) == 0 {
		return nil
	}
	return []header.Device{{Name: fmt.Sprintf("%s (%s)", what, s.Title), Terminals: s.Terminals,
		Parts: []header.Part{{Name: s.Title + " board, for " + what, Count: 1}}}}
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
			}, Parts: []header.Part{{Name: "push button", Count: 1}}})
		}
	}
	for _, k := range c.Input.Knobs {
		a, ok := gpioLine(k.A)
		b, also := gpioLine(k.B)
		if ok && also {
			all = append(all, header.Device{Name: "knob", Terminals: []header.Terminal{
				{Name: "A", Source: a}, {Name: "B", Source: b}, {Name: "C", Source: header.Ground},
			}, Parts: []header.Part{{Name: "rotary encoder", Count: 1}}})
		}
	}
	return all
}
