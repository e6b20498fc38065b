// SPDX-License-Identifier: Apache-2.0

package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/bounded"
)

// Limits of reading: depth of nesting, and values of a file, of which no version has written
// so many.
const maxDepth, maxValues = 16, 1 << 17

var (
	errDeep    = errors.New("values are nested too deeply")
	errKind    = errors.New("has a value of the wrong kind")
	errUnknown = errors.New("is unknown to this version")
)

// reader reads the forms of the files, as much of them as it can: a field that is unknown or
// invalid is skipped, and keeps the value it had.
type reader struct {
	warn func(field string, err error)
	file func(name string, most int64) ([]byte, error) // returns the content of a value's own file
	most int64                                         // bytes of such a file

	early bool // most is for all files together; what is more comes by Store.Fetch
	over  bool // there was more
	full  bool // enough was said: the rest is not looked at
}

// check returns why data cannot be a file.
func check(data []byte) error {
	if len(data) == 0 || data[0] != '{' || !json.Valid(data) {
		return errors.New("is not a JSON object")
	}
	if bytes.Count(data, []byte(",")) > maxValues {
		return fmt.Errorf("has more than %d values", maxValues)
	}
	return nil
}

// decode sets to, which is called at, from raw, a whole JSON value.
func decode[T any](r *reader, at string, raw json.RawMessage, to *T) {
	next := *to
	if strict(raw, &next) == nil {
		*to = next
		return
	}
	try := func(text string) error { return strict([]byte(text), new(T)) }
	if rest := r.salvage(at, "", raw, "", try); rest != nil {
		_ = strict(rest, to) // try has taken each part of it
	}
}

// strict is json.Unmarshal that refuses unknown fields.
func strict(raw []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	return dec.Decode(v)
}

// salvage returns raw without the parts that try refuses, and nil if nothing remains. Of the
// whole that try takes, head and tail are around raw, and nothing is beside it.
func (r *reader) salvage(at, head string, raw json.RawMessage, tail string, try func(string) error) json.RawMessage {
	if r.full {
		return nil
	}
	err := try(head + string(raw) + tail)
	switch {
	case err == nil:
		return raw
	case len(tail) > maxDepth: // a byte for each level
		err = errDeep
	case raw[0] == '{' && try(head+`{}`+tail) == nil:
		var members map[string]json.RawMessage
		_ = json.Unmarshal(raw, &members)
		for _, name := range slices.Sorted(maps.Keys(members)) {
			quoted, _ := json.Marshal(name)
			rest := r.salvage(join(at, name), head+`{`+string(quoted)+`:`, members[name], `}`+tail, try)
			if members[name] = rest; rest == nil {
				delete(members, name)
			}
		}
		raw, _ = json.Marshal(members)
		return raw
	case raw[0] == '[' && try(head+`[]`+tail) == nil:
		var values []json.RawMessage
		_ = json.Unmarshal(raw, &values)
		kept := values[:0]
		for i, x := range values {
			if x = r.salvage(fmt.Sprintf("%s[%d]", at, i), head+`[`, x, `]`+tail, try); x != nil {
				kept = append(kept, x)
			}
		}
		raw, _ = json.Marshal(kept)
		return raw
	}
	r.say(at, err)
	return nil
}

// say warns of err in words for a field.
func (r *reader) say(at string, err error) {
	var kind *json.UnmarshalTypeError
	switch {
	case err == errLater:
		return
	case errors.As(err, &kind):
		err = errKind
	case strings.HasPrefix(err.Error(), "json: unknown field"):
		err = errUnknown
	}
	r.warn(at, err)
}

func join(at, name string) string {
	if at == "" {
		return name
	}
	return at + "." + name
}

// settings reads the form that encoder.settings returns.
func (r *reader) settings(s savedSettings) device.Settings {
	for i := range s.Apps.Widgets {
		w := &s.Apps.Widgets[i]
		w.Settings = r.value(fmt.Sprintf("settings.apps.widgets[%d].settings", i), w.Settings)
	}
	for i, x := range s.Indicators {
		x.Indicator.Period = time.Duration(x.Period)
		s.Settings.Indicators[i] = x.Indicator
	}
	return s.Settings
}

// apps reads the form that encoder.apps returns.
func (r *reader) apps(saved map[string]device.SavedApp) map[string]device.SavedApp {
	for name, app := range saved {
		app.Keep = r.value("apps."+name+".keep", app.Keep)
		saved[name] = app
	}
	return saved
}

// waiting reads the form that encoder.waiting returns.
func (r *reader) waiting(saved []savedEntry) (entries []device.SavedEntry) {
	for i, x := range saved {
		e := x.SavedEntry
		e.Left = time.Duration(x.Left)
		r.entry(fmt.Sprintf("waiting[%d].notification", i), x.Notification, &e)
		entries = append(entries, e)
	}
	return entries
}

// notification reads the form that encoder.notification returns.
func (r *reader) notification(at string, raw json.RawMessage) (n note.Notification) {
	raw, err := r.content(raw)
	if err != nil {
		r.say(at, err)
	}
	if err != nil || len(raw) == 0 {
		return n
	}
	var saved savedNotification
	decode(r, at, raw, &saved)
	n = saved.Notification
	n.Lifetime = time.Duration(saved.Lifetime)
	if saved.Frames != nil {
		n.Frames = []note.Frame{}
	}
	for i, f := range saved.Frames {
		f.Frame.Icon = r.icon(fmt.Sprintf("%s[%d].icon", join(at, "frames"), i), f.Icon)
		f.Frame.Period, f.Frame.Duration = time.Duration(f.Period), time.Duration(f.Duration)
		n.Frames = append(n.Frames, f.Frame)
	}
	for s, depth := n.Sound, 0; s != nil; s, depth = s.Fallback, depth+1 {
		if depth == maxDepth {
			r.warn(join(at, "sound"), errDeep)
			s.Fallback = nil
		}
	}
	return n
}

// icon reads a picture. A lost one is replaced by a placeholder.
func (r *reader) icon(at string, raw json.RawMessage) (icon icons.Ref) {
	raw, err := r.content(raw)
	if err != nil {
		icon = lost
	} else if len(raw) > 0 {
		err = json.Unmarshal(raw, &icon)
	}
	if err != nil {
		r.say(at, err)
	}
	return icon
}

// value reads the form that encoder.value returns.
func (r *reader) value(at string, raw json.RawMessage) json.RawMessage {
	raw, err := r.content(raw)
	if err != nil {
		r.warn(at, err)
	}
	if err != nil || string(raw) == "null" {
		return nil
	}
	return raw
}

// content returns raw, or the content of the file that it stands for.
func (r *reader) content(raw json.RawMessage) (json.RawMessage, error) {
	name, ok := strings.CutPrefix(string(raw[:min(len(raw), 100)]), reference) // a name has 64
	name, end := strings.CutSuffix(name, referenceEnd)
	if !ok || !end || !isName(name) {
		return raw, nil // what an app keeps may have that form by chance
	}
	if r.over {
		return nil, errLater
	}
	data, err := r.file(name, r.most)
	if r.early && (errors.Is(err, bounded.ErrTooLarge) || int64(len(data)) > r.most) {
		r.over = true
		return nil, errLater
	}
	if r.early {
		r.most -= int64(len(data))
	}
	return data, err
}
