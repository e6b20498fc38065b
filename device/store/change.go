// SPDX-License-Identifier: Apache-2.0

package store

import (
	"bytes"
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
	for _, name := range []string{settingsName, appsName, deviceName} {
		c := durable.Change{Name: name}
		if c.Old, err = whole(name, restored(now)); err != nil {
			return nil, err
		}
		if c.New, err = whole(name, restored(next)); err != nil {
			return nil, err
		}
		// Its previous version belongs to another device.
		all = append(all, c, durable.Change{Name: name + before})
	}
	return all, nil
}

func restored(v device.Restored) device.Saved {
	return device.Saved{Settings: v.Settings, Identity: v.Identity, Apps: v.Apps, Since: number.Number, Touched: []string{Everything}}
}

// whole returns the content of the file called name, with large values in it.
func whole(name string, v device.Saved) ([]byte, error) {
	f, enc := called(name), newEncoder(nil)
	enc.whole = true
	enc.begin()
	raw, err := enc.encode(f, v)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err = json.Indent(&text, raw, "", "  "); err == nil && int64(text.Len()) > f.most {
		err = fmt.Errorf("%s: %w: %d bytes, at most %d are read", name, bounded.ErrTooLarge, text.Len(), f.most)
	}
	return text.Bytes(), err
}
