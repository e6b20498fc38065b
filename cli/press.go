package cli

import (
	"context"
	"net/http"

	"github.com/ledpost/ledpost/device"
)

// pressCmd presses a button of the running device.
type pressCmd struct{ remoteFlags }

func (c *pressCmd) run(ctx context.Context, _ Streams, args []string) error {
	button, err := one(args, "button")
	if err != nil {
		return err
	}
	if _, err := device.ParseButton(button); err != nil {
		return usagef("button %v", err)
	}
	_, err = c.call(ctx, http.MethodPost, "/live/buttons/"+button, struct{}{})
	return err
}
