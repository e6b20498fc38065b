package device

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/enum"
	"github.com/ledpost/ledpost/internal/maskurl"
)

// Schema describes settings: the subset of JSON Schema needed to make a form.
// The zero value is an object without properties.
type Schema struct {
	Type        string     // "object", "array", "string", "integer", "number", "boolean"; "" = "object"
	Title       string     // for people
	Description string     // for people
	Default     any        // value while it is unset
	Enum        []string   // of a string: the only values; none = any
	Titles      []string   // of Enum's values, for people; none = the values themselves
	Format      string     // of a string: "color" (#RRGGBB) and "time" (HH:MM) are checked, the secret parts of "uri" are hidden, others are for the form
	Min, Max    float64    // of a number; both 0 = any
	MaxLen      int        // characters of a string, items of an array, entries of an object of Values; 0 = 256, 32, 32
	Items       *Schema    // of an array
	Properties  []Property // of an object, in the order of the form
	Values      *Schema    // of an object with any keys
	Secret      bool       // never shown: a reader gets {"set":true}, and writing that back keeps the value
}

// Property is a named value in an object.
type Property struct {
	Name   string
	Schema Schema
}

// MarshalJSON writes JSON Schema, with the properties in their order.
func (s Schema) MarshalJSON() ([]byte, error) {
	w := objectWriter{}
	w.put("type", s.kind(), true)
	w.put("title", s.Title, s.Title != "")
	w.put("description", s.Description, s.Description != "")
	w.put("default", s.Default, s.Default != nil)
	w.put("enum", s.Enum, s.Enum != nil)
	w.put("oneOf", s.choices(), s.Titles != nil)
	w.put("format", s.Format, s.Format != "")
	w.put("minimum", s.Min, s.bounded())
	w.put("maximum", s.Max, s.bounded())
	w.put("maxLength", s.most(), s.kind() == "string" && s.Enum == nil)
	w.put("maxItems", s.most(), s.kind() == "array")
	w.put("maxProperties", s.most(), s.Values != nil)
	w.put("items", s.Items, s.Items != nil)
	if s.kind() == "object" && s.Values == nil {
		var p objectWriter
		for _, property := range s.Properties {
			p.put(property.Name, property.Schema, true)
		}
		w.put("properties", json.RawMessage(p.bytes()), true)
	}
	w.put("additionalProperties", s.Values, s.Values != nil)
	w.put("writeOnly", true, s.Secret)
	return w.bytes(), w.err
}

// choice is a value of an Enum that has a title, as JSON Schema writes it.
type choice struct {
	Const string `json:"const"`
	Title string `json:"title"`
}

func (s *Schema) choices() (all []choice) {
	for i, title := range s.Titles {
		all = append(all, choice{s.Enum[i], title})
	}
	return all
}

func (s *Schema) kind() string {
	if s.Type == "" {
		return "object"
	}
	return s.Type
}

func (s *Schema) bounded() bool { return s.Min != 0 || s.Max != 0 }

func (s *Schema) most() int {
	switch {
	case s.MaxLen != 0:
		return s.MaxLen
	case s.kind() == "string":
		return 256
	}
	return 32
}

func (s *Schema) property(name string) *Schema {
	if s.Values != nil {
		return s.Values
	}
	for i := range s.Properties {
		if s.Properties[i].Name == name {
			return &s.Properties[i].Schema
		}
	}
	return nil
}

// check adds to errs what is wrong with v, which encoding/json has decoded with
// numbers as json.Number.
func (s *Schema) check(field string, v any, errs *faultList) {
	switch v := v.(type) {
	case map[string]any:
		if s.kind() == "object" {
			s.checkObject(field, v, errs)
			return
		}
	case []any:
		if s.kind() == "array" {
			s.checkArray(field, v, errs)
			return
		}
	case string:
		if s.kind() == "string" {
			s.checkText(field, v, errs)
			return
		}
	case json.Number:
		if s.kind() == "integer" || s.kind() == "number" {
			s.checkNumber(field, v, errs)
			return
		}
	case bool:
		if s.kind() == "boolean" {
			return
		}
	}
	errs.add(field, "want %s", s.words())
}

func (s *Schema) words() string {
	switch s.kind() {
	case "object", "array", "integer":
		return "an " + s.kind()
	case "boolean":
		return "true or false"
	}
	return "a " + s.kind()
}

func (s *Schema) checkObject(field string, v map[string]any, errs *faultList) {
	if s.Values != nil && len(v) > s.most() {
		errs.add(field, "%d entries, at most %d are allowed", len(v), s.most())
		return
	}
	for _, name := range slices.Sorted(maps.Keys(v)) {
		item := v[name]
		at := strings.TrimPrefix(field+"."+cut(name), ".")
		p := s.property(name)
		switch {
		case p == nil:
			errs.add(at, "is not a setting")
		case item != nil: // null is absent
			p.check(at, item, errs)
		}
	}
}

func (s *Schema) checkArray(field string, v []any, errs *faultList) {
	if len(v) > s.most() {
		errs.add(field, "%d items, at most %d are allowed", len(v), s.most())
		return
	}
	for i, item := range v {
		s.Items.check(fmt.Sprintf("%s[%d]", field, i), item, errs)
	}
}

func (s *Schema) checkText(field, v string, errs *faultList) {
	var err error
	switch {
	case v == "": // unset
	case s.Enum != nil:
		_, err = enum.Parse[uint8](s.Enum, v)
	case utf8.RuneCountInString(v) > s.most():
		err = fmt.Errorf("%d characters, at most %d are allowed", utf8.RuneCountInString(v), s.most())
	case s.Format == "color":
		_, err = note.ParseColor(v)
	case s.Format == "time":
		_, err = ParseTimeOfDay(v)
	case s.isAddress() && maskurl.Masked(v):
		err = errors.New("a part is hidden (***): send the address whole, or as it was read")
	}
	if err != nil {
		errs.add(field, "%s", err.Error())
	}
}

func (s *Schema) checkNumber(field string, v json.Number, errs *faultList) {
	f, err := v.Float64()
	if _, whole := v.Int64(); s.kind() == "integer" && whole != nil {
		err = errors.New("is not whole")
	}
	switch {
	case err != nil:
		errs.add(field, "%s, want %s", cut(v.String()), s.words())
	case s.bounded() && (f < s.Min || f > s.Max):
		errs.add(field, "%s, want %v to %v", cut(v.String()), s.Min, s.Max)
	}
}

// decodeSettings decodes an object, keeping numbers as json.Number.
func decodeSettings(raw json.RawMessage) (map[string]any, error) {
	if len(raw) == 0 {
		return map[string]any{}, nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v map[string]any
	if err := d.Decode(&v); err != nil {
		return nil, errors.New("want an object")
	}
	if v == nil {
		v = map[string]any{}
	}
	return v, nil
}

// objectWriter writes a JSON object with its members in the order of the put calls.
type objectWriter struct {
	b   bytes.Buffer
	err error
}

func (w *objectWriter) put(name string, v any, wanted bool) {
	if !wanted {
		return
	}
	value, err := json.Marshal(v)
	if err != nil {
		w.err = errors.Join(w.err, err)
		return
	}
	if w.b.Len() > 0 {
		w.b.WriteByte(',')
	}
	key, _ := json.Marshal(name) // a string can always be encoded
	w.b.Write(key)
	w.b.WriteByte(':')
	w.b.Write(value)
}

func (w *objectWriter) bytes() []byte { return []byte("{" + w.b.String() + "}") }
