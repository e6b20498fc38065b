// SPDX-License-Identifier: Apache-2.0

package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// large is how many bytes of JSON a picture, a notification or an app's state may have
// to be stored with the others; a longer value has a separate file, so that it is
// written once and not with every change.
const large = 2 << 10

// encoder makes the forms of the files.
type encoder struct {
	known map[any]encoded   // values that do not change, by address
	seen  map[any]encoded   // those seen since begin
	files map[string][]byte // large values not yet in their files
	whole bool              // large values have no separate files
	used  map[string]bool   // files in use since begin
	exist map[string]bool   // files that exist
	later bool              // since begin there was an entry whose files nobody has read
	err   error             // of a value that cannot be written
}

func newEncoder(exist map[string]bool) encoder {
	return encoder{exist: exist, known: map[any]encoded{}, files: map[string][]byte{}}
}

// begin begins a new set of values.
func (e *encoder) begin() { e.seen, e.used, e.later = map[any]encoded{}, map[string]bool{}, false }

// end forgets values that were not in the set.
func (e *encoder) end() { e.known = e.seen }

// encoded is a value that was encoded before.
type encoded struct {
	json  json.RawMessage
	files map[string]bool
}

// encode returns the content of the file f. Values that are too large are put into e.files,
// under the names in e.used.
func (e *encoder) encode(f file, v device.Saved) ([]byte, error) {
	e.err = nil
	data, err := json.Marshal(f.form(e, v))
	if e.err != nil {
		err = e.err
	}
	return data, err
}

// settings returns the form of v.
func (e *encoder) settings(v device.Settings) savedSettings {
	s := savedSettings{Settings: v}
	s.Apps.Widgets = slices.Clone(v.Apps.Widgets)
	for i := range s.Apps.Widgets {
		w := &s.Apps.Widgets[i]
		w.Settings = e.value(w.Settings)
	}
	for i, x := range v.Indicators {
		s.Indicators[i] = savedIndicator{x, span(x.Period)}
	}
	if c := v.Look.TextColors; c != nil && *c == nil {
		s.Look.TextColors = &[]note.Color{} // null would say that nobody has set it
	}
	return s
}

// apps returns the form of what the apps keep.
func (e *encoder) apps(v map[string]device.SavedApp) map[string]device.SavedApp {
	saved := make(map[string]device.SavedApp, len(v))
	for name, app := range v {
		app.Keep = e.value(app.Keep)
		saved[name] = app
	}
	return saved
}

// waiting returns the form of the queue.
func (e *encoder) waiting(v []device.SavedEntry) []savedEntry {
	saved := make([]savedEntry, len(v))
	for i, x := range v {
		saved[i] = savedEntry{x, span(x.Left), nil}
		if e.has(&x) {
			e.later = e.later || x.Later()
			for _, name := range x.Stored.Files {
				e.used[name] = true
			}
			saved[i].Notification = x.Stored.JSON
		} else {
			saved[i].Notification = e.notification(&x.Notification)
		}
	}
	return saved
}

// notification returns the form of n.
func (e *encoder) notification(n *note.Notification) json.RawMessage {
	form := func() any {
		frames := make([]savedFrame, len(n.Frames))
		for i, f := range n.Frames {
			frames[i] = savedFrame{f, nil, span(f.Period), span(f.Duration)}
			if !f.Icon.IsZero() {
				frames[i].Icon = e.apart(f.Icon)
			}
		}
		return savedNotification{*n, span(n.Lifetime), frames}
	}
	if len(n.Frames) == 0 {
		return e.marshal(form())
	}
	return e.once(&n.Frames[0], form)
}

// value returns the form of a value that is already JSON.
func (e *encoder) value(x json.RawMessage) json.RawMessage {
	if len(x) <= large {
		return x
	}
	return e.once(&x[0], func() any { return x })
}

// once returns the form of a value that begins at the pointer begin and never changes; the
// second time the result is already known.
func (e *encoder) once(begin any, value func() any) json.RawMessage {
	k, ok := e.known[begin]
	if !ok {
		all := e.used
		e.used = map[string]bool{}
		k = encoded{e.apart(value()), e.used}
		e.used = all
		e.known[begin] = k
	}
	e.seen[begin] = k
	maps.Copy(e.used, k.files)
	return k.json
}

// apart returns the JSON of v, or puts it into a separate file if it is large.
func (e *encoder) apart(v any) json.RawMessage {
	data := e.marshal(v)
	if len(data) <= large || e.whole {
		return data
	}
	name := nameOf(data)
	e.files[name], e.used[name] = data, true
	return json.RawMessage(reference + name + referenceEnd)
}

func (e *encoder) marshal(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		e.err = err
	}
	return data
}

// A reference stands for a value in a separate file. Between these two is the file's name,
// the SHA-256 of its content in hex.
const reference, referenceEnd = `{"file":"`, `"}`

func nameOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// still returns v without the time and the rest of the lifetimes: as long as nothing else
// changes, the written values say the same.
func still(v device.Saved) device.Saved {
	v.At, v.Waiting = time.Time{}, slices.Clone(v.Waiting)
	for i := range v.Waiting {
		v.Waiting[i].Left = 0
	}
	return v
}
