package api

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ledpost/ledpost/device/note"
)

// excerpt is b for a message: short, and objects by their kind only.
func excerpt(b []byte) string {
	if k := kindOf(b); k == object || k == array {
		return k
	}
	return short(string(b))
}

// short is s for a message. It is longer than any word of an enum.
func short(s string) string {
	const most = 40
	s = strings.ToValidUTF8(s[:min(len(s), 4*most)], "�")
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most]) + "…"
	}
	return s
}

// faults collects what is wrong with a body.
type faults struct {
	errs []error
	sent map[string]string // by field, of values that the device checks
}

// maxFaults bounds the answer to a body in which everything is wrong.
const maxFaults = 64

func (f *faults) add(field, reason string) {
	f.join(&note.InvalidError{Field: field, Reason: reason})
}

// wrong is add for what names the value v.
func (f *faults) wrong(field string, v value, want string) {
	f.join(&note.InvalidError{Field: field, Value: v.sent, Reason: want})
}

func (f *faults) join(err error) {
	if len(f.errs) < maxFaults {
		f.errs = append(f.errs, err)
	}
}

// check tells of v if it is of the wrong kind, and reports whether it is usable.
func (f *faults) check(field string, v value) bool {
	if v.bad != "" {
		f.wrong(field, v, v.bad)
	}
	if v.set {
		if f.sent == nil {
			f.sent = map[string]string{}
		}
		f.sent[field] = v.sent
	}
	return v.set && v.bad == ""
}

// int32 is check for an integer whose range is that of its type.
func (f *faults) int32(field string, i integer) bool {
	if i.large {
		f.wrong(field, i.value, fmt.Sprintf("want an integer from %d to %d", math.MinInt32, math.MaxInt32))
	}
	return f.check(field, i.value) && !i.large
}

// rest adds what the device finds and decoding did not: a value of the wrong kind
// is not also told to be missing. What the device says of a value is said of what
// was sent.
func (f *faults) rest(err error) {
	var found []error
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		found = joined.Unwrap()
	} else if err != nil {
		found = []error{err}
	}
	told := f.errs
	for _, e := range found {
		if !hidden(e, told) {
			f.join(f.asSent(e))
		}
	}
}

// told is err with what was sent in the faults that it joins; another error is
// returned as it is.
func (f *faults) told(err error) error {
	if _, ok := faultsIn(err); !ok {
		return err
	}
	f.rest(err)
	return f.err()
}

// asSent is e with the value that stood in the body: it may be beyond what its
// type holds, or a string that stands for a number.
func (f *faults) asSent(e error) error {
	invalid := (*note.InvalidError)(nil)
	if !errors.As(e, &invalid) || invalid.Value == "" || f.sent[invalid.Field] == "" {
		return e
	}
	return &note.InvalidError{Field: invalid.Field, Value: f.sent[invalid.Field], Reason: invalid.Reason}
}

// hidden tells whether e is but a consequence of what is told: of the same
// field, or of one within it.
func hidden(e error, told []error) bool {
	field := "model.frames" // what ErrNoFrames is about
	if invalid := (*note.InvalidError)(nil); errors.As(e, &invalid) {
		field = invalid.Field
	}
	for _, t := range told {
		invalid := (*note.InvalidError)(nil)
		if !errors.As(t, &invalid) {
			continue
		}
		within, ok := strings.CutPrefix(invalid.Field, field)
		if ok && (within == "" || within[0] == '.' || within[0] == '[') {
			return true
		}
	}
	return false
}

func (f *faults) err() error { return errors.Join(f.errs...) }

// choice reads an enum: matched exactly after trimming and lower-casing.
func choice[T any](f *faults, field string, w word, parse func(string) (T, error)) (v T, ok bool) {
	if !f.check(field, w.value) {
		return v, false
	}
	v, err := parse(w.trimmed())
	if err != nil {
		reason := strings.TrimPrefix(err.Error(), strconv.Quote(w.trimmed()))
		f.add(field, w.sent+reason) // as it was spelt
		return v, false
	}
	return v, true
}
