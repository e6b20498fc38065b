package api

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
// decisions 3. null means absent. A value of the wrong kind is no error of the
// decoder, which would stop there: it is noted in bad and told by faults.

// value is what they share.
type value struct {
	set  bool   // it was there and not null
	sent string // what was there, for messages; "" = not set
	bad  string // what is wrong with it; "" = nothing
}

// note begins a value and reports whether it is there.
func (v *value) note(b []byte) bool {
	*v = value{set: kindOf(b) != null}
	if v.set {
		v.sent = excerpt(b)
	}
	return v.set
}

func (v *value) wrong(want string) { v.bad = "want " + want }

// integer is a whole number, or a string of its digits, or a float without a
// fraction. One that an int32 cannot hold is large: n is then the nearest that it
// can, for fields whose own range is narrower (faults.ranged).
type integer struct {
	value
	n     int
	large bool
}

func (i *integer) UnmarshalJSON(b []byte) error {
	*i = integer{}
	if !i.note(b) {
		return nil
	}
	f, ok := parseNumber(b)
	if !ok || f != math.Trunc(f) {
		i.wrong("an integer")
		return nil
	}
	i.n = int(min(max(f, math.MinInt32), math.MaxInt32)) // the same range on machines of 32 and of 64 bits
	i.large = f != float64(i.n)
	return nil
}

// milliseconds is a duration, integer or float.
type milliseconds struct {
	value
	d time.Duration
}

func (m *milliseconds) UnmarshalJSON(b []byte) error {
	if !m.note(b) {
		return nil
	}
	f, ok := parseNumber(b)
	if !ok {
		m.wrong("milliseconds")
		return nil
	}
	const most = 9e12 // milliseconds that a Duration holds; what is allowed is far less
	m.d = time.Duration(min(max(f, -most), most) * float64(time.Millisecond))
	return nil
}

// decimal is a number, or a string of it.
type decimal struct {
	value
	v float64
}

func (d *decimal) UnmarshalJSON(b []byte) error {
	if !d.note(b) {
		return nil
	}
	v, ok := parseNumber(b)
	if !ok {
		d.wrong("a number")
	}
	d.v = v
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

// boolean is true or false, 0 or 1, also in a string.
type boolean struct {
	value
	on bool
}

func (o *boolean) UnmarshalJSON(b []byte) error {
	if !o.note(b) {
		return nil
	}
	text := string(b)
	if kindOf(b) == quoted {
		text = strings.ToLower(strings.TrimSpace(unquote(b)))
	}
	switch text {
	case "true", "1", "1.0":
		o.on = true
	case "false", "0", "0.0":
	default:
		o.wrong("true or false")
	}
	return nil
}

// word is a string that says something: one of nothing but spaces is absent.
type word struct {
	value
	s string
}

func (w *word) UnmarshalJSON(b []byte) error {
	if !w.note(b) {
		return nil
	}
	if kindOf(b) != quoted {
		w.wrong("a string")
		return nil
	}
	if w.s = unquote(b); strings.TrimSpace(w.s) == "" {
		*w = word{}
	}
	return nil
}

// trimmed is an enum's value, as decisions 3 match it.
func (w word) trimmed() string { return short(strings.ToLower(strings.TrimSpace(w.s))) }

// label is a string, or a number or boolean that stands for its text.
type label struct {
	value
	s string
}

func (l *label) UnmarshalJSON(b []byte) error {
	if !l.note(b) {
		return nil
	}
	switch kindOf(b) {
	case quoted:
		l.s = unquote(b)
	case object, array:
		l.wrong("a string")
	default:
		l.s = string(b)
	}
	return nil
}

// reference is the name of an icon, a string, or its number.
type reference struct{ label }

func (r *reference) UnmarshalJSON(b []byte) error {
	if t := string(b); t == "true" || t == "false" {
		r.note(b)
		r.wrong("a string or a number")
		return nil
	}
	return r.label.UnmarshalJSON(b)
}

// part is an object within the body.
type part[T any] struct {
	value
	v T
}

func (p *part[T]) UnmarshalJSON(b []byte) error {
	*p = part[T]{}
	if !p.note(b) {
		return nil
	}
	if kindOf(b) != object {
		p.wrong("an object")
		return nil
	}
	return readObject(b, &p.v)
}

// list is an array of which at most limit items are kept.
type list[T any] struct {
	value
	items []T
	n     int // that there were
}

func (l *list[T]) read(b []byte, limit int) error {
	*l = list[T]{}
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
	for ; d.More(); l.n++ {
		if l.n >= limit {
			if err := d.Decode(new(ignored)); err != nil {
				return err
			}
			continue
		}
		var item T
		if err := d.Decode(&item); err != nil {
			return err
		}
		l.items = append(l.items, item)
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
