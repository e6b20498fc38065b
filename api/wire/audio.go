// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"context"

	"github.com/ledpost/ledpost/device"
)

// Audio is the audio object.
type Audio struct {
	Available   bool  `json:"available"`
	Volume      int   `json:"volume"`
	VolumeRange Range `json:"volume_range"`
	VolumeLimit Range `json:"volume_limit"`
}

// AudioOf returns the state of the sound as a GET answers it.
func AudioOf(a device.Audio) Audio {
	return Audio{a.Available, a.Volume, Range(a.Range), Range(a.Limit)}
}

// PutAudio changes the volume.
func PutAudio(ctx context.Context, d *device.Device, body []byte) (device.Audio, error) {
	var p struct {
		Volume Integer `json:"volume"`
	}
	if err := Decode(body, &p); err != nil {
		return device.Audio{}, err
	}
	if !p.Volume.Set {
		return device.Audio{}, Missing("volume")
	}
	var f Faults
	if !f.Check("volume", p.Volume.Value) {
		return device.Audio{}, f.Err()
	}
	now, err := d.SetVolume(ctx, p.Volume.Int)
	return now, f.Explain(err)
}
