// Package wire reads and writes the JSON of the device API: lenient in what it
// takes, exact in what it gives. It is the one reader of notifications and frames
// for every way in. A fault names the field, all faults of a body are reported
// together, and what is kept of a body is bounded. Odd spellings end here:
// package note knows nothing of them.
package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
	"time"
)

// The types of this file read one JSON value each, with the leniency of
// docs/decisions.md 3. null means absent. A value of the wrong kind is no error
// of the decoder, which would stop there: it is noted in bad and reported by
// Faults.

// Value is what they share.
type Value struct {
	Set  bool   // it was there and not null
	Sent string // what was there, for messages; "" = not set
	Bad  string // what is wrong with it; "" = nothing
}

// note begins a value and reports whether it is there.
func (v *Value) note(b []byte) bool {
	*v = Value{Set: kindOf(b) != null}
	if v.Set {
		v.Sent = Excerpt(b)
	}
	return v.Set
}

func (v *Value) wrong(want string) { v.Bad = "want " + want }

// Integer is a whole number, or a string of its digits, or a float without a
// fraction. One that an int32 cannot hold is large: n is then the nearest that it
// can, for fields whose own range is narrower (see [Faults.Int32]).
type Integer struct {
	Value
	Int   int
	large bool
}

// UnmarshalJSON implements [json.Unmarshaler].
func (i *Integer) UnmarshalJSON(b []byte) error {
	*i = Integer{}
	if !i.note(b) {
		return nil
	}
	f, ok := parseNumber(b)
	if !ok || f != math.Trunc(f) {
		i.wrong("an integer")
		return nil
	}
	i.Int = int(min(max(f, math.MinInt32), math.MaxInt32)) // the same range on machines of 32 and of 64 bits
	i.large = f != float64(i.Int)
	return nil
}

// Milliseconds is a duration, integer or float.
type Milliseconds struct {
	Value
	Duration time.Duration
}

// UnmarshalJSON implements [json.Unmarshaler].
func (m *Milliseconds) UnmarshalJSON(b []byte) error {
	if !m.note(b) {
		return nil
	}
	f, ok := parseNumber(b)
	if !ok {
		m.wrong("milliseconds")
		return nil
	}
	const most = 9e12 // milliseconds that a Duration holds; what is allowed is far less
	m.Duration = time.Duration(min(max(f, -most), most) * float64(time.Millisecond))
	return nil
}

// Decimal is a number, or a string of it.
type Decimal struct {
	Value
	Float float64
}

// UnmarshalJSON implements [json.Unmarshaler].
func (d *Decimal) UnmarshalJSON(b []byte) error {
	if !d.note(b) {
		return nil
	}
	v, ok := parseNumber(b)
	if !ok {
		d.wrong("a number")
	}
	d.Float = v
	return nil
}

// parseNumber reads a number, or a string with digits, a sign or a fraction, and
// spaces around them. What is beyond a float64 is infinity.
func parseNumber(b []byte) (v float64, ok bool) {
	text := string(b)
	if kindOf(b) == quoted {
		text = strings.TrimSpace(unquote(b))
		if strings.Trim(text, "-.0123456789") != "" { // nothing else that ParseFloat takes, as 0x1p4 and NaN
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, !errors.Is(err, strconv.ErrSyntax)
}

// Boolean is true or false, 0 or 1, also in a string.
type Boolean struct {
	Value
	On bool
}

// UnmarshalJSON implements [json.Unmarshaler].
func (o *Boolean) UnmarshalJSON(b []byte) error {
	if !o.note(b) {
		return nil
	}
	text := string(b)
	if kindOf(b) == quoted {
		text = strings.ToLower(strings.TrimSpace(unquote(b)))
	}
	switch text {
	case "true", "1", "1.0":
		o.On = true
	case "false", "0", "0.0":
	default:
		o.wrong("true or false")
	}
	return nil
}

// Word is a string that says something: one of nothing but spaces is absent.
type Word struct {
	Value
	Text string
}

// UnmarshalJSON implements [json.Unmarshaler].
func (w *Word) UnmarshalJSON(b []byte) error {
	if !w.note(b) {
		return nil
	}
	if kindOf(b) != quoted {
		w.wrong("a string")
		return nil
	}
	if w.Text = unquote(b); strings.TrimSpace(w.Text) == "" {
		*w = Word{}
	}
	return nil
}

// trimmed is an enum's value, as docs/decisions.md 3 matches it.
func (w Word) trimmed() string { return Short(strings.ToLower(strings.TrimSpace(w.Text))) }

// Label is a string, or a number or boolean that stands for its text.
type Label struct {
	Value
	Text string
}

// UnmarshalJSON implements [json.Unmarshaler].
func (l *Label) UnmarshalJSON(b []byte) error {
	if !l.note(b) {
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

// Reference is the name of an icon, a string, or its number.
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

// Object is an object within the body.
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

// List is an array of which not all items need be kept.
type List[T any] struct {
	Value
	Items []T // those that were kept
	N     int // how many there were
}

// Read reads an array, of which it keeps the first items up to limit.
func (l *List[T]) Read(b []byte, limit int) error {
	*l = List[T]{}
	if !l.note(b) {
		return nil
	}
	if kindOf(b) != array {
		l.wrong("an array")
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(b))
	if _, err := d.Token(); err != nil {
		return err
	}
	for ; d.More(); l.N++ {
		if l.N >= limit {
			if err := d.Decode(new(ignored)); err != nil {
				return err
			}
			continue
		}
		var item T
		if err := d.Decode(&item); err != nil {
			return err
		}
		l.Items = append(l.Items, item)
	}
	return nil
}

// Kinds of JSON values, in the words of messages.
const (
	null   = "null"
	object = "an object"
	array  = "an array"
	quoted = "a string"
	plain  = "a number or boolean"
)

// kindOf returns the kind of b, which is valid JSON.
func kindOf(b []byte) string {
	switch b = bytes.TrimLeft(b, " \t\r\n"); {
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

// unquote returns the text of a string, "" for other kinds.
func unquote(b []byte) (s string) {
	if err := json.Unmarshal(b, &s); err != nil {
		return ""
	}
	return s
}
