// SPDX-License-Identifier: Apache-2.0

package store

import (
	"crypto/sha256"
	"encoding"
	"encoding/hex"
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
)

// large is how many bytes of JSON a picture, a notification or an app's state may have
// to be stored with the others; a longer value has a separate file, so that it is
// written once and not with every change.
const large = 2 << 10

// inFile stands for a value in a separate file.
type inFile struct {
	File string `json:"file"` // SHA-256 of its JSON, in hex
}

// encoder converts values to readable JSON: a type with a text form is written as
// text, a time.Duration as 1m30s. Fields are named by their json tags.
type encoder struct {
	known map[any]encoded   // values that do not change, by address
	seen  map[any]encoded   // those seen since begin
	files map[string][]byte // large values not yet in their files
	whole bool              // large values have no separate files
	used  map[string]bool   // files in use since begin
	exist map[string]bool   // files that exist
	later bool              // since begin there was an entry whose files nobody has read
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
	files []string
}

// encode returns the JSON of v. Values that are too large are put into e.files, under
// the names in e.used.
func (e *encoder) encode(v any) (json.RawMessage, error) {
	tree, err := e.value(reflect.ValueOf(v))
	if err != nil {
		return nil, err
	}
	return json.Marshal(tree)
}

// value converts v for json.Marshal.
func (e *encoder) value(v reflect.Value) (any, error) {
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, nil
	}
	switch x := v.Interface().(type) {
	case time.Duration:
		return x.String(), nil
	case note.Notification:
		if len(x.Frames) > 0 {
			return e.once(&x.Frames[0], func(e *encoder) (any, error) { return e.object(v) })
		}
	case json.RawMessage:
		if len(x) > 0 {
			return e.once(&x[0], func(*encoder) (any, error) { return x, nil })
		}
		return nil, nil
	case icons.Ref:
		return e.apart(x.String())
	case encoding.TextMarshaler:
		text, err := x.MarshalText()
		return string(text), err
	}
	switch v.Kind() {
	case reflect.Pointer:
		return e.value(v.Elem())
	case reflect.Struct:
		if x, ok := v.Interface().(device.SavedEntry); ok && e.has(&x) {
			return e.stored(x)
		}
		return e.object(v)
	case reflect.Slice, reflect.Array:
		return e.list(v)
	case reflect.Map:
		return e.table(v)
	}
	return v.Interface(), nil
}

func (e *encoder) object(v reflect.Value) (any, error) {
	fields := map[string]any{}
	for i := range v.NumField() {
		name, option, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		f := v.Field(i)
		if name == "" || option == "omitempty" && empty(f) || option == "omitzero" && f.IsZero() {
			continue
		}
		x, err := e.value(f)
		if err != nil {
			return nil, err
		}
		fields[name] = x
	}
	return fields, nil
}

func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	}
	return v.IsZero()
}

func (e *encoder) list(v reflect.Value) (any, error) {
	list := make([]any, v.Len())
	for i := range list {
		x, err := e.value(v.Index(i))
		if err != nil {
			return nil, err
		}
		list[i] = x
	}
	return list, nil
}

func (e *encoder) table(v reflect.Value) (any, error) {
	table := map[string]any{}
	for key, value := range v.Seq2() {
		x, err := e.value(value)
		if err != nil {
			return nil, err
		}
		table[key.String()] = x
	}
	return table, nil
}

// once encodes a value that begins at the pointer begin and never changes, into a separate
// file if it is large; the second time the result is already known.
func (e *encoder) once(begin any, value func(*encoder) (any, error)) (any, error) {
	if k, ok := e.known[begin]; ok {
		e.seen[begin] = k
		for _, f := range k.files {
			e.used[f] = true
		}
		return k.json, nil
	}
	inner := &encoder{known: e.known, seen: e.seen, files: e.files, used: map[string]bool{}, whole: e.whole}
	x, err := value(inner)
	if err == nil {
		x, err = inner.apart(x)
	}
	if err != nil {
		return nil, err
	}
	k := encoded{}
	if k.json, err = json.Marshal(x); err != nil {
		return nil, err
	}
	for f := range inner.used {
		e.used[f], k.files = true, append(k.files, f)
	}
	e.known[begin], e.seen[begin] = k, k
	return k.json, nil
}

// apart puts x into a separate file if its JSON is large.
func (e *encoder) apart(x any) (any, error) {
	data, err := json.Marshal(x)
	if err != nil || len(data) <= large || e.whole {
		return json.RawMessage(data), err
	}
	name := nameOf(data)
	e.files[name], e.used[name] = data, true
	return inFile{name}, nil
}

func nameOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
