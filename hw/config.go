package hw

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/table"
)

// Config is what the configuration file says of the hardware. The zero value is a
// device without hardware.
type Config struct {
	Panel PanelConfig
	Light LightConfig
	Input input.Config
}

// Tables are the tables of a configuration file that are about hardware, as the
// decoder of the file finds them. The keys of two depend on what the tables name,
// so that Config reads them.
type Tables struct {
	Panel toml.Primitive `toml:"panel"`
	Light toml.Primitive `toml:"light"`
	Input input.Config   `toml:"input"`
}

// Config reads the tables, with the metadata of the file's decoder, for which all
// of their keys are known then. Files that they name lie in the folder dir unless
// they have a path from the root. What is wrong with the tables is told by Check,
// so that all of a file's faults are told together.
func (t Tables) Config(meta *toml.MetaData, dir string) (c Config) {
	c.Panel.read(meta, t.Panel)
	for _, p := range c.Panel.Panels("") {
		if files, ok := p.Keys.(interface{ Relative(dir string) }); ok {
			files.Relative(dir)
		}
	}
	c.Light.read(meta, t.Light)
	c.Input = t.Input
	return c
}

// Check says what is wrong with the configuration, without touching hardware: a
// [keyerr.Error] with the path of its key for each fault.
func (c Config) Check() error {
	_, panel := c.Panel.Check()
	err := errors.Join(keyerr.In("panel", panel), keyerr.In("light", c.Light.Check()), keyerr.In("input", c.Input.Check()))
	if err != nil {
		return err
	}
	return c.conflicts()
}

// PanelConfig is the [panel] table: the name of a driver, and that driver's
// keys beside it.
type PanelConfig struct {
	// Driver is the kind of panel; empty or "none" for no panel.
	Driver string
	// Keys are the driver's, such as a *max7219.Config for "max7219"; nil for its
	// defaults.
	Keys panel.Driver

	fault error // of the table that it was read from
}

// none reports whether there is no panel.
func (c PanelConfig) none() bool { return c.Driver == "" || c.Driver == "none" }

// driver returns the driver with its keys, nil for no panel.
func (c PanelConfig) driver() (panel.Driver, error) {
	if c.none() || c.Keys != nil {
		return c.Keys, nil
	}
	if d := newDriver(c.Driver); d != nil {
		return d, nil
	}
	names := Drivers()
	last := len(names) - 1
	return nil, keyerr.New("driver", "unknown driver %q, want none, %s or %s", c.Driver, strings.Join(names[:last], ", "), names[last])
}

// Check returns what the panel is and wants, without touching hardware, or what
// is wrong with its keys, a [keyerr.Error]. Without a panel the Spec is zero.
func (c PanelConfig) Check() (panel.Spec, error) {
	if c.fault != nil {
		return panel.Spec{}, c.fault
	}
	d, err := c.driver()
	if err != nil || d == nil {
		return panel.Spec{}, err
	}
	return d.Check()
}

// open opens the panel; without one it is nil.
func (c PanelConfig) open() (Panel, panel.Spec, error) {
	spec, err := c.Check()
	if err != nil || c.none() {
		return nil, spec, err
	}
	d, err := c.driver()
	if err != nil {
		return nil, spec, err
	}
	p, err := d.Open()
	return p, spec, err
}

// Panels yields the panels of which the picture is made: c itself, of a composite
// its parts; each with its name for people, which begins with name.
func (c PanelConfig) Panels(name string) iter.Seq2[string, PanelConfig] {
	return func(yield func(string, PanelConfig) bool) {
		whole, ok := c.Keys.(*CompositeConfig)
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

// read reads the table by the keys of its driver. A key that this driver does not
// have is a fault, also one that another has.
func (c *PanelConfig) read(meta *toml.MetaData, raw toml.Primitive) {
	*c = PanelConfig{}
	t, err := table.Read(meta, raw)
	if err == nil {
		err = c.readKeys(meta, t)
	}
	c.fault = err
}

// tableReader is a driver that reads its table itself.
type tableReader interface {
	readTable(meta *toml.MetaData, t table.Table) error
}

func (c *PanelConfig) readKeys(meta *toml.MetaData, t table.Table) (err error) {
	if c.Driver, err = t.Take(meta, "driver"); err != nil {
		return err
	}
	if c.none() {
		return unused(t)
	}
	if c.Keys, err = c.driver(); err != nil {
		return err
	}
	if own, ok := c.Keys.(tableReader); ok {
		return own.readTable(meta, t)
	}
	return errors.Join(noZeros(t, meta), decodeKeys(t, meta, fmt.Sprintf("driver %q", c.Driver), c.Keys))
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
