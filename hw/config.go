package hw

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"regexp"

	"github.com/BurntSushi/toml"
	"github.com/ledpost/ledpost/hw/apa102"
	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/hw/ssd1306"
	"github.com/ledpost/ledpost/hw/unicornhd"
	"github.com/ledpost/ledpost/hw/ws2812"
)

// Config is the hardware part of the configuration file. The zero value is a
// device without hardware.
type Config struct {
	Panel PanelConfig  `toml:"panel"`
	Light LightConfig  `toml:"light"`
	Input input.Config `toml:"input"`
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
	return nil, fmt.Errorf("unknown driver %q, want none, max7219, hub75, ws2812, apa102, unicornhd, ssd1306 or composite", c.Driver)
}

// UnmarshalTOML reads the table by the keys of its driver. A key that this
// driver does not have is an error, also one that another has.
func (c *PanelConfig) UnmarshalTOML(v any) error {
	table, ok := v.(map[string]any)
	if !ok {
		return errors.New("want a table")
	}
	driver, ok := table["driver"].(string)
	if !ok && table["driver"] != nil {
		return errors.New("driver: want a name in quotes")
	}
	out := PanelConfig{Driver: driver}
	keys, err := out.keys()
	if err != nil {
		return err
	}
	rest := maps.Clone(table)
	delete(rest, "driver")
	if err := decodeStrict(rest, keys); err != nil {
		return fmt.Errorf("driver %q: %w", driver, err)
	}
	*c = out
	return nil
}

// place is how the decoder begins its errors; lines are not those of the file
// here.
var place = regexp.MustCompile(`^toml: (line \d+ )?\(?(last key "([^"]*)")?\)?:? ?`)

// decodeStrict puts a table into a struct and refuses keys that it lacks.
func decodeStrict(table map[string]any, into any) error {
	var text bytes.Buffer
	if err := toml.NewEncoder(&text).Encode(table); err != nil {
		return err
	}
	meta, err := toml.Decode(text.String(), into)
	if err != nil {
		var fault toml.ParseError
		if errors.As(err, &fault) {
			return fmt.Errorf("%s: %s", fault.LastKey, fault.Message)
		}
		return errors.New(place.ReplaceAllString(err.Error(), "$3: "))
	}
	var errs []error
	for _, key := range meta.Undecoded() {
		errs = append(errs, fmt.Errorf("unknown key %s", key))
	}
	return errors.Join(errs...)
}
