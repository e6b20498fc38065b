// SPDX-License-Identifier: Apache-2.0

package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// atOnce is how many bytes of files Open reads for what waits, from the first in the
// queue on. It takes 10 million instructions on a Raspberry Pi Zero; everything else
// comes by Fetch, so that the first picture waits for no queue.
const atOnce = 32 << 10

// errLater is the error of a file that is not read at once.
var errLater = errors.New("it is read later")

// entry sets the notification of e from raw, or marks e as one to be fetched.
func (r *reader) entry(at string, raw json.RawMessage, e *device.SavedEntry) {
	apart := bytes.Contains(raw, []byte(reference))
	if !apart || !r.over { // parsing it would cost the time to be spared
		e.Notification = r.notification(at, raw)
	}
	if apart && r.over {
		e.Notification, e.Stored = note.Notification{}, &device.Stored{JSON: raw}
	}
}

// Fetch reads the content that e was restored without. Where it is lost, e has none, and
// the device refuses it. Any goroutine may call it.
func (s *Store) Fetch(e device.SavedEntry) device.SavedEntry {
	stored, whole := &device.Stored{JSON: e.Stored.JSON}, true
	r := reader{
		warn: func(field string, err error) {
			whole = false
			s.warn("notification "+e.ID+" "+field, err)
		},
		file: func(name string, most int64) ([]byte, error) {
			stored.Files = append(stored.Files, name)
			return s.content(name, most)
		},
		most: maxApart,
	}
	e.Notification = r.notification("", stored.JSON)
	if e.Stored = stored; !whole {
		e.Stored = nil // the rest of it is written again
	}
	return e
}

// has reports whether the files have the notification of x already.
func (e *encoder) has(x *device.SavedEntry) bool {
	if x.Stored == nil || e.whole {
		return false
	}
	return !slices.ContainsFunc(x.Stored.Files, func(name string) bool { return !e.exist[name] && !x.Later() })
}
