package hw

import (
	"encoding"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/ledpost/ledpost/internal/fault"
)

// A table is one of the configuration file whose keys depend on what it names.
type table map[string]toml.Primitive

// readTable returns the keys of a table that is not decoded yet; nil if it is not
// there. For the decoder of the file they are all known from then on: what is
// wrong with them is for the reader of the table to say.
func readTable(meta *toml.MetaData, raw toml.Primitive) (t table, err error) {
	if meta.PrimitiveDecode(raw, new(known)) != nil {
		return nil, errors.New("want a table")
	}
	err = meta.PrimitiveDecode(raw, &t)
	return t, err
}

// known is a table all of whose keys are marked as decoded.
type known struct{}

// UnmarshalTOML implements toml.Unmarshaler.
func (*known) UnmarshalTOML(v any) error {
	switch v.(type) {
	case nil, map[string]any:
		return nil
	}
	return errors.New("no table") // into a map it would go without an error
}

// take removes a key from the table and returns its value, empty without one.
func (t table) take(meta *toml.MetaData, key string) (name string, err error) {
	raw, ok := t[key]
	if !ok {
		return "", nil
	}
	delete(t, key)
	if meta.PrimitiveDecode(raw, &name) != nil {
		return "", fault.New(key, "%s: want a name in quotes", key)
	}
	return name, nil
}

// decode puts the table into the struct that into points to. All that is wrong
// is told, each a [fault.Error]; whose says whose keys they are.
func (t table) decode(meta *toml.MetaData, whose string, into any) error {
	fields := fieldsOf(reflect.ValueOf(into).Elem())
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(t)) {
		field, ok := fields[strings.ToLower(key)]
		if !ok {
			errs = append(errs, fault.New(key, "%s: unknown key %s", whose, key))
			continue
		}
		if err := meta.PrimitiveDecode(t[key], field.Addr().Interface()); err != nil {
			errs = append(errs, fault.New(key, "%s: %s: %s", whose, key, reason(err, field.Type())))
		}
	}
	return errors.Join(errs...)
}

// fieldsOf returns the fields of a struct, and of those embedded in it, by key.
func fieldsOf(v reflect.Value) map[string]reflect.Value {
	fields := map[string]reflect.Value{}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if key, ok := f.Tag.Lookup("toml"); ok {
			fields[key] = v.Field(i)
		} else if f.Anonymous {
			maps.Copy(fields, fieldsOf(v.Field(i)))
		}
	}
	return fields
}

// reason says why a value did not go into a field of type t: what the field's own
// decoder said, else what it takes.
func reason(err error, t reflect.Type) string {
	if parse := (toml.ParseError{}); errors.As(err, &parse) {
		return parse.Message
	}
	return "want " + inWords(t)
}

// inWords says what a field takes.
func inWords(t reflect.Type) string {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return "text in quotes"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return inWords(t.Elem())
	case reflect.Array:
		return fmt.Sprintf("a list of %d, each %s", t.Len(), inWords(t.Elem()))
	case reflect.Slice:
		return "a list, each " + inWords(t.Elem())
	case reflect.Bool:
		return "true or false"
	case reflect.Float64:
		return "a number"
	case reflect.Int:
		return "a whole number"
	case reflect.String:
		return "text in quotes"
	}
	return "a table"
}

// noZeros refuses zeros where the drivers' configurations take them for "not
// given": who writes one means something else.
func (t table) noZeros(meta *toml.MetaData) error {
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(t)) {
		var v any
		if meta.PrimitiveDecode(t[key], &v) == nil && key != "rotate" && key != "slowdown" && zero(v) {
			errs = append(errs, fault.New(key, "%s: 0 is not possible; leave the key out for what is usual", key))
		}
	}
	return errors.Join(errs...)
}

// zero reports whether v is 0, or an array of nothing else.
func zero(v any) bool {
	if all, ok := v.([]any); ok {
		return len(all) > 0 && !slices.ContainsFunc(all, func(v any) bool { return !zero(v) })
	}
	return v == int64(0) || v == 0.0
}
