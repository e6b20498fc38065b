// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/local"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/internal/durable"
)

// wiringCmd shows how the configured hardware is connected to the 40-pin header, and what to
// buy for it.
type wiringCmd struct {
	local.Flags
	svg, panel string
	amplifier  bool
}

func newWiring(set *pflag.FlagSet) command.Run {
	c := &wiringCmd{}
	set.StringVar(&c.svg, "svg", "", "draw a picture to `FILE`; - writes it to standard output")
	set.StringVar(&c.panel, "panel", "", "driver `NAME` of the panel (default: the configuration's, with its keys)")
	set.BoolVar(&c.amplifier, "amplifier", false, "with an I2S amplifier (MAX98357A)")
	c.Flags.Add(set)
	return c.run
}

// amplifier is a MAX98357A board on the header's digital sound (overlays/README of
// the Raspberry Pi's firmware: max98357a).
var amplifier = header.Device{Name: "amplifier (MAX98357A)", Terminals: []header.Terminal{
	{Name: "BCLK", Source: 18}, {Name: "LRC", Source: 19}, {Name: "DIN", Source: 21},
	{Name: "VIN", Source: header.Volts5}, {Name: "GND", Source: header.Ground},
}, Parts: []header.Part{{Name: "MAX98357A board", Count: 1},
	{Name: "loudspeaker 4 or 8 Ω, 3 W", Count: 1}}, Amperes: 0.7}

func (c *wiringCmd) run(_ context.Context, std command.Streams, args []string) error {
	if err := command.None(args); err != nil {
		return err
	}
	cfg, err := c.Load()
	if err != nil {
		return err
	}
	cfg.ChoosePanel(c.panel)
	if _, err := cfg.Panel.Spec(); err != nil {
		return fmt.Errorf("panel: %w", err)
	}
	devices := cfg.Wires()
	if c.amplifier {
		if line, taken := shared(devices, amplifier); taken {
			return fmt.Errorf("the amplifier and the configured hardware both use %s", line)
		}
		devices = append(devices, amplifier)
	}
	if len(devices) == 0 {
		return errors.New(
			"the configuration names no hardware on the header; set it up on the page, or name a file with --config")
	}
	return c.write(std.Out, devices)
}

// shared returns a line that one of devices has in common with other.
func shared(devices []header.Device, other header.Device) (line header.Source, ok bool) {
	for _, d := range devices {
		for _, t := range d.Terminals {
			if t.Source >= 0 &&
				slices.ContainsFunc(other.Terminals, func(o header.Terminal) bool { return o.Source == t.Source }) {
				return t.Source, true
			}
		}
	}
	return 0, false
}

// write writes the picture, or the table and the parts to buy.
func (c *wiringCmd) write(out io.Writer, devices []header.Device) error {
	var picture bytes.Buffer
	switch c.svg {
	case "":
		if err := header.WriteTable(out, devices); err != nil {
			return err
		}
		fmt.Fprintln(out)
		return header.WriteParts(out, devices)
	case "-":
		return header.WritePicture(out, "Wiring", devices)
	}
	if err := header.WritePicture(&picture, "Wiring", devices); err != nil {
		return err
	}
	return durable.Replace(c.svg, picture.Bytes(), 0o644)
}
