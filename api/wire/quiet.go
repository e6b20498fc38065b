// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"context"

	"github.com/ledpost/ledpost/device"
)

// Quiet are the quiet hours; its times follow a clock in the room.
type Quiet struct {
	Enabled bool   `json:"enabled"`
	Start   string `json:"start"`
	End     string `json:"end"`
	Volume  int    `json:"volume"`
	Active  bool   `json:"active"`
}

// QuietOf returns the quiet hours as a GET answers them.
func QuietOf(q device.QuietHours) Quiet {
	return Quiet{q.Enabled, q.Start.String(), q.End.String(), q.Volume, q.Active}
}

// PutQuiet changes the quiet hours.
func PutQuiet(ctx context.Context, d *device.Device, body []byte) (device.QuietHours, error) {
	var p struct {
		Enabled Boolean `json:"enabled"`
		Start   Word    `json:"start"`
		End     Word    `json:"end"`
		Volume  Integer `json:"volume"`
	}
	if err := Decode(body, &p); err != nil {
		return device.QuietHours{}, err
	}
	var f Faults
	var patch device.QuietPatch
	if f.Check("enabled", p.Enabled.Value) {
		patch.Enabled = &p.Enabled.On
	}
	if t, ok := Choice(&f, "start", p.Start, device.ParseTimeOfDay); ok {
		patch.Start = &t
	}
	if t, ok := Choice(&f, "end", p.End, device.ParseTimeOfDay); ok {
		patch.End = &t
	}
	if f.Check("volume", p.Volume.Value) {
		patch.Volume = &p.Volume.Int
	}
	if f.Err() != nil {
		f.Rest(patch.Validate())
		return device.QuietHours{}, f.Err()
	}
	now, err := d.SetQuietHours(ctx, patch)
	return now, f.Explain(err)
}
