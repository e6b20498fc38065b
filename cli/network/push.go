// SPDX-License-Identifier: Apache-2.0

package network

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/device"
	"github.com/spf13/pflag"
)

// pushCmd sends a notification to a device.
type pushCmd struct {
	remoteFlags
	icon, sound, priority string
	cycles                int
}

func newPush(set *pflag.FlagSet) command.Run {
	c := &pushCmd{}
	c.flags(set)
	set.StringVar(&c.icon, "icon", "", "number or name of an `ICON`")
	set.StringVar(&c.sound, "sound", "", "`ID` of a built-in notification sound")
	set.StringVar(&c.priority, "priority", "info", "`P`: info, warning or critical")
	set.IntVar(&c.cycles, "cycles", 1, "show it `N` times; 0 = until dismissed")
	return c.run
}

func (c *pushCmd) run(ctx context.Context, std command.Streams, args []string) error {
	if len(args) == 0 {
		return command.Usagef("give a text to show")
	}
	frame := map[string]any{"text": strings.Join(args, " ")}
	if c.icon != "" {
		frame["icon"] = c.icon
	}
	model := map[string]any{"frames": []any{frame}, "cycles": c.cycles}
	if c.sound != "" {
		model["sound"] = map[string]any{"category": "notifications", "id": c.sound}
	}
	answer, err := c.call(ctx, http.MethodPost, "/api/v2/device/notifications", map[string]any{"priority": c.priority, "model": model})
	if err != nil {
		return err
	}
	var sent struct{ Success struct{ ID string } }
	if err := json.Unmarshal(answer, &sent); err != nil {
		return fmt.Errorf("answer of the device: %w", err)
	}
	if id := sent.Success.ID; id == "" || len(id) > maxID || strings.ContainsFunc(id, notOfID) {
		return errors.New("the answer has no id: this is not a device that shows notifications")
	}
	_, err = fmt.Fprintln(std.Out, sent.Success.ID)
	return err
}

// maxID bounds the id of a notification, in bytes; a device counts them.
const maxID = 64

// notOfID reports whether r cannot be in an id, which a script reads as one word.
func notOfID(r rune) bool { return r <= ' ' || r > '~' }

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
	return c.done(c.call(ctx, http.MethodPost, path, struct{}{}))
}
