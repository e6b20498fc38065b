// SPDX-License-Identifier: Apache-2.0

package store

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ledpost/ledpost/device"
)

// EncodeSettings returns settings in the form in which they are stored: readable
// JSON.
func EncodeSettings(v device.Settings) ([]byte, error) {
	enc := newEncoder(nil)
	enc.whole = true
	enc.begin()
	raw, err := enc.encode(settingsForm(device.Saved{Settings: v}))
	if err != nil {
		return nil, err
	}
	return json.MarshalIndent(raw, "", "  ")
}

// DecodeSettings is the inverse of EncodeSettings. Unlike the store it refuses what
// it cannot use: each error names a field.
func DecodeSettings(data []byte) (device.Settings, error) {
	to := settingsFile{Settings: device.DefaultSettings}
	if len(data) > int(files[1].most) {
		return to.Settings, fmt.Errorf("%d bytes, at most %d are allowed", len(data), files[1].most)
	}
	if !json.Valid(data) || data[0] != '{' {
		return to.Settings, errors.New("is not a JSON object")
	}
	var faults []error
	dec := decoder{
		file: func(string) ([]byte, error) { return nil, errors.New("refers to another file") },
		warn: func(field string, err error) {
			if len(faults) < maxFaults {
				faults = append(faults, fmt.Errorf("%s: %w", field, err))
			}
		},
	}
	err := dec.decode(data, &to)
	if err == nil {
		err = errors.Join(faults...)
	}
	if err == nil && to.Version > version {
		err = fmt.Errorf("version: %d, this version reads up to %d", to.Version, version)
	}
	return to.Settings, err
}

// maxFaults bounds the errors of DecodeSettings.
const maxFaults = 20
