// SPDX-License-Identifier: Apache-2.0

package store

import (
	"errors"
	"fmt"

	"github.com/ledpost/ledpost/device"
)

// EncodeSettings returns settings in the form in which they are stored: readable
// JSON.
func EncodeSettings(v device.Settings) ([]byte, error) {
	return whole(settingsName, device.Saved{Settings: v})
}

// DecodeSettings is the inverse of EncodeSettings. Unlike the store it refuses what
// it cannot use: each error names a field.
func DecodeSettings(data []byte) (device.Settings, error) {
	to := settingsFile{Settings: savedSettings{Settings: device.DefaultSettings}}
	if most := called(settingsName).most; len(data) > int(most) {
		return device.DefaultSettings, fmt.Errorf("%d bytes, at most %d are allowed", len(data), most)
	}
	if err := check(data); err != nil {
		return device.DefaultSettings, err
	}
	var faults []error
	r := reader{file: func(string, int64) ([]byte, error) { return nil, errors.New("refers to another file") }}
	r.warn = func(field string, err error) {
		if r.full = len(faults) == maxFaults; !r.full {
			faults = append(faults, fmt.Errorf("%s: %w", field, err))
		}
	}
	decode(&r, "", data, &to)
	v := r.settings(to.Settings)
	if len(faults) == 0 && to.Version > version {
		faults = []error{fmt.Errorf("version: %d, this version reads up to %d", to.Version, version)}
	}
	return v, errors.Join(faults...)
}

// maxFaults bounds the errors of DecodeSettings.
const maxFaults = 20
