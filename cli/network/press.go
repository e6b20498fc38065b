// SPDX-License-Identifier: Apache-2.0

package network

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/device"
)

// pressCmd presses a button of the running device.
type pressCmd struct {
	remoteFlags
	hold time.Duration
}

func newPress(set *pflag.FlagSet) command.Run {
	c := &pressCmd{}
	c.flags(set)
	set.DurationVar(&c.hold, "hold", 0, "hold the button for `TIME`, such as 2s, at most 5s")
	return c.run
}

func (c *pressCmd) run(ctx context.Context, _ command.Streams, args []string) error {
	button, err := command.One(args, "button")
	if err != nil {
		return err
	}
	if _, err := device.ParseButton(button); err != nil {
		return command.Usagef("button %v", err)
	}
	path := "/live/buttons/" + button
	if c.hold != 0 {
		path += "?hold=" + strconv.FormatFloat(c.hold.Seconds(), 'f', -1, 64)
	}
	_, err = c.call(ctx, http.MethodPost, path, struct{}{})
	return err
}
