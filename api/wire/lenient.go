// SPDX-License-Identifier: Apache-2.0

// Package wire reads and writes the JSON of the device API: it is lenient in
// what it accepts and exact in what it sends. All interfaces read notifications
// and frames with it. Errors name the field, all errors of a body are reported
// together, and the memory kept for a body is bounded. Package note does not
// know the odd spellings that are accepted here.
//
// An object that GET answers and PUT changes has one file. Its Put function applies
// a body completely or not at all and returns the new state; its error joins a
// note.InvalidError for each error in the body.
package wire

import (
	"encoding/json"
	"fmt"
	"iter"
	"strings"
)

// Each type here and in numbers.go reads one JSON value, with the leniency of
// docs/decisions.md 3. null means absent. A value of the wrong kind is not a
// decoding error, which would stop the decoder: it is recorded in Bad and
// reported by Faults.

// Value is the part that all of them share.
type Value struct {
	Set  bool   // the value was present and not null
	Sent string // the value as it was sent, for messages; "" = not set
	Bad  string // the faults of it; "" = nothing
}

// note records a value and reports whether it is present: null is not, nor is a string
// of spaces only. Types for which an empty string is a value use noteText.
func (v *Value) note(b []byte) bool {
	if kindOf(b) == quoted && strings.TrimSpace(unquote(b)) == "" {
		b = []byte(null)
	}
	return v.noteText(b)
}

// noteText is note for values that may be an empty string.
func (v *Value) noteText(b []byte) bool {
	*v = Value{Set: kindOf(b) != null}
	if v.Set {
		v.Sent = Excerpt(b)
	}
	return v.Set
}

func (v *Value) wrong(want string) { v.Bad = "want " + want }

// Word is a string with content: spaces alone count as absent.
type Word struct {
	Value
	Text string
}

// UnmarshalJSON implements [json.Unmarshaler].
func (w *Word) UnmarshalJSON(b []byte) error {
	*w = Word{}
	if !w.note(b) {
		return nil
	}
	if kindOf(b) != quoted {
		w.wrong("a string")
		return nil
	}
	w.Text = unquote(b)
	return nil
}

// trimmed returns the value of an enumeration in the form that
// docs/decisions.md 3 matches.
func (w Word) trimmed() string { return Short(strings.ToLower(strings.TrimSpace(w.Text))) }

// Label is a string, or a number or boolean that is used as text.
type Label struct {
	Value
	Text string
}

// UnmarshalJSON implements [json.Unmarshaler].
func (l *Label) UnmarshalJSON(b []byte) error {
	*l = Label{}
	if !l.noteText(b) {
		return nil
	}
	switch kindOf(b) {
	case quoted:
		l.Text = unquote(b)
	case object, array:
		l.wrong("a string")
	default:
		l.Text = string(b)
	}
	return nil
}

// Reference is an icon's name, as a string, or its number.
type Reference struct{ Label }

// UnmarshalJSON implements [json.Unmarshaler].
func (r *Reference) UnmarshalJSON(b []byte) error {
	if t := string(b); t == "true" || t == "false" {
		r.note(b)
		r.wrong("a string or a number")
		return nil
	}
	return r.Label.UnmarshalJSON(b)
}

// Object is an object inside the body.
type Object[T any] struct {
	Value
	Fields T
}

// UnmarshalJSON implements [json.Unmarshaler].
func (p *Object[T]) UnmarshalJSON(b []byte) error {
	*p = Object[T]{}
	if !p.note(b) {
		return nil
	}
	if kindOf(b) != object {
		p.wrong("an object")
		return nil
	}
	return readObject(b, &p.Fields)
}

// Objects yields the place and the fields of each object in a list at the place at, and tells f which items are no
// objects.
func Objects[T any](f *Faults, at string, items []Object[T]) iter.Seq2[string, *T] {
	return func(yield func(string, *T) bool) {
		for i := range items {
			at, it := fmt.Sprintf("%s[%d]", at, i), &items[i]
			if !it.Set {
				f.Add(at, "is null, want an object")
			}
			if f.Check(at, it.Value) && !yield(at, &it.Fields) {
				return
			}
		}
	}
}

// List is an array that need not keep all its items.
type List[T any] struct {
	Value
	Items []T // the items that were kept
	N     int // the number of items in the array
}

// Read reads an array and keeps its first items, up to limit.
func (l *List[T]) Read(b []byte, limit int) error {
	*l = List[T]{}
	if !l.note(b) {
		return nil
	}
	if kindOf(b) != array {
		l.wrong("an array")
		return nil
	}
	for one := range items(b) {
		if l.N++; l.N > limit {
			continue
		}
		var item T
		if err := read(one, &item); err != nil {
			return err
		}
		l.Items = append(l.Items, item)
	}
	return nil
}

// Check is [Faults.Check] for a list of at most so many items, which have that name in messages.
func (l *List[T]) Check(f *Faults, field string, most int, items string) bool {
	if l.N > most {
		f.Add(field, fmt.Sprintf("%d %s, at most %d are allowed", l.N, items, most))
	}
	return f.Check(field, l.Value)
}

// Kinds of JSON values as messages name them.
const (
	null   = "null"
	object = "an object"
	array  = "an array"
	quoted = "a string"
	plain  = "a number or boolean"
)

// kindOf returns the kind of b, which must be valid JSON.
func kindOf(b []byte) string {
	switch b = trimmed(b); {
	case len(b) == 0 || b[0] == 'n':
		return null
	case b[0] == '{':
		return object
	case b[0] == '[':
		return array
	case b[0] == '"':
		return quoted
	}
	return plain
}

// unquote returns the text of a JSON string, or "" for other kinds.
func unquote(b []byte) (s string) {
	if err := json.Unmarshal(b, &s); err != nil {
		return ""
	}
	return s
}
