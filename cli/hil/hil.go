// SPDX-License-Identifier: Apache-2.0

// Package hil is the commands that test a device from outside: by the wires of its panel, by a
// photograph, and by its API.
package hil

import (
	"context"
	"time"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/hil/sigrok"
)

// Commands returns the commands of this room.
func Commands() []command.Command {
	return command.Told(
		command.Command{Name: "hil compare", Args: "CAPTURE.vcd...", New: newCompare,
			Help: "Compare a recording of the wires with a notification."},
		command.Command{Name: "hil wait", Args: "CAPTURE.vcd", New: newWait,
			Help: "Wait until a recording that grows shows a notification."},
		command.Command{Name: "hil capture", Help: "Record a panel's wires with a logic analyser, by sigrok-cli.",
			New: newCapture},
		command.Command{Name: "conform", Args: "URL", Help: "Test any device over HTTP against the documented API.",
			New: newConform},
	)
}

// captureCmd records real wires with a logic analyser.
type captureCmd struct {
	device, channels, out string
	time                  time.Duration
	rate                  int
}

func newCapture(set *pflag.FlagSet) command.Run {
	c := &captureCmd{}
	set.StringVar(&c.device, "device", "", "`DRIVER` of the analyser in sigrok, as fx2lafw")
	set.StringVar(&c.channels, "channels", "",
		"`LIST` of the analyser's channels and the bus's lines, as D0=CLK,D1=MOSI,D2=CS")
	set.DurationVar(&c.time, "time", 3*time.Second, "record for `TIME`, at most 10m")
	set.IntVar(&c.rate, "rate", sigrok.Rate, "samples a second, in `HZ`")
	set.StringVarP(&c.out, "out", "o", "", "`FILE` for the recording, a Value Change Dump")
	return c.run
}

func (c *captureCmd) run(ctx context.Context, _ command.Streams, args []string) error {
	if err := command.None(args); err != nil {
		return err
	}
	if c.device == "" || c.channels == "" || c.out == "" {
		return command.Usagef("give --device, --channels and -o FILE")
	}
	if err := sigrok.Record(ctx, c.device, c.channels, c.time, c.rate, c.out); err != nil {
		return command.Incomparable(err)
	}
	return nil
}
