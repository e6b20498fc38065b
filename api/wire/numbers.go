// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"
)

// Integer is a whole number, also as a string of digits or a float without a
// fraction. If an int32 cannot hold it, large is set and Int is the nearest
// value that an int32 can hold, for fields whose own range is narrower (see
// [Faults.Int32]).
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
	i.Int = int(min(max(f, math.MinInt32), math.MaxInt32)) // the same range on 32-bit and 64-bit machines
	i.large = f != float64(i.Int)
	return nil
}

// Milliseconds is a duration given as an integer or a float.
type Milliseconds struct {
	Value
	Duration time.Duration
}

// UnmarshalJSON implements [json.Unmarshaler].
func (m *Milliseconds) UnmarshalJSON(b []byte) error {
	*m = Milliseconds{}
	if !m.note(b) {
		return nil
	}
	f, ok := parseNumber(b)
	if !ok {
		m.wrong("milliseconds")
		return nil
	}
	const most = 9e12 // milliseconds that a Duration can hold; the allowed range is far smaller
	m.Duration = time.Duration(min(max(f, -most), most) * float64(time.Millisecond))
	return nil
}

// Decimal is a number, or a string that contains one.
type Decimal struct {
	Value
	Float float64
}

// UnmarshalJSON implements [json.Unmarshaler].
func (d *Decimal) UnmarshalJSON(b []byte) error {
	*d = Decimal{}
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

// parseNumber reads a number, or a string of digits with an optional sign,
// fraction and surrounding spaces. A number too large for a float64 becomes
// infinity.
func parseNumber(b []byte) (v float64, ok bool) {
	text := string(b)
	if kindOf(b) == quoted {
		text = strings.TrimSpace(unquote(b))
		if strings.Trim(text, "-.0123456789") != "" { // ParseFloat also takes forms such as 0x1p4 and NaN
			return 0, false
		}
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, !errors.Is(err, strconv.ErrSyntax)
}

// Boolean is true, false, 0 or 1, also as a string.
type Boolean struct {
	Value
	On bool
}

// UnmarshalJSON implements [json.Unmarshaler].
func (o *Boolean) UnmarshalJSON(b []byte) error {
	*o = Boolean{}
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
