// SPDX-License-Identifier: Apache-2.0

package store

import (
	"encoding/json"
	"fmt"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
	number "github.com/ledpost/ledpost/internal/version"
)

// Changes returns the changes of files in the data directory by which the next start
// has next in the place of now. The counter of ids goes on. What apps keep is the same
// in both, and in it so that it comes back with now.
func Changes(now, next device.Restored) (all []durable.Change, err error) {
	for _, f := range files {
		switch f.name {
		case settingsName, appsName, deviceName:
		default:
			continue
		}
		c := durable.Change{Name: f.name}
		if c.Old, err = whole(f, now); err != nil {
			return nil, err
		}
		if c.New, err = whole(f, next); err != nil {
			return nil, err
		}
		// Its previous version belongs to another device.
		all = append(all, c, durable.Change{Name: f.name + before})
	}
	return all, nil
}

// whole returns the content of the file f, with large values in it.
func whole(f file, v device.Restored) ([]byte, error) {
	enc := newEncoder(nil)
	enc.whole = true
	enc.begin()
	raw, err := enc.encode(f.form(device.Saved{Settings: v.Settings, Identity: v.Identity, Apps: v.Apps,
		Since: number.Number, Touched: []string{Everything}}))
	if err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(raw, "", "  ")
	if err == nil && int64(len(text)) > f.most {
		err = fmt.Errorf("%s: %w: %d bytes, at most %d are read", f.name, bounded.ErrTooLarge, len(text), f.most)
	}
	return text, err
}
