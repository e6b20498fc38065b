// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// Excerpt returns b for use in a message: shortened, with objects and arrays
// replaced by their kind.
func Excerpt(b []byte) string {
	if k := kindOf(b); k == object || k == array {
		return k
	}
	return Short(string(b))
}

// Short returns s for use in a message, cut to 40 characters; every word of an
// enumeration is shorter.
func Short(s string) string {
	const most = 40
	// Cut by bytes first, of which a character has at most four: the text may have megabytes.
	s = strings.ToValidUTF8(s[:min(len(s), 4*most)], "�")
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most]) + "…"
	}
	return s
}

// Faults collects the errors in a body, in the order in which they are found.
// The zero value is ready to use, by one goroutine.
type Faults struct {
	errs []error
	sent map[string]string // values by field, for those that the device checks

	moved []move // from the places that the device knows to those in the body
}

// MaxFaults bounds the answer to a body in which everything is wrong.
const MaxFaults = 64

// Add adds an InvalidError of the field.
func (f *Faults) Add(field, reason string) { f.Join(&note.InvalidError{Field: field, Reason: reason}) }

// Wrong adds an InvalidError of the field that names the value v.
func (f *Faults) Wrong(field string, v Value, want string) {
	f.Join(&note.InvalidError{Field: field, Value: v.Sent, Reason: want})
}

// move is a place in a list of which absent items are left out.
type move struct{ from, to string }

// move makes Rest report faults of from, or of a field within it, as faults of to.
func (f *Faults) move(from, to string) { f.moved = append(f.moved, move{from, to}) }

// inBody returns e with the place of its field in the body.
func (f *Faults) inBody(e error) error {
	invalid := (*note.InvalidError)(nil)
	if !errors.As(e, &invalid) {
		return e
	}
	for _, m := range f.moved {
		if rest, ok := strings.CutPrefix(invalid.Field, m.from); ok {
			return &note.InvalidError{Field: m.to + rest, Value: invalid.Value, Reason: invalid.Reason}
		}
	}
	return e
}

// Join adds err, unless there are MaxFaults errors already.
func (f *Faults) Join(err error) {
	if len(f.errs) < MaxFaults {
		f.errs = append(f.errs, err)
	}
}

// Check adds an error if v is of the wrong kind, and reports whether v is
// present and usable.
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

// Need is Check for a value that has to be there.
func (f *Faults) Need(field string, v Value) bool {
	if !v.Set {
		f.Join(Missing(field))
	}
	return f.Check(field, v)
}

// Int32 is Check for an integer in the range of an int32.
func (f *Faults) Int32(field string, i Integer) bool {
	if i.large {
		f.Wrong(field, i.Value, fmt.Sprintf("want an integer from %d to %d", math.MinInt32, math.MaxInt32))
	}
	return f.Check(field, i.Value) && !i.large
}

// Rest adds the errors that the device finds and decoding did not; a value of
// the wrong kind is not reported as missing too. Messages of the device quote a
// value as it was sent.
func (f *Faults) Rest(err error) {
	var found []error
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		found = joined.Unwrap()
	} else if err != nil {
		found = []error{err}
	}
	told := f.errs
	for _, e := range found {
		if e = f.inBody(e); !hidden(e, told) {
			f.Join(f.asSent(e))
		}
	}
}

// Explain returns the errors found so far joined with those in err, which then
// quote the values as they were sent. It returns an err that is not an error in
// the request unchanged.
func (f *Faults) Explain(err error) error {
	if _, ok := Messages(err); !ok {
		return err
	}
	f.Rest(err)
	return f.Err()
}

// asSent returns e with the value as it stood in the body: it may be larger
// than its type holds, or a string that stands for a number.
func (f *Faults) asSent(e error) error {
	invalid := (*note.InvalidError)(nil)
	if !errors.As(e, &invalid) || invalid.Value == "" || f.sent[invalid.Field] == "" {
		return e
	}
	return &note.InvalidError{Field: invalid.Field, Value: f.sent[invalid.Field], Reason: invalid.Reason}
}

