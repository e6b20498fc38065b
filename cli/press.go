// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/device"
)

// pressCmd presses a button of the running device.
type pressCmd struct {
	remoteFlags
	hold time.Duration
}

func (c *pressCmd) flags(set *pflag.FlagSet) {
	c.remoteFlags.flags(set)
	set.DurationVar(&c.hold, "hold", 0, "hold the button for `TIME`, such as 2s, at most 5s")
}

func (c *pressCmd) run(ctx context.Context, _ Streams, args []string) error {
	button, err := one(args, "button")
	if err != nil {
		return err
	}
	if _, err := device.ParseButton(button); err != nil {
		return usagef("button %v", err)
	}
	path := "/live/buttons/" + button
	if c.hold != 0 {
		path += "?hold=" + strconv.FormatFloat(c.hold.Seconds(), 'f', -1, 64)
	}
	_, err = c.call(ctx, http.MethodPost, path, struct{}{})
	return err
}
