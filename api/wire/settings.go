// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"context"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/enum"
)

// Region is how people write where the device stands.
type Region struct {
	Language    string `json:"language"`
	Hours       int    `json:"hours"`
	FirstDay    string `json:"first_day"`
	Temperature string `json:"temperature"`
	Date        string `json:"date"`
}

// RegionOf returns the region as a GET answers it.
func RegionOf(r device.Region) Region { return Region(r) }

// PutRegion changes the region.
func PutRegion(ctx context.Context, d *device.Device, body []byte) (device.Region, error) {
	var p struct {
		Language    Word    `json:"language"`
		Hours       Integer `json:"hours"`
		FirstDay    Word    `json:"first_day"`
		Temperature Word    `json:"temperature"`
		Date        Word    `json:"date"`
	}
	if err := Decode(body, &p); err != nil {
		return device.Region{}, err
	}
	var f Faults
	var patch device.RegionPatch
	patch.Language = usable(&f, "language", p.Language.Value, &p.Language.Text)
	patch.FirstDay = usable(&f, "first_day", p.FirstDay.Value, &p.FirstDay.Text)
	patch.Temperature = usable(&f, "temperature", p.Temperature.Value, &p.Temperature.Text)
	patch.Date = usable(&f, "date", p.Date.Value, &p.Date.Text)
	patch.Hours = usable(&f, "hours", p.Hours.Value, &p.Hours.Int)
	return applied(ctx, &f, patch, nil, d.SetRegion)
}

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
	mode, ok := Choice(&f, "mode", p.Mode, enum.Read[device.Mode])
	if !ok {
		return 0, f.Err()
	}
	return d.SetMode(ctx, mode)
}
