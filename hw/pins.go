package hw

import (
	"cmp"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/internal/fault"
)

// A user is a part of the configuration that takes GPIO lines of the 40-pin
// header: bit n of pins is GPIO n.
type user struct {
	name string // for people
	key  string // whose value takes the lines
	pins uint32
}

// conflict says which line two users both want.
func conflict(a, b user) error {
	if both := a.pins & b.pins; both != 0 {
		return fault.New(b.key, "%s and %s both use GPIO %d", a.name, b.name, bits.TrailingZeros32(both))
	}
	return nil
}

// conflicts says which two parts of a configuration, right by themselves, want
// the same GPIO line.
func (c Config) conflicts() error {
	panels, lights, inputs := c.Panel.users("panel"), c.Light.users(), c.inputs()
	for _, pair := range [][2][]user{{panels, lights}, {panels, inputs}, {lights, inputs}} {
		for _, a := range pair[0] {
			for _, b := range pair[1] {
				if err := conflict(a, b); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// users are the panel, or the parts of a composite; key is for people.
func (c PanelConfig) users(key string) (all []user) {
	switch c.Driver {
	case "composite":
		for i, part := range c.Composite.Parts {
			if part.Panel.Driver != "composite" {
				all = append(all, part.Panel.users(fmt.Sprintf("%s.part %d", key, i+1))...)
			}
		}
		return all
	case "hub75":
		wiring := cmp.Or(c.HUB75.Wiring, "regular")
		return []user{{fmt.Sprintf("%s (hub75, wiring %q)", key, wiring), "wiring", c.HUB75.Pins()}}
	}
	w := c.wires()
	return []user{{fmt.Sprintf("%s (%s, port %s)", key, c.Driver, w.bus), "port", busPins(w.bus, w.chip)}}
}

// busPins are the lines of a bus of the header (raspberrypi.com, "Raspberry Pi
// hardware", GPIO and the 40-pin header: alternative functions); none for another.
// Of chip selects SPI0 always takes both, SPI1 those up to chip, by the overlay
// that a port with that one needs (spi1-1cs, spi1-2cs, spi1-3cs).
func busPins(name string, chip int) uint32 {
	switch strings.ToUpper(name) {
	case "SPI0":
		return 1<<7 | 1<<8 | 1<<9 | 1<<10 | 1<<11
	case "SPI1":
		pins := uint32(1<<18 | 1<<19 | 1<<20 | 1<<21)
		for n := 1; n <= min(chip, 2); n++ {
			pins |= 1 << (18 - n)
		}
		return pins
	case "I2C0", "/DEV/I2C-0":
		return 1<<0 | 1<<1
	case "I2C1", "/DEV/I2C-1":
		return 1<<2 | 1<<3
	}
	return 0
}

// users is the sensor, if it is on a bus.
func (c LightConfig) users() []user {
	port := ""
	switch c.Source {
	case "bh1750":
		port = cmp.Or(c.BH1750.Port, "I2C1")
	case "ads1115":
		port = cmp.Or(c.ADS1115.Port, "I2C1")
	default:
		return nil
	}
	return []user{{fmt.Sprintf("light (%s, port %s)", c.Source, port), "light.port", busPins(port, 0)}}
}

// inputs are the lines of buttons and knobs that are GPIO numbers.
func (c Config) inputs() (all []user) {
	add := func(table string, i int, name, line string) {
		n, err := strconv.Atoi(strings.TrimPrefix(strings.ToUpper(line), "GPIO"))
		if err == nil && n >= 0 && n < 32 {
			all = append(all, user{fmt.Sprintf("%s %s = %q", table, name, line), fmt.Sprintf("%s.%d.%s", table, i+1, name), 1 << n})
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

// sharePins reports whether part i may have its lines beside the parts before
// it. Two panels on one bus are left to share.
func (c CompositeConfig) sharePins(i int) error {
	mine := c.Parts[i].Panel
	for j, other := range c.Parts[:i] {
		if mine.Driver != "hub75" && other.Panel.Driver != "hub75" {
			continue
		}
		for _, a := range other.Panel.users(fmt.Sprintf("part %d", j+1)) {
			for _, b := range mine.users(fmt.Sprintf("part %d", i+1)) {
				if err := conflict(a, b); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
