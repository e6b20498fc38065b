// SPDX-License-Identifier: Apache-2.0

package store

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/icons"
)

// Limits of reading: depth of nesting, and length of a list.
const maxDepth, maxList = 16, 1024

// decoder is the inverse of encoder, and reads as much as it can: a field that is
// unknown or invalid is skipped, and keeps the value it had.
type decoder struct {
	file func(name string) ([]byte, error) // returns the content of a value's own file
	warn func(field string, err error)

	early *early // reads what may be read at once; nil = everything
}

var (
	errDeep = errors.New("values are nested too deeply")
	errKind = errors.New("has a value of the wrong kind")
)

// decode sets what v points to from data.
func (d *decoder) decode(data []byte, v any) error {
	return d.value("", data, reflect.ValueOf(v).Elem(), 0)
}

// field is value for a field or element; it reports what it cannot read.
func (d *decoder) field(at string, raw json.RawMessage, v reflect.Value, depth int) (ok bool) {
	err := d.value(at, raw, v, depth)
	if err != nil {
		d.warn(at, err)
	}
	return err == nil
}

// value sets v, or leaves it unchanged and returns why.
func (d *decoder) value(at string, raw json.RawMessage, v reflect.Value, depth int) (err error) {
	raw = bytes.TrimSpace(raw)
	if depth > maxDepth {
		return errDeep
	}
	if string(raw) == "null" {
		return nil
	}
	if raw, err = d.content(raw); err != nil {
		if icon, ok := v.Addr().Interface().(*icons.Ref); ok {
			*icon = lost
		}
		return err
	}
	if text, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		var s string
		if json.Unmarshal(raw, &s) != nil {
			return errKind
		}
		return text.UnmarshalText([]byte(s))
	}
	switch v.Interface().(type) {
	case time.Duration:
		return setDuration(v, raw)
	case json.RawMessage:
		v.SetBytes(bytes.Clone(raw))
		return nil
	}
	return d.kind(at, raw, v, depth)
}

// content returns raw, or the content of the file that it stands for.
func (d *decoder) content(raw json.RawMessage) (json.RawMessage, error) {
	name, ok := strings.CutPrefix(string(raw[:min(len(raw), maxReference)]), reference)
	name, end := strings.CutSuffix(name, `"}`)
	if !ok || !end || !isName(name) {
		return raw, nil // what an app keeps may have that form by chance
	}
	return d.file(name)
}

// reference is how the JSON of an inFile begins.
const reference = `{"file":"`

// maxReference is more than the length of an inFile, in bytes.
const maxReference = 100

func (d *decoder) kind(at string, raw json.RawMessage, v reflect.Value, depth int) error {
	switch v.Kind() {
	case reflect.Pointer:
		to := reflect.New(v.Type().Elem())
		err := d.value(at, raw, to.Elem(), depth+1)
		if err == nil {
			v.Set(to)
		}
		return err
	case reflect.Struct:
		return each(raw, '{', func(name string, raw json.RawMessage) {
			if e, ok := v.Addr().Interface().(*device.SavedEntry); ok && name == "notification" && d.early != nil {
				d.entry(at, raw, e, depth+1)
			} else if f, ok := fieldOf(v, name); ok {
				d.field(join(at, name), raw, f, depth+1)
			} else {
				d.warn(join(at, name), errors.New("is unknown to this version"))
			}
		})
	case reflect.Map:
		m := reflect.MakeMap(v.Type())
		v.Set(m)
		return each(raw, '{', func(key string, raw json.RawMessage) {
			item := reflect.New(v.Type().Elem()).Elem()
			if d.field(join(at, key), raw, item, depth+1) {
				m.SetMapIndex(reflect.ValueOf(key), item)
			}
		})
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Struct {
			return d.list(at, raw, v, depth)
		}
	case reflect.Array:
		i := 0
		return each(raw, '[', func(_ string, raw json.RawMessage) {
			if i < v.Len() {
				d.field(fmt.Sprintf("%s[%d]", at, i), raw, v.Index(i), depth+1)
			}
			i++
		})
	}
	fresh := reflect.New(v.Type())
	if err := json.Unmarshal(raw, fresh.Interface()); err != nil {
		return errKind
	}
	v.Set(fresh.Elem())
	return nil
}

func (d *decoder) list(at string, raw json.RawMessage, v reflect.Value, depth int) error {
	all, i := reflect.MakeSlice(v.Type(), 0, 0), 0
	err := each(raw, '[', func(_ string, raw json.RawMessage) {
		item := reflect.New(v.Type().Elem()).Elem()
		if d.field(fmt.Sprintf("%s[%d]", at, i), raw, item, depth+1) {
			all = reflect.Append(all, item)
		}
		i++
	})
	v.Set(all)
	return err
}

// each calls f for the first maxList members of the object or list raw.
func each(raw json.RawMessage, begin json.Delim, f func(key string, value json.RawMessage)) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil {
		return err
	} else if t != begin {
		return errKind
	}
	for range maxList {
		if !dec.More() {
			return nil
		}
		var key string
		if begin == '{' {
			t, err := dec.Token()
			if err != nil {
				return err
			}
			key = t.(string)
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return err
		}
		f(key, value)
	}
	return nil
}

// fieldOf returns the field of v with that name in its json tag.
func fieldOf(v reflect.Value, name string) (reflect.Value, bool) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag == name && tag != "" {
			return v.Field(i), true
		}
	}
	return reflect.Value{}, false
}

func join(at, name string) string {
	if at == "" {
		return name
	}
	return at + "." + name
}

func setDuration(v reflect.Value, raw json.RawMessage) error {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return fmt.Errorf("%.40s is not a duration", raw)
	}
	length, err := time.ParseDuration(text)
	if err == nil {
		v.SetInt(int64(length))
	}
	return err
}
