package hw

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// A Claim is what something in the configuration takes of the GPIO lines of the
// 40-pin header.
type Claim struct {
	Area string // panel, panel part 2, light or input
	Name string // for people
	Key  string // whose value takes the lines
	Bus  string // to which they belong, such as SPI0; empty for lines by themselves
	Pins uint32 // bit n is GPIO n
}

// conflict says which line two claims have in common.
func conflict(a, b Claim) error {
	if both := a.Pins & b.Pins; both != 0 {
		return keyerr.New(b.Key, "%s and %s both use GPIO %d", a.Name, b.Name, bits.TrailingZeros32(both))
	}
	return nil
}

// Claims returns what the tables take that are right by themselves.
func (c Config) Claims() []Claim {
	return slices.Concat(c.Panel.claims("panel"), c.Light.claims(), c.inputs())
}

// conflicts says which two tables, right by themselves, want the same GPIO line.
func (c Config) conflicts() error {
	panels, lights, inputs := c.Panel.claims("panel"), c.Light.claims(), c.inputs()
	for _, pair := range [][2][]Claim{{panels, lights}, {panels, inputs}, {lights, inputs}} {
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

// claims returns that of the panel, or of each part of a composite; name is for
// people.
func (c PanelConfig) claims(name string) (all []Claim) {
	for name, p := range c.Panels(name) {
		if spec, err := p.Spec(); err == nil {
			all = append(all, claimOf(name, p.driver, spec))
		}
	}
	return all
}

// claimOf returns what a panel takes.
func claimOf(area, driver string, s panel.Spec) Claim {
	c := Claim{Area: area, Key: "port", Bus: s.Place.Bus, Pins: s.Place.Pins}
	c.Name = fmt.Sprintf("%s (%s, port %s)", area, driver, s.Place.Bus)
	if s.Wiring != "" {
		c.Key, c.Name = "wiring", fmt.Sprintf("%s (%s, wiring %q)", area, driver, s.Wiring)
	}
	return c
}

// claims returns that of the sensor, if it is on a bus.
func (c LightConfig) claims() []Claim {
	var at bus.Place
	switch c.Source {
	case "bh1750":
		at = bus.OnI2C(c.BH1750.Port, 0)
	case "ads1115":
		at = bus.OnI2C(c.ADS1115.Port, 0)
	default:
		return nil
	}
	return []Claim{{"light", fmt.Sprintf("light (%s, port %s)", c.Source, at.Port), "light.port", at.Bus, at.Pins}}
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
				Key: fmt.Sprintf("%s.%d.%s", table, i+1, name), Pins: 1 << n,
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