// hidden reports whether e only follows from an earlier error: told has an
// error of the same field or of a field within it.
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

// Err returns all errors joined, or nil without errors.
func (f *Faults) Err() error { return errors.Join(f.errs...) }

// Choice reads a word of an enumeration. The word is trimmed and lower-cased,
// then matched exactly. Choice reports whether it is present and known.
func Choice[T any](f *Faults, field string, w Word, parse func(string) (T, error)) (v T, ok bool) {
	if !f.Check(field, w.Value) {
		return v, false
	}
	v, err := parse(w.trimmed())
	if err != nil {
		reason := strings.TrimPrefix(err.Error(), strconv.Quote(w.trimmed()))
		f.Add(field, w.Sent+reason) // in the spelling of the sender
		return v, false
	}
	return v, true
}

// picked is Choice for a patch: nil = the word is not present, or not known.
func picked[T any](f *Faults, field string, w Word, parse func(string) (T, error)) *T {
	v, ok := Choice(f, field, w, parse)
	if !ok {
		return nil
	}
	return &v
}

// usable is Check for a patch: it returns v, what was read of the value sent, or nil.
func usable[T any](f *Faults, field string, sent Value, v *T) *T {
	if !f.Check(field, sent) {
		return nil
	}
	return v
}

// applied sets a patch that was read without faults, and returns the new state. To faults it adds those that check
// finds in the rest of the patch; nil finds none.
func applied[P, S any](
	ctx context.Context, f *Faults, patch P, check func() error, set func(context.Context, P) (S, error),
) (now S, err error) {
	if f.Err() != nil {
		if check != nil {
			f.Rest(check())
		}
		return now, f.Err()
	}
	now, err = set(ctx, patch)
	return now, f.Explain(err)
}

// OneOf returns a parser for Choice that accepts only these words.
func OneOf(words ...string) func(string) (string, error) {
	return func(text string) (string, error) {
		if !slices.Contains(words, text) {
			return "", fmt.Errorf("%q is not one of %s", text, strings.Join(words, ", "))
		}
		return text, nil
	}
}

// Messages returns a message for each error joined in err, and reports whether
// all of them are errors in the request.
func Messages(err error) (messages []string, ok bool) {
	if err == nil {
		return nil, false
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			m, ok := Messages(e)
			if !ok {
				return nil, false
			}
			messages = append(messages, m...)
		}
		return messages, len(messages) > 0
	}
	var invalid *note.InvalidError
	var other Complaint
	if errors.As(err, &invalid) || errors.As(err, &other) || errors.Is(err, note.ErrNoFrames) {
		return []string{err.Error()}, true
	}
	return nil, false
}

// Complaint is an error in a body that concerns no single field.
type Complaint string

// Error implements error.
func (c Complaint) Error() string { return string(c) }

// Missing returns the error for a body that lacks a key, in the words of the real
// device.
func Missing(key string) error { return Complaint("Missing required keys [" + key + "]") }

// words maps the device's own errors to the text of answers: the words of the
// real device where it has them.
var words = []struct {
	err  error
	text string
}{
	{device.ErrNotFound, "Notification not found"},
	{device.ErrEnded, "The notification has ended"},
	{device.ErrHidden, "Only notifications with priority 'critical' are allowed in current mode"},
	{device.ErrQueueFull, fmt.Sprintf("The queue is full: at most %d notifications of %d MiB together may wait",
		device.MaxWaiting, device.MaxWaitingSize>>20)},
	{device.ErrNoApp, "Not found app"},
	{device.ErrNoWidget, "Not found widget"},
	{device.ErrLastWidget, "The last widget cannot be removed"},
	{device.ErrNoPush, "The app takes no frames"},
	{device.ErrStopped, "The device is shutting down"},
}

// Said returns the text of answers for an error of the device, and reports
// whether there is one.
func Said(err error) (text string, ok bool) {
	for _, s := range words {
		if errors.Is(err, s.err) {
			return s.text, true
		}
	}
	return "", false
}
