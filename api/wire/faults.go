package wire

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ledpost/ledpost/device/note"
)

// Excerpt returns b for a message: short, and objects and arrays by their kind
// only.
func Excerpt(b []byte) string {
	if k := kindOf(b); k == object || k == array {
		return k
	}
	return Short(string(b))
}

// Short returns s for a message, cut to 40 characters; no word of an enumeration
// is as long.
func Short(s string) string {
	const most = 40
	s = strings.ToValidUTF8(s[:min(len(s), 4*most)], "�")
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most]) + "…"
	}
	return s
}

// Faults collects what is wrong with a body, in the order of finding. The zero
// value is ready; one goroutine uses it.
type Faults struct {
	errs []error
	sent map[string]string // by field, of values that the device checks
}

// MaxFaults bounds the answer to a body in which everything is wrong.
const MaxFaults = 64

// Add adds an InvalidError of the field.
func (f *Faults) Add(field, reason string) {
	f.Join(&note.InvalidError{Field: field, Reason: reason})
}

// Wrong adds an InvalidError of the field that names the value v.
func (f *Faults) Wrong(field string, v Value, want string) {
	f.Join(&note.InvalidError{Field: field, Value: v.Sent, Reason: want})
}

// Join adds err, unless there are MaxFaults already.
func (f *Faults) Join(err error) {
	if len(f.errs) < MaxFaults {
		f.errs = append(f.errs, err)
	}
}

// Check adds a fault if v is of the wrong kind, and reports whether it is there
// and usable.
func (f *Faults) Check(field string, v Value) bool {
	if v.Bad != "" {
		f.Wrong(field, v, v.Bad)
	}
	if v.Set {
		if f.sent == nil {
			f.sent = map[string]string{}
		}
		f.sent[field] = v.Sent
	}
	return v.Set && v.Bad == ""
}

// Int32 is Check for an integer whose range is that of its type.
func (f *Faults) Int32(field string, i Integer) bool {
	if i.large {
		f.Wrong(field, i.Value, fmt.Sprintf("want an integer from %d to %d", math.MinInt32, math.MaxInt32))
	}
	return f.Check(field, i.Value) && !i.large
}

// Rest adds what the device finds and decoding did not: a value of the wrong kind
// is not also missing. What the device says of a value is said of what was sent.
func (f *Faults) Rest(err error) {
	var found []error
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		found = joined.Unwrap()
	} else if err != nil {
		found = []error{err}
	}
	told := f.errs
	for _, e := range found {
		if !hidden(e, told) {
			f.Join(f.asSent(e))
		}
	}
}

// Explain returns err with what was sent in the faults that it joins, after those
// found so far; an error that is no fault of the request is returned as it is.
func (f *Faults) Explain(err error) error {
	if _, ok := Messages(err); !ok {
		return err
	}
	f.Rest(err)
	return f.Err()
}

// asSent is e with the value that stood in the body: it may be beyond what its
// type holds, or a string that stands for a number.
func (f *Faults) asSent(e error) error {
	invalid := (*note.InvalidError)(nil)
	if !errors.As(e, &invalid) || invalid.Value == "" || f.sent[invalid.Field] == "" {
		return e
	}
	return &note.InvalidError{Field: invalid.Field, Value: f.sent[invalid.Field], Reason: invalid.Reason}
}

// hidden reports whether e only follows from what was found before: it is of the
// same field as one of told, or of a field around it.
func hidden(e error, told []error) bool {
	field, model := "frames", "model." // what ErrNoFrames is about, in a model or not
	if invalid := (*note.InvalidError)(nil); errors.As(e, &invalid) {
		field, model = invalid.Field, ""
	}
	for _, t := range told {
		invalid := (*note.InvalidError)(nil)
		if !errors.As(t, &invalid) {
			continue
		}
		within, ok := strings.CutPrefix(strings.TrimPrefix(invalid.Field, model), field)
		if ok && (within == "" || within[0] == '.' || within[0] == '[') {
			return true
		}
	}
	return false
}

// Err returns all faults joined, nil if there are none.
func (f *Faults) Err() error { return errors.Join(f.errs...) }

// Choice reads an enumeration, whose words are matched exactly after trimming and
// lower-casing, and reports whether it is there and known.
func Choice[T any](f *Faults, field string, w Word, parse func(string) (T, error)) (v T, ok bool) {
	if !f.Check(field, w.Value) {
		return v, false
	}
	v, err := parse(w.trimmed())
	if err != nil {
		reason := strings.TrimPrefix(err.Error(), strconv.Quote(w.trimmed()))
		f.Add(field, w.Sent+reason) // as it was spelt
		return v, false
	}
	return v, true
}
