// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"time"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/pause"
)

// waitCmd waits until a recording that grows shows a notification.
type waitCmd struct {
	expectFlags
	timeout time.Duration
}

func newWait(set *pflag.FlagSet) command.Run {
	c := &waitCmd{}
	c.flags(set)
	set.DurationVar(&c.timeout, "timeout", 10*time.Second, "wait at most for `TIME`")
	return c.run
}

// waitEvery is how often a recording is looked at.
const waitEvery = 50 * time.Millisecond

func (c *waitCmd) run(ctx context.Context, std command.Streams, args []string) error {
	return c.report("hil wait", args, c.wait(ctx, std, args))
}

// wait returns nil if the recording shows the expected picture in time, a *hw.Difference if
// it shows another, and any other error if nothing is recorded or it cannot be compared.
func (c *waitCmd) wait(ctx context.Context, std command.Streams, args []string) error {
	name, err := command.One(args, "recording, a Value Change Dump")
	if err != nil {
		return err
	}
	if c.timeout <= 0 {
		return command.Usagef("--timeout %v, want more than 0", c.timeout)
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
	timed, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	var watched watched
	for {
		at, picture, more, err := tap.Next()
		switch {
		case err != nil:
			return err
		case watched.see(at, picture, more, light):
			return nil
		case more && timed.Err() == nil: // a long recording does not outlast the timeout
			continue
		}
		if !pause.For(timed, waitEvery) {
			return cmp.Or(ctx.Err(), watched.missed(name, c.timeout, light)) // an interrupt is no difference
		}
	}
}

// watched is what a recording has shown up to now.
type watched struct {
	at      time.Duration // of the last frame
	shown   image.Image   // last; nil = nothing has been recorded
	closest hw.Closest
}

// see takes the next news of a tap, and reports whether it is the expected picture. Where the
// recording has no more yet, the picture counts if it is another one than before.
func (w *watched) see(at time.Duration, picture image.Image, more bool, light image.Image) bool {
	before := w.shown
	if before == nil {
		before = image.NewRGBA(picture.Bounds()) // dark, as long as nothing is recorded
	}
	if more {
		w.at = at
	} else if hw.Differ(picture, before) == nil {
		return false
	}
	w.shown = picture
	return w.closest.Add(w.at, picture, light)
}

// missed is the error of a recording that has not shown the expected picture.
func (w *watched) missed(name string, timeout time.Duration, light image.Image) error {
	if w.closest.Difference == nil {
		return fmt.Errorf("%s: the recording has no frame for the panel after %v", name, timeout)
	}
	return w.closest.Missed(light)
}
