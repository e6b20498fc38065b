package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
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
	set bool   // it was there and not null
	bad string // what is wrong with it; "" = nothing
}

// note begins a value and tells whether it is there.
func (v *value) note(b []byte) bool {
	*v = value{set: kindOf(b) != null}
	return v.set
}

func (v *value) wrong(b []byte, want string) {
	v.bad = excerpt(b) + ", want " + want
}

// integer is a whole number, or a string of its digits, or a float without a
// fraction.
type integer struct {
	value
	n int
}

func (i *integer) UnmarshalJSON(b []byte) error {
	if !i.note(b) {
		return nil
	}
	n, err := parseInteger(b)
	if err != nil {
		i.wrong(b, err.Error())
	}
	i.n = n
	return nil
}

var (
	errNoInteger = errors.New("an integer")
	errBig       = fmt.Errorf("an integer from %d to %d", math.MinInt32, math.MaxInt32)
)

// parseInteger has one range for machines of 32 and of 64 bits.
func parseInteger(b []byte) (int, error) {
	text := string(unquoted(b))
	if n, err := strconv.ParseInt(text, 10, 32); err == nil && text[0] != '+' {
		return int(n), nil
	}
	if kindOf(b) == quoted && strings.Trim(strings.TrimPrefix(text, "-"), "0123456789") != "" {
		return 0, errNoInteger
	}
	f, err := strconv.ParseFloat(text, 64)
	switch {
	case errors.Is(err, strconv.ErrSyntax) || f != math.Trunc(f):
		return 0, errNoInteger
	case f < math.MinInt32 || f > math.MaxInt32:
		return 0, errBig
	}
	return int(f), nil
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
	f, ok := parseDecimal(b)
	if !ok {
		m.wrong(b, "milliseconds")
		return nil
	}
	const most = 9e12 // milliseconds that a Duration holds; what is allowed is far less
	m.d = time.Duration(min(max(f, -most), most) * float64(time.Millisecond))
	return nil
}

// decimal is a number, or a string of digits.
type decimal struct {
	value
	v float64
}

func (d *decimal) UnmarshalJSON(b []byte) error {
	if !d.note(b) {
		return nil
	}
	v, ok := parseDecimal(b)
	if !ok {
		d.wrong(b, "a number")
	}
	d.v = v
	return nil
}

// parseDecimal gives infinity for what is beyond a float64.
func parseDecimal(b []byte) (v float64, ok bool) {
	text := string(unquoted(b))
	if kindOf(b) == quoted && strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, !errors.Is(err, strconv.ErrSyntax)
}

// boolean is true or false, 0 or 1, "true" or "false".
type boolean struct {
	value
	on bool
}

func (o *boolean) UnmarshalJSON(b []byte) error {
	if !o.note(b) {
		return nil
	}
	switch strings.ToLower(string(b)) {
	case "true", "1", `"true"`:
		o.on = true
	case "false", "0", `"false"`:
	default:
		o.wrong(b, "true or false")
	}
	return nil
}

// word is a string.
type word struct {
	value
	s string
}

func (w *word) UnmarshalJSON(b []byte) error {
	if !w.note(b) {
		return nil
	}
	if kindOf(b) != quoted {
		w.wrong(b, "a string")
		return nil
	}
	return json.Unmarshal(b, &w.s)
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
		return json.Unmarshal(b, &l.s)
	case object, array:
		l.wrong(b, "a string")
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
		r.wrong(b, "a string or a number")
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
	if !p.note(b) {
		return nil
	}
	if kindOf(b) != object {
		p.wrong(b, "an object")
		return nil
	}
	return json.Unmarshal(b, &p.v)
}

// list is an array of which at most limit items are kept.
type list[T any] struct {
	value
	items []T
	n     int // that there were
}

func (l *list[T]) read(b []byte, limit int) error {
	if !l.note(b) {
		return nil
	}
	if kindOf(b) != array {
		l.wrong(b, "an array")
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

// kindOf tells the kind of b, which is valid JSON.
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

func unquoted(b []byte) []byte {
	if kindOf(b) == quoted {
		return b[1 : len(b)-1]
	}
	return b
}
