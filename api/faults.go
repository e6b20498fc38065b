package api

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/ledpost/ledpost/device"
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
type faults struct{ errs []error }

// maxFaults bounds the answer to a body in which everything is wrong.
const maxFaults = 64

func (f *faults) add(field, reason string) {
	f.join(&device.InvalidError{Field: field, Reason: reason})
}

func (f *faults) join(err error) {
	if len(f.errs) < maxFaults {
		f.errs = append(f.errs, err)
	}
}

// check tells of v if it is of the wrong kind, and whether it is usable.
func (f *faults) check(field string, v value) bool {
	if v.bad != "" {
		f.add(field, v.bad)
	}
	return v.set && v.bad == ""
}

// rest adds what the device finds and decoding did not: a value of the wrong kind
// is not also told to be missing.
func (f *faults) rest(err error) {
	var found []error
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		found = joined.Unwrap()
	}
	told := f.errs
	for _, e := range found {
		if !hidden(e, told) {
			f.join(e)
		}
	}
}

// hidden tells whether e is but a consequence of what is told: of the same
// field, or of one within it.
func hidden(e error, told []error) bool {
	field := "model.frames" // what ErrNoFrames is about
	if invalid := (*device.InvalidError)(nil); errors.As(e, &invalid) {
		field = invalid.Field
	}
	for _, t := range told {
		invalid := (*device.InvalidError)(nil)
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
		f.add(field, err.Error())
		return v, false
	}
	return v, true
}
