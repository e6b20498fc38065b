// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"time"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/hil/sigrok"
)

// hilCaptureCmd records real wires with a logic analyser.
type hilCaptureCmd struct {
	device, channels, out string
	time                  time.Duration
	rate                  int
}

func (c *hilCaptureCmd) flags(set *pflag.FlagSet) {
	set.StringVar(&c.device, "device", "", "`DRIVER` of the analyser in sigrok, as fx2lafw")
	set.StringVar(&c.channels, "channels", "", "`LIST` of the analyser's channels and the bus's lines, as D0=CLK,D1=MOSI,D2=CS")
	set.DurationVar(&c.time, "time", 3*time.Second, "record for `TIME`, at most 10m")
	set.IntVar(&c.rate, "rate", sigrok.Rate, "samples a second, in `HZ`")
	set.StringVarP(&c.out, "out", "o", "", "`FILE` for the recording, a Value Change Dump")
}

func (c *hilCaptureCmd) run(ctx context.Context, _ Streams, args []string) error {
	if err := none(args); err != nil {
		return err
	}
	if c.device == "" || c.channels == "" || c.out == "" {
		return usagef("give --device, --channels and -o FILE")
	}
	if err := sigrok.Record(ctx, c.device, c.channels, c.time, c.rate, c.out); err != nil {
		return &incomparable{err}
	}
	return nil
}
