// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"context"

	"github.com/ledpost/ledpost/device"
)

// PutDevice changes the mode.
func PutDevice(ctx context.Context, d *device.Device, body []byte) (device.Mode, error) {
	var p struct {
		Mode Word `json:"mode"`
	}
	if err := Decode(body, &p); err != nil {
		return 0, err
	}
	if !p.Mode.Set {
		return 0, Missing("mode")
	}
	var f Faults
	mode, ok := Choice(&f, "mode", p.Mode, device.ParseMode)
	if !ok {
		return 0, f.Err()
	}
	return d.SetMode(ctx, mode)
}
