// SPDX-License-Identifier: Apache-2.0

package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
)

// atOnce is how many bytes of files Open reads for what waits, from the first in the
// queue on. It takes 10 million instructions on a Raspberry Pi Zero; everything else
// comes by Fetch, so that the first picture waits for no queue.
const atOnce = 32 << 10

// errLater is the error of a file that is not read at once.
var errLater = errors.New("it is read later")

// early reads files at once as long as there is room.
type early struct {
	fs   durable.FS
	room int
	over bool // there was none
}

// fits reports whether there is room for the file name.
func (r *early) fits(name string) bool {
	if !r.over {
		data, err := r.fs.Read(apartDir+"/"+name, int64(r.room))
		r.over = errors.Is(err, bounded.ErrTooLarge) || len(data) > r.room
		r.room -= len(data)
	}
	return !r.over
}

// entry sets the notification of e from raw, or else marks e as one to be fetched.
func (d *decoder) entry(at string, raw json.RawMessage, e *device.SavedEntry, depth int) {
	if d.early.over && bytes.Contains(raw, []byte(reference)) { // parsing it would cost the time to be spared
		e.Stored = &device.Stored{JSON: bytes.Clone(raw)}
		return
	}
	type warning struct {
		field string
		err   error
	}
	var warnings []warning
	left := false
	now := decoder{warn: func(field string, err error) { warnings = append(warnings, warning{field, err}) }}
	now.file = func(name string) ([]byte, error) {
		if left = left || !d.early.fits(name); left {
			return nil, errLater
		}
		return d.file(name)
	}
	now.field(join(at, "notification"), raw, reflect.ValueOf(&e.Notification).Elem(), depth)
	if left {
		e.Notification, e.Stored = (device.SavedEntry{}).Notification, &device.Stored{JSON: bytes.Clone(raw)}
		return
	}
	for _, w := range warnings {
		d.warn(w.field, w.err)
	}
}

// Fetch reads the content that e was restored without. Where it is lost, e has none, and
// the device refuses it. Any goroutine may call it.
func (s *Store) Fetch(e device.SavedEntry) device.SavedEntry {
	stored, whole := &device.Stored{JSON: e.Stored.JSON}, true
	warn := func(field string, err error) {
		whole = false
		s.warn("notification "+e.ID+" "+field, err)
	}
	dec := decoder{warn: warn, file: func(name string) ([]byte, error) {
		stored.Files = append(stored.Files, name)
		return s.content(name)
	}}
	dec.field("", stored.JSON, reflect.ValueOf(&e.Notification).Elem(), 0)
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
	for _, name := range x.Stored.Files {
		if !e.exist[name] && !x.Later() {
			return false
		}
	}
	return true
}

// stored converts x without encoding its notification.
func (e *encoder) stored(x device.SavedEntry) (any, error) {
	e.later = e.later || x.Later()
	for _, name := range x.Stored.Files {
		e.used[name] = true
	}
	n := x.Stored.JSON
	x.Notification = (device.SavedEntry{}).Notification
	fields, err := e.object(reflect.ValueOf(x))
	if err == nil {
		fields.(map[string]any)["notification"] = n
	}
	return fields, err
}
