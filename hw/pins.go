// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/source"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// A Claim is what something in the configuration takes of the 40-pin header: GPIO
// lines, and on a bus that others may share an address.
type Claim struct {
	Area  string // panel, panel part 2, light, sense, input, presence or sound
	Name  string // for people
	Table string // of the configuration, whose keys say where it is, such as light; empty for a panel
	Key   string // whose value takes the lines
	bus.Place
	addresses []int // that it may have instead, on I²C
	pwm       bool  // takes the PWM block, whichever lines it drives
}

// Claims returns what the tables take that are right by themselves.
func (c Config) Claims() []Claim { return slices.Concat(c.groups()...) }

// groups returns the claims of each table. The check of a table has compared
// the claims in it with each other.
func (c Config) groups() [][]Claim {
	return [][]Claim{
		c.Panel.claims("panel"), claimOfSensor("light", "light", c.Light.name, c.Light.Spec()),
		claimOfSensor("sense", "air", c.Sense.name, c.Sense.Spec()), c.inputs(), c.presence(), c.buzzer(),
	}
}

// conflicts returns the first conflict of two tables that are right by themselves.
func (c Config) conflicts() error {
	all, before := c.Claims(), []Claim(nil)
	for _, group := range c.groups() {
		for i, b := range group {
			for _, a := range before {
				if found := conflict(a, b); found != nil {
					at := len(before) + i
					found.Fix = b.wayOut(slices.Concat(all[:at], all[at+1:]))
					return keyerr.In(b.Table, keyerr.In(found.key, found))
				}
			}
		}
		before = append(before, group...)
	}
	return nil
}

// claims returns the claim of the panel, or of each part of a composite; name is for
// people.
func (c PanelConfig) claims(name string) (all []Claim) {
	for name, p := range c.Panels(name) {
		if spec, err := p.Spec(); err == nil && spec.Needs.Network == nil {
			all = append(all, claimOf(name, p.driver, spec))
		}
	}
	return all
}

// claimOf returns what a panel takes.
func claimOf(area, driver string, s panel.Spec) Claim {
	c := Claim{Area: area, Key: "port", Place: s.Place}
	if _, recorded := s.Place.Recorded(); !recorded {
		r := s.Needs.Registers
		c.pwm = s.Place.Bus == "PWM" || r != nil && r.OnPWM && r.Pulses != "timed"
	}
	c.Name = fmt.Sprintf("%s (%s, port %s)", area, driver, s.Place.Bus)
	switch {
	case s.Wiring != "":
		c.Key, c.Name = "wiring", fmt.Sprintf("%s (%s, wiring %q)", area, driver, s.Wiring)
	case s.Place.Kind == bus.Wave:
		c.Name = fmt.Sprintf("%s (%s, port %s)", area, driver, s.Place.Port)
	case s.Place.Kind == bus.GPIO:
		c.Key, c.Name = "data", fmt.Sprintf("%s (%s)", area, driver)
	}
	return c
}

// claimOfSensor returns the claim of a sensor, if it is connected to the header. what
// says for people what it measures.
func claimOfSensor(table, what, name string, s source.Spec) []Claim {
	if s.Place.Kind == bus.None {
		return nil
	}
	return []Claim{{
		Area: table, Table: table, Key: "port", Name: fmt.Sprintf("%s (%s, port %s)", what, name, s.Place.Port),
		Place: s.Place, addresses: s.Addresses,
	}}
}

// gpioLine returns the number of a GPIO line that is named by it.
func gpioLine(name string) (header.Source, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(strings.ToUpper(name), "GPIO"))
	return header.Source(n), err == nil && n >= 0 && n < 32
}

// inputs returns the claims of buttons and knobs that are GPIO numbers.
func (c Config) inputs() (all []Claim) {
	add := func(table string, i int, name, line string) {
		if n, ok := gpioLine(line); ok {
			all = append(all, Claim{
				Area: "input", Name: fmt.Sprintf("%s %s = %q", table, name, line),
				Table: fmt.Sprintf("%s.%d", table, i+1), Key: name, Place: onLine(int(n)),
			})
		}
	}
	for i, l := range c.Input.Lines {
		add("input.gpio", i, "line", l.Line)
	}
	for i, k := range c.Input.Knobs {
		add("input.rotary", i, "a", k.A)
		add("input.rotary", i, "b", k.B)
	}
	return all
}

