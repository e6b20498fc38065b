// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/table"
)

// Config is the hardware's part of the configuration file. The zero value is a
// device without hardware.
type Config struct {
	Panel    PanelConfig
	Light    LightConfig
	Sense    SenseConfig
	Input    input.Config
	Presence input.PresenceConfig
	// Buzzer is the GPIO line of a buzzer, the key line of the table audio; empty for none.
	Buzzer string
}

// Tables are the tables of a configuration file that are about hardware, as the
// decoder of the file finds them. The keys of three tables depend on the
// drivers that they name, so Config reads those.
type Tables struct {
	Panel    toml.Primitive       `toml:"panel"`
	Light    toml.Primitive       `toml:"light"`
	Sense    toml.Primitive       `toml:"sense"`
	Input    input.Config         `toml:"input"`
	Presence input.PresenceConfig `toml:"presence"`
}

// Config reads the tables, with the metadata of the file's decoder, for which all of
// their keys are known then. Files that they name lie in the folder dir unless they
// have a path from the root. Check returns the faults of the tables, so that all of a
// file's errors are reported together.
func (t Tables) Config(meta *toml.MetaData, dir string) (c Config) {
	c.Panel.read(meta, t.Panel, dir)
	c.Light.read(lights(), meta, t.Light)
	c.Sense.read(airs(), meta, t.Sense)
	c.Input, c.Presence = t.Input, t.Presence
	return c
}

// Check returns the faults of the configuration, without touching hardware: a
// [keyerr.Error] with the path of its key for each error.
func (c Config) Check() error {
	err := errors.Join(keyerr.In("panel", c.Panel.fault), keyerr.In("light", c.Light.Check()),
		keyerr.In("sense", c.Sense.Check()), keyerr.In("input", c.Input.Check()), keyerr.In("presence", c.Presence.Check()),
		keyerr.In("audio", c.checkBuzzer()))
	if err != nil {
		return err
	}
	return c.conflicts()
}

// PanelConfig is the [panel] table: the name of a driver, and that driver's
// keys beside it. It is checked once, when it is made. The zero value is no panel.
type PanelConfig struct {
	driver string
	keys   panel.Driver // nil for no panel
	plan   panel.Plan   // made of them
	fault  error        // the faults of them: then there is no plan
}

// NewPanelConfig returns the panel of the named driver, empty or "none" for no panel.
// keys are the driver's, such as a *max7219.Config for "max7219"; nil for its
// defaults. They must not be changed afterwards. Spec returns the faults of them.
func NewPanelConfig(driver string, keys panel.Driver) PanelConfig {
	c := PanelConfig{driver: driver, keys: keys}
	if c.fault = c.find(); c.fault == nil {
		c.fault = c.check()
	}
	return c
}

// Driver returns the driver's name; empty or "none" for no panel.
func (c PanelConfig) Driver() string { return c.driver }

// Keys returns the keys of the driver, such as a *hub75.Config, nil for no panel. They
// must not be changed.
func (c PanelConfig) Keys() panel.Driver { return c.keys }

// Spec returns what the panel is and wants, or the faults of its keys, a
// [keyerr.Error]. Without a panel the Spec is zero.
func (c PanelConfig) Spec() (panel.Spec, error) { return c.plan.Spec, c.fault }

// none reports whether there is no panel.
func (c PanelConfig) none() bool { return c.driver == "" || c.driver == "none" }

// find gives the driver that is named its keys, if it has none.
func (c *PanelConfig) find() error {
	if c.none() || c.keys != nil {
		return nil
	}
	if c.keys = newDriver(c.driver); c.keys != nil {
		return nil
	}
	names := slices.Concat(Drivers(), NetworkDrivers())
	last := len(names) - 1
	return keyerr.New("driver", "unknown driver %q, want none, %s or %s", c.driver, strings.Join(names[:last], ", "),
		names[last])
}

// check makes the plan of the keys.
func (c *PanelConfig) check() (err error) {
	if !c.none() {
		c.plan, err = c.keys.Plan()
	}
	return err
}

// open opens the panel; without one it is nil.
func (c PanelConfig) open() (Panel, error) {
	if c.fault != nil || c.plan.Open == nil {
		return nil, c.fault
	}
	return c.plan.Open()
}

// Panels yields the panels of which the picture is made: c itself, of a composite
// its parts; each with its name for people, which begins with name.
func (c PanelConfig) Panels(name string) iter.Seq2[string, PanelConfig] {
	return func(yield func(string, PanelConfig) bool) {
		whole, ok := c.keys.(*CompositeConfig)
		if !ok {
			yield(name, c)
			return
		}
		for i, part := range whole.Parts {
			if !yield(fmt.Sprintf("%s part %d", name, i+1), part.Panel) {
				return
			}
		}
	}
}

// read reads the table by the keys of its driver, and checks them. A key that
// this driver does not have is an error, even if another driver has it. Files
// that the keys name lie in dir.
func (c *PanelConfig) read(meta *toml.MetaData, raw toml.Primitive, dir string) {
	*c = PanelConfig{}
	t, err := table.Read(meta, raw)
	if err == nil {
		err = c.readKeys(meta, t, dir)
	}
	if err == nil {
		err = c.check()
	}
	c.fault = err
}

// tableReader is a driver that reads its table itself.
type tableReader interface {
	readTable(meta *toml.MetaData, t table.Table, dir string) error
}

