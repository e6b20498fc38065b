// SPDX-License-Identifier: Apache-2.0

package widgets

import "encoding/json"

// Schema describes settings: the subset of JSON Schema needed to make a form.
// The zero value is an object without properties.
type Schema struct {
	Type        string   // "object", "array", "string", "integer", "number", "boolean"; "" = "object"
	Title       string   // for people
	Description string   // for people
	Default     any      // value while it is unset
	Enum        []string // of a string: the only values; none = any
	Titles      []string // of Enum's values, for people; none = the values themselves
	// Format of a string: "color" (#RRGGBB) and "time" (HH:MM) are checked, of a "uri" the
	// secrets are hidden. Others are for the form, as "duration" of seconds.
	Format     string
	Min, Max   float64    // of a number; both 0 = any
	Bytes      int        // of all settings of a widget together, in JSON; 0 = 32 KiB. Of the schema of an app alone
	MaxLen     int        // characters of a string, items of an array, entries of an object of Values; 0 = 256, 32, 32
	Items      *Schema    // of an array; no two settings share a pointer, by which hidden addresses know their setting
	Properties []Property // of an object, in the order of the form
	Values     *Schema    // of an object with any keys, or with any beside Properties, which say whose those are
	Secret     bool       // never shown: a reader gets {"set":true}, and writing that back keeps the value
	Personal   bool       // of the people and the place here: no scene has it
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
	if s.kind() == "object" && (s.Values == nil || s.Properties != nil) {
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

// most returns how many characters a string may have, or how many entries a list or an
// object.
func (s *Schema) most() int {
	switch {
	case s.MaxLen != 0:
		return s.MaxLen
	case s.kind() == "string":
		// A schema that says nothing gets enough for what people type, and no more: all of it is saved.
		return 256
	}
	return 32
}

func (s *Schema) property(name string) *Schema {
	for i := range s.Properties {
		if s.Properties[i].Name == name {
			return &s.Properties[i].Schema
		}
	}
	return s.Values
}