// presence returns the claim of the sensor that tells who is there.
func (c Config) presence() []Claim {
	claim := Claim{Area: "presence", Table: "presence", Key: "line",
		Name: fmt.Sprintf("presence line = %q", c.Presence.Line)}
	n, ok := gpioLine(c.Presence.Line)
	switch {
	case ok:
		claim.Place = onLine(int(n))
	case SerialHeader(c.Presence.Radar):
		claim.Key, claim.Name = "radar", fmt.Sprintf("presence radar = %q", c.Presence.Radar)
		claim.Place = onLine(serialIn)
		claim.Bus = SerialBus
	default:
		return nil
	}
	return []Claim{claim}
}

// SerialBus is the serial port of the header, as the bus of a [Claim].
const SerialBus = "serial0"

// serialIn is the line on which the header's serial port reads.
const serialIn = 15

// SerialHeader reports whether a serial port is that of the header.
func SerialHeader(port string) bool {
	return slices.Contains([]string{"/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0"}, port)
}

// buzzer returns the claim of the buzzer.
func (c Config) buzzer() []Claim {
	n, err := outputLine(c.Buzzer)
	if err != nil {
		return nil
	}
	return []Claim{{Area: "sound", Table: "audio", Key: "line", Name: fmt.Sprintf("audio line = %q", c.Buzzer),
		Place: onLine(n)}}
}

// onLine returns the place of a GPIO line.
func onLine(n int) bus.Place { return bus.Place{Kind: bus.GPIO, Pins: 1 << n} }

// A Conflict is the error of two devices that cannot be connected as the
// configuration says.
type Conflict struct {
	Text string // names both
	Fix  string // what to change; empty where nothing is known to help
	key  string // of the second one's table
}

// Error implements error: the text, and what to change.
func (c *Conflict) Error() string {
	if c.Fix == "" {
		return c.Text
	}
	return c.Text + "; " + c.Fix
}

// conflict returns why b cannot be connected beside a, nil if it can. Devices on one
// bus share its lines; chips on I²C then differ in their addresses.
func conflict(a, b Claim) *Conflict {
	both, sameBus := a.Pins&b.Pins, a.Bus != "" && a.Bus == b.Bus
	if sameBus {
		both &= a.Own | b.Own
	}
	switch {
	case sameBus && a.Kind == bus.I2C && a.Chip == b.Chip:
		return &Conflict{key: "address", Text: fmt.Sprintf("%s and %s are both at 0x%X of %s", a.Name, b.Name, b.Chip, b.Bus)}
	case sameBus && a.Kind == bus.LEDs:
		return &Conflict{key: b.Key, Text: fmt.Sprintf("%s and %s are both %s", a.Name, b.Name, b.Port)}
	case sameBus && a.Kind == bus.Wave || a.pwm && b.pwm && both == 0:
		return &Conflict{
			key: b.Key, Text: fmt.Sprintf("%s and %s both need the %s block", a.Name, b.Name, cmp.Or(a.Bus, b.Bus, "PWM"))}
	case both == 0:
		return nil
	}
	return &Conflict{
		key: b.Key, Text: fmt.Sprintf("%s and %s both use GPIO %d", a.Name, b.Name, bits.TrailingZeros64(both))}
}

// Wires returns how the configured hardware is connected to the header, by the tables
// that the drivers themselves use. Recorded and wrong parts are left out, and so are
// devices of the kernel's, whose lines config.txt names.
func (c Config) Wires() (all []header.Device) {
	for name, p := range c.Panel.Panels("panel") {
		spec, err := p.Spec()
		if _, recorded := spec.Place.Recorded(); err != nil || recorded || len(spec.Terminals) == 0 {
			continue
		}
		all = append(all,
			header.Device{Name: fmt.Sprintf("%s (%s)", name, p.Driver()), Board: spec.Board, Terminals: spec.Terminals,
				Parts: partsOf(p.Driver(), spec), Amperes: spec.Amperes})
	}
	all = append(all, sensorWires("light", c.Light.Spec())...)
	all = append(all, sensorWires("air", c.Sense.Spec())...)
	all = append(all, c.inputWires()...)
	if SerialHeader(c.Presence.Radar) {
		all = append(all, header.Device{Name: "presence sensor", Terminals: []header.Terminal{
			{Name: "TX", Source: serialIn}, {Name: "VCC", Source: header.Volts5}, {Name: "GND", Source: header.Ground},
		}})
	}
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
