// SPDX-License-Identifier: Apache-2.0

// Package fourwire connects displays on SPI with a line D/C beside it, which tells
// commands from data ("4-wire SPI" in datasheets).
package fourwire

import (
	"cmp"
	"fmt"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/internal/keyerr"
	"periph.io/x/conn/v3/physic"
)

// Config says where a display is connected. Keys of the panel's table; the zero value
// is SPI0.0 with D/C on GPIO 25 and RES on GPIO 27, as on Waveshare's boards.
type Config struct {
	// Port is the SPI port; empty is SPI0.0.
	Port string `toml:"port"`
	// Speed of the clock; zero is the kind's.
	Speed bus.Speed `toml:"speed"`
	// DC is the line D/C, "GPIO25" or "25"; empty is 25.
	DC string `toml:"dc"`
	// Reset is the line RES; empty is 27, and "none" a display that resets itself.
	Reset string `toml:"reset"`
}

// A Kind has the properties of the displays of one make.
type Kind struct {
	Name                 string           // of the driver, with which errors begin
	Speed, Least, Most   physic.Frequency // of the clock: where none is given, and its limits
	Clock, Data, Command string           // as they are printed on modules
}

// None is the value of a key for a line that is not connected.
const None = "none"

// absent is the number of such a line.
const absent = -1

// Connection is a Config that has been checked. The zero value has no kind.
type Connection struct {
	kind             *Kind
	port             string
	speed            physic.Frequency
	dc, reset, light int // lines of the header, or absent
}

// Resolve checks the keys of a display. light is the value of the key backlight: a line,
// or empty for a display that has none.
func (k *Kind) Resolve(c Config, light string) (Connection, error) {
	r, err := k.resolve(c, light)
	if err != nil {
		return Connection{}, fmt.Errorf("%s: %w", k.Name, err)
	}
	return r, nil
}

func (k *Kind) resolve(c Config, light string) (r Connection, err error) {
	r = Connection{kind: k, port: bus.OnSPI(c.Port).Port, speed: c.Speed.Or(k.Speed), dc: absent, reset: absent,
		light: absent}
	if err := bus.CheckSPI(c.Port); err != nil {
		return r, err
	}
	if err := bus.Speed(r.speed).Check(k.Least, k.Most); err != nil {
		return r, err
	}
	taken := bus.OnSPI(c.Port)
	for _, l := range []struct {
		key, value, usual string
		at                *int
	}{{"dc", c.DC, "GPIO25", &r.dc}, {"reset", c.Reset, "GPIO27", &r.reset}, {"backlight", light, None, &r.light}} {
		l.value = cmp.Or(l.value, l.usual)
		if l.value == None && l.key != "dc" {
			continue
		}
		n, err := bus.HeaderLine(l.key, l.value)
		if err != nil {
			return r, err
		}
		if what := r.user(n, taken); what != "" {
			return r, keyerr.New(l.key, "%s: GPIO %d is %s", l.key, n, what)
		}
		*l.at = n
	}
	return r, nil
}

// user returns what a line of the header is already; the line MISO, on which displays
// send nothing, is free.
func (r Connection) user(n int, p bus.Place) string {
	for _, name := range []string{bus.MOSI, bus.SCLK, bus.CE} {
		if line, ok := p.Line(name); ok && line == n {
			return name + " of " + p.Bus
		}
	}
	switch {
	case n == r.dc:
		return "D/C"
	case n == r.reset:
		return "RES"
	}
	return ""
}

// Speed is the clock of the bus.
func (r Connection) Speed() physic.Frequency { return r.speed }

// lines are the lines beside the bus, in the order of their levels in Wire.
func (r Connection) lines() (all []int) {
	for _, n := range []int{r.dc, r.reset, r.light} {
		if n != absent {
			all = append(all, n)
		}
	}
	return all
}

// Place is where the display is connected.
func (r Connection) Place() bus.Place {
	p := bus.OnSPI(r.port)
	if _, recorded := p.Recorded(); recorded {
		return p
	}
	for _, n := range r.lines() {
		p.Own |= 1 << n
	}
	p.Pins |= p.Own
	return p
}

// Terminals returns the display's connections.
func (r Connection) Terminals() []header.Terminal {
	k := r.kind
	all := panel.Names{{bus.MOSI, k.Data}, {bus.SCLK, k.Clock}, {bus.CE, "CS"}}.Terminals(r.Place(), false)
	for _, l := range []struct {
		name string
		line int
	}{{k.Command, r.dc}, {"RES", r.reset}, {"BLK", r.light}} {
		if l.line != absent {
			all = append(all, header.Terminal{Name: l.name, Source: header.Source(l.line)})
		}
	}
	return append(all, header.Terminal{Name: "VCC", Source: header.Volts33},
		header.Terminal{Name: "GND", Source: header.Ground})
}