func (c *PanelConfig) readKeys(meta *toml.MetaData, t table.Table, dir string) (err error) {
	if c.driver, err = t.Take(meta, "driver"); err != nil {
		return err
	}
	if c.none() {
		return unused(t)
	}
	if err = c.find(); err != nil {
		return err
	}
	if own, ok := c.keys.(tableReader); ok {
		return own.readTable(meta, t, dir)
	}
	err = errors.Join(noZeros(t, meta), decodeKeys(t, meta, fmt.Sprintf("driver %q", c.driver), c.keys))
	if files, ok := c.keys.(interface{ Relative(dir string) }); ok {
		files.Relative(dir)
	}
	return err
}

// unused refuses the keys of a table in which no driver is named.
func unused(t table.Table) error {
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(t)) {
		instead := `write driver = "max7219", or another, beside it`
		if key == "size" {
			instead += "; without a panel the picture in the browser has the size of the command line, as in --size 64x32"
		}
		errs = append(errs, keyerr.New(key, "%s is for the panel of a driver, and none is named: %s", key, instead))
	}
	return errors.Join(errs...)
}

// decodeKeys puts the keys of a table into the struct that into points to; whose
// says in errors whose keys they are.
func decodeKeys(t table.Table, meta *toml.MetaData, whose string, into any) error {
	var errs []error
	for _, err := range keyerr.Split(t.Decode(meta, into)) {
		key := keyerr.Key(err)
		if errors.Is(err, table.ErrUnknown) {
			errs = append(errs, keyerr.New(key, "%s: unknown key %s%s", whose, key, table.Meant(err)))
		} else {
			errs = append(errs, keyerr.New(key, "%s: %s: %s", whose, key, err))
		}
	}
	return errors.Join(errs...)
}

// noZeros refuses zeros where the drivers' configurations take them for "not
// given": who writes one means something else.
func noZeros(t table.Table, meta *toml.MetaData) error {
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(t)) {
		var v any
		if meta.PrimitiveDecode(t[key], &v) == nil && key != "rotate" && key != "slowdown" && zero(v) {
			errs = append(errs, keyerr.New(key, "%s: 0 is not possible; leave the key out for the default", key))
		}
	}
	return errors.Join(errs...)
}

// zero reports whether v is 0, or an array of nothing else.
func zero(v any) bool {
	if all, ok := v.([]any); ok {
		return len(all) > 0 && !slices.ContainsFunc(all, func(v any) bool { return !zero(v) })
	}
	return v == int64(0) || v == 0.0
}

// plainLines are the GPIO lines of the header. Lines without another use on a Pi come
// first, then the lines of the buses and of the serial console, and last the lines of the
// memory of an attached board.
var plainLines = [...]int{5, 6, 12, 13, 16, 17, 22, 23, 24, 25, 26, 27, 19, 20, 21, 18, 4, 7, 8, 9, 10, 11, 14,
	15, 2, 3, 0, 1}

// FreeLine returns a GPIO line of the header that is not one of taken (bit n is GPIO
// n): usual if it is free, else another one; ok is false if no line is free.
func FreeLine(taken uint64, usual int) (line int, ok bool) {
	for _, n := range slices.Concat([]int{usual}, plainLines[:]) {
		if taken>>n&1 == 0 {
			return n, true
		}
	}
	return 0, false
}

// wayOut returns what to change so that c is beside others; empty if nothing is
// known to help.
func (c Claim) wayOut(others []Claim) string {
	for _, p := range c.places() {
		moved := c
		moved.Place = p
		if !slices.ContainsFunc(others, func(o Claim) bool { return conflict(o, moved) != nil }) {
			return c.move(p)
		}
	}
	return ""
}

// places returns where else the device could be connected, the least work first.
func (c Claim) places() (all []bus.Place) {
	switch {
	case c.Kind == bus.I2C:
		for _, port := range []string{c.Port, bus.DefaultI2C, otherI2C} {
			for _, address := range slices.Concat([]int{c.Chip}, c.addresses) {
				all = append(all, bus.OnI2C(port, address))
			}
		}
	case c.Kind == bus.GPIO && bits.OnesCount64(c.Pins) == 1:
		for _, n := range plainLines {
			all = append(all, onLine(n))
		}
	}
	return all
}

// otherI2C is the second bus of the header. It is the last choice: a board that is
// plugged onto the header has its memory there.
const otherI2C = "I2C0"

// move says how c comes to p.
func (c Claim) move(p bus.Place) string {
	if p.Kind == bus.GPIO {
		return fmt.Sprintf(`GPIO %d is free: write %s = "GPIO%[1]d"`, bits.TrailingZeros64(p.Pins), c.Key)
	}
	var write, wires []string
	if p.Bus != c.Bus {
		write = append(write, fmt.Sprintf("port = %q", p.Port))
		wires = append(wires,
			fmt.Sprintf("connect the sensor to GPIO %d and %d", bits.TrailingZeros64(p.Pins), bits.Len64(p.Pins)-1))
	}
	if p.Chip != c.Chip {
		write = append(write, fmt.Sprintf("address = 0x%X", p.Chip))
		wires = append(wires, "set the sensor to this address, by its pin for that")
	}
	return fmt.Sprintf("write %s into the [%s] table, and %s", strings.Join(write, " and "), c.Table,
		strings.Join(wires, " and "))
}
