package hw

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"

	"github.com/BurntSushi/toml"
	"github.com/ledpost/ledpost/hw/apa102"
	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/hw/ssd1306"
	"github.com/ledpost/ledpost/hw/unicornhd"
	"github.com/ledpost/ledpost/hw/ws2812"
	"github.com/ledpost/ledpost/internal/fault"
)

// Config is the hardware part of the configuration file. The zero value is a
// device without hardware.
type Config struct {
	Panel PanelConfig  `toml:"panel"`
	Light LightConfig  `toml:"light"`
	Input input.Config `toml:"input"`
}

// Check says what is wrong with the configuration, without touching hardware: a
// [fault.Error] with the path of its key for each fault.
func (c Config) Check() error {
	_, _, panel := c.Panel.Check()
	err := errors.Join(fault.In("panel", panel), fault.In("light", c.Light.Check()), fault.In("input", c.Input.Check()))
	if err != nil {
		return err
	}
	return c.conflicts()
}

// PanelConfig is the [panel] table: the name of a driver, and that driver's
// keys beside it. Of the structs only the one that Driver names is used; their
// zero values are the drivers' defaults.
type PanelConfig struct {
	// Driver is the kind of panel; empty or "none" for no panel.
	Driver string

	MAX7219   max7219.Config
	HUB75     hub75.Config
	WS2812    ws2812.Config
	APA102    apa102.Config
	UnicornHD unicornhd.Config
	SSD1306   ssd1306.Config
	Composite CompositeConfig

	fault error // of the table that it was read from
}

// keys is where the keys of the driver go; nil for one that has none.
func (c *PanelConfig) keys() (any, error) {
	switch c.Driver {
	case "", "none":
		return &struct{}{}, nil
	case "max7219":
		return &c.MAX7219, nil
	case "hub75":
		return &c.HUB75, nil
	case "ws2812":
		return &c.WS2812, nil
	case "apa102":
		return &c.APA102, nil
	case "unicornhd":
		return &c.UnicornHD, nil
	case "ssd1306":
		return &c.SSD1306, nil
	case "composite":
		return &c.Composite, nil
	}
	return nil, fault.New("driver", "unknown driver %q, want none, max7219, hub75, ws2812, apa102, unicornhd, ssd1306 or composite", c.Driver)
}

// UnmarshalTOML reads the table by the keys of its driver. A key that this
// driver does not have is a fault, also one that another has. It is Check that
// tells the faults, so that all of a file's are told together.
func (c *PanelConfig) UnmarshalTOML(v any) error {
	table, ok := v.(map[string]any)
	if !ok {
		return errors.New("want a table")
	}
	*c = PanelConfig{}
	name, rest, err := choice(table, "driver")
	if c.Driver = name; err != nil {
		c.fault = err
		return nil
	}
	keys, err := c.keys()
	if err == nil {
		err = errors.Join(noZeros(rest), decodeStrict(rest, fmt.Sprintf("driver %q", name), keys))
	}
	c.fault = err
	return nil
}

// choice is the name that a table has under key, and the table's other keys.
func choice(table map[string]any, key string) (name string, rest map[string]any, err error) {
	rest = maps.Clone(table)
	delete(rest, key)
	name, ok := table[key].(string)
	if !ok && table[key] != nil {
		err = fault.New(key, "%s: want a name in quotes", key)
	}
	return name, rest, err
}

// noZeros refuses zeros where the drivers' configurations take them for "not
// given": who writes one means something else.
func noZeros(table map[string]any) error {
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(table)) {
		if key != "rotate" && key != "slowdown" && zero(table[key]) {
			errs = append(errs, fault.New(key, "%s: 0 is not possible; leave the key out for what is usual", key))
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

// place is how the decoder begins its errors; lines are not those of the file
// here.
var place = regexp.MustCompile(`^toml: (line \d+ )?\(?(last key "([^"]*)")?\)?:? ?`)

// decodeStrict puts a table into a struct and refuses keys that it lacks; of
// says whose keys they are.
func decodeStrict(table map[string]any, of string, into any) error {
	var text bytes.Buffer
	if err := toml.NewEncoder(&text).Encode(table); err != nil {
		return err
	}
	meta, err := toml.Decode(text.String(), into)
	if err != nil {
		key, why := place.FindStringSubmatch(err.Error())[3], place.ReplaceAllString(err.Error(), "")
		return fault.New(key, "%s: %s: %s", of, key, why)
	}
	var errs []error
	for _, key := range meta.Undecoded() {
		errs = append(errs, fault.New(key.String(), "%s: unknown key %s", of, key))
	}
	return errors.Join(errs...)
}
