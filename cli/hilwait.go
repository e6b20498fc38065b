// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"time"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/hw"
)

// hilWaitCmd waits until a recording that grows shows a notification.
type hilWaitCmd struct {
	expectFlags
	timeout time.Duration
}

func (c *hilWaitCmd) flags(set *pflag.FlagSet) {
	c.expectFlags.flags(set)
	set.DurationVar(&c.timeout, "timeout", 10*time.Second, "wait at most for `TIME`")
}

// waitEvery is how often a recording is looked at.
const waitEvery = 50 * time.Millisecond

func (c *hilWaitCmd) run(ctx context.Context, std Streams, args []string) error {
	return c.report("hil wait", c.wait(ctx, std, args))
}

func (c *hilWaitCmd) wait(ctx context.Context, std Streams, args []string) error {
	name, err := one(args, "recording, a Value Change Dump")
	if err != nil {
		return err
	}
	panel, want, err := c.expected(ctx, std)
	if err != nil {
		return err
	}
	light, err := hw.Light(panel, want.Picture, want.Brightness)
	if err != nil {
		return err
	}
	tap, err := hw.NewTap(panel, name)
	if err != nil {
		return err
	}
	defer tap.Close()
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	var closest hw.Closest
	for {
		at, picture, more, err := tap.Next()
		switch {
		case err != nil:
			return err
		case closest.Add(at, picture, light):
			return nil
		case more && ctx.Err() == nil: // a long recording does not outlast the timeout
			continue
		}
		select {
		case <-ctx.Done():
			return closest.Difference
		case <-time.After(waitEvery):
		}
	}
}
