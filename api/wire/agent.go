// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"context"
	"errors"
	"strings"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// agents is the app that shows what agents say.
const agents = "com.ledpost.agents"

// PutAgent tells the device what an agent does: its app of the agents has the limits. Errors: ErrNoApp,
// ErrNoWidget, InvalidError (joined).
func PutAgent(ctx context.Context, d *device.Device, body []byte) error {
	var b struct {
		Agent Label   `json:"agent"`
		State Word    `json:"state"`
		Task  Label   `json:"task"`
		Quota Integer `json:"quota"`
	}
	if err := Decode(body, &b); err != nil {
		return err
	}
	var f Faults
	args := device.Args{"agent": label(&f, "agent", b.Agent), "task": label(&f, "task", b.Task)}
	if f.Need("state", b.State.Value) {
		args["state"] = b.State.Text
	}
	if f.Check("quota", b.Quota.Value) {
		args["quota"] = b.Quota.Int
	}
	if err := f.Err(); err != nil {
		return err
	}
	err := d.Do(ctx, agents, "", "agents.status", args, false)
	if wrong := (*note.InvalidError)(nil); errors.As(err, &wrong) {
		named := *wrong
		named.Field = strings.TrimPrefix(named.Field, "params.")
		return &named
	}
	return err
}
