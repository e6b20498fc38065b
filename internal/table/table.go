// SPDX-License-Identifier: Apache-2.0

// Package table decodes the tables of a TOML file straight into structs, and
// unlike the decoder it rests on reports everything that is wrong with them: an
// error for each key, a [keyerr.Error] with the path of the key.
package table

import (
	"encoding"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/spell"
)

// ErrUnknown is the error of a key that a struct has no field for.
var ErrUnknown = errors.New("unknown key")

// unknown is ErrUnknown where a key of the struct may be meant.
type unknown struct{ meant string } // "" = none resembles it

func (unknown) Error() string { return ErrUnknown.Error() }

// Unwrap returns ErrUnknown.
func (unknown) Unwrap() error { return ErrUnknown }

// Meant returns ", use KEY" of an ErrUnknown whose key resembles one that there is, else nothing.
func Meant(err error) string {
	if u := (unknown{}); errors.As(err, &u) && u.meant != "" {
		return ", use " + u.meant
	}
	return ""
}

// A Table has keys that are not decoded yet.
type Table map[string]toml.Primitive

// Read returns the table raw, nil if it is not there. For meta all of its keys are
// decoded from then on: the faults of them is for the reader of the table to say.
func Read(meta *toml.MetaData, raw toml.Primitive) (t Table, err error) {
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
	return errors.New("is not a table") // into a map it would go without an error
}

// Take removes a key from the table and returns its value, empty without one.
func (t Table) Take(meta *toml.MetaData, key string) (name string, err error) {
	raw, ok := t[key]
	if !ok {
		return "", nil
	}
	delete(t, key)
	if meta.PrimitiveDecode(raw, &name) != nil {
		return "", keyerr.New(key, "%s: want a name in quotes", key)
	}
	return name, nil
}

// Decode puts the table into the struct that into points to, by the names in its
// toml tags. Structs in it are tables within the table, unless they have a text
// form; an unknown key is ErrUnknown. A key that is wrong leaves its field as it
// was, or as far as it was read; the others are decoded.
func (t Table) Decode(meta *toml.MetaData, into any) error {
	fields := Fields(reflect.ValueOf(into).Elem())
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(t)) {
		field, ok := fields[strings.ToLower(key)]
		if !ok {
			errs = append(errs, keyerr.In(key, unknown{spell.Meant(key, maps.Keys(fields))}))
			continue
		}
		errs = append(errs, keyerr.In(key, decode(meta, t[key], field)))
	}
	return errors.Join(errs...)
}

// decode puts one value into a field.
func decode(meta *toml.MetaData, raw toml.Primitive, field reflect.Value) error {
	switch {
	case isTable(field.Type()):
		t, err := Read(meta, raw)
		if err != nil {
			return err
		}
		return t.Decode(meta, field.Addr().Interface())
	case field.Kind() == reflect.Slice && isTable(field.Type().Elem()):
		return decodeTables(meta, raw, field)
	case field.Type() == reflect.TypeFor[time.Duration]():
		var text string // a number would be nanoseconds, which nobody means
		if meta.PrimitiveDecode(raw, &text) != nil {
			return errors.New("want " + inWords(field.Type()))
		}
	}
	if err := meta.PrimitiveDecode(raw, field.Addr().Interface()); err != nil {
		return errors.New(reason(err, field.Type()))
	}
	return nil
}

// decodeTables puts an array of tables into a slice of structs.
func decodeTables(meta *toml.MetaData, raw toml.Primitive, field reflect.Value) error {
	var all []toml.Primitive
	if meta.PrimitiveDecode(raw, &all) != nil {
		return errors.New("want " + inWords(field.Type()))
	}
	var errs []error
	field.Set(reflect.MakeSlice(field.Type(), len(all), len(all)))
	for i := range all {
		errs = append(errs, keyerr.In(strconv.Itoa(i+1), decode(meta, all[i], field.Index(i))))
	}
	return errors.Join(errs...)
}

// isTable reports whether values of type t are written as tables.
func isTable(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return t.Kind() == reflect.Struct && t != reflect.TypeFor[toml.Primitive]() &&
		!p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) && !p.Implements(reflect.TypeFor[toml.Unmarshaler]())
}

// Fields returns the fields of a struct, and of those embedded in it, by key.
func Fields(v reflect.Value) map[string]reflect.Value {
	fields := map[string]reflect.Value{}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if key, ok := f.Tag.Lookup("toml"); ok && key != "-" {
			fields[key] = v.Field(i)
		} else if f.Anonymous && !ok {
			maps.Copy(fields, Fields(reflect.Indirect(v.Field(i))))
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
	switch {
	case reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		return "text in quotes"
	case t == reflect.TypeFor[time.Duration]():
		return `a time in quotes, such as "20s"`
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

// Form returns an error of the TOML decoder as its line and the fault there, without
// anything of the file, which may hold secrets: a password without quotes is an error, and
// the decoder quotes it.
func Form(err error) error {
	var parse toml.ParseError
	if !errors.As(err, &parse) {
		return errors.New(strings.TrimPrefix(err.Error(), "toml: ")) // of another kind than its key, which it names
	}
	return fmt.Errorf("line %d is not valid TOML%s", parse.Position.Line, why(parse.Message))
}

// ofTOML is a reason in words of the decoder's own, and punctuation in quotes.
var ofTOML = regexp.MustCompile(`^[A-Za-z][A-Za-z ,;()-]*('[^A-Za-z0-9]+'[A-Za-z ,;()-]*)*$`)

// why returns ": " and a reason of the decoder's without what it quotes; "" if nothing is left.
func why(message string) string {
	if strings.Contains(message, " already ") {
		return ": a key or a table appears there for the second time"
	}
	for _, quotes := range []string{", but ", " but ", ": "} { // what follows is of the file
		message, _, _ = strings.Cut(message, quotes)
	}
	if !ofTOML.MatchString(message) {
		return ""
	}
	return ": " + message
}
