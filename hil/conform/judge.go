// SPDX-License-Identifier: Apache-2.0

package conform

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/statements"
)

// A Verdict is what became of a statement. Of several findings the last in this order counts.
type Verdict int

// The verdicts. The zero value is that of a statement that holds.
const (
	Held    Verdict = iota
	Skipped         // it was not tried, or not to its end
	Differs         // the device does otherwise than this program, and may
	Failed
)

// String returns the verdict's word in reports.
func (v Verdict) String() string { return [...]string{"ok", "skip", "differs", "FAIL"}[v] }

// A Result is what became of one statement.
type Result struct {
	statements.Statement
	Verdict Verdict
	Why     string        // what the device did instead, or why the statement was not tried; "" of one that holds
	Took    time.Duration // without putting back
}

// judge sets the verdict by what was found: a [reason] skips a statement, what is [otherwise] differs, any other error
// fails it. Errors that are joined count one by one: a fault stays one, whatever could not be asked after it.
func (r *Result) judge(found error) {
	var why []string
	r.Verdict = Held
	for _, one := range apart(found) {
		verdict := Failed
		switch {
		case errors.As(one, new(reason)):
			verdict = Skipped
		case errors.As(one, new(otherwise)):
			verdict = Differs
		}
		if verdict > r.Verdict {
			r.Verdict, why = verdict, nil
		}
		if verdict == r.Verdict {
			why = append(why, one.Error())
		}
	}
	r.Why = strings.Join(why, "\n")
}

// apart returns the errors that were joined.
func apart(err error) (all []error) {
	joined, several := err.(interface{ Unwrap() []error })
	switch {
	case err == nil:
		return nil
	case !several:
		return []error{err}
	}
	for _, one := range joined.Unwrap() {
		all = append(all, apart(one)...)
	}
	return all
}

// A reason is the error of a statement that is not tried, or not to its end.
type reason string

// Error implements error.
func (r reason) Error() string { return string(r) }

// skip returns the error of a statement that is not tried because of something, nil for "".
func skip(why string) error {
	if why == "" {
		return nil
	}
	return reason(why)
}

// otherwise is the error of an answer that does not fail the device.
type otherwise struct{ error }

// unlike is the error of an answer that is not as a statement has it.
type unlike struct {
	error
	mild bool // a client cannot tell: refused or accepted all the same
}

// weigh returns the error of a line, as one that does not fail the device where that may answer otherwise. One of this
// program may not. A foreign one may in the decisions, in words of refusals, in what the original is known to do
// otherwise, and where its own limits or settings make it; not in what LaMetric's documentation says, which the rules
// of docs/api.md are.
func (s *session) weigh(one statements.Statement, line string, err error) error {
	var u *unlike
	decided := one.At[0] >= '0' && one.At[0] <= '9' || pairs(one)
	if errors.As(err, &u) && !s.own && (decided || one.Original != "" || u.mild || s.beyond(one, line)) {
		return otherwise{err}
	}
	return err
}

// mildly returns errors of which none fails a device.
func mildly(found error) (mild error) {
	for _, one := range apart(found) {
		if !errors.As(one, new(reason)) {
			one = otherwise{one}
		}
		mild = errors.Join(mild, one)
	}
	return mild
}

// limited are settings with limits of their own, which may be narrower than the range that is documented.
var limited = regexp.MustCompile(`"(brightness|volume)":(\d+)`)

// beyond reports whether a line sets a value out of the device's limits, or wants one of a new device that this one did
// not take, and that the statement does not set.
func (s *session) beyond(one statements.Statement, line string) bool {
	for _, m := range limited.FindAllStringSubmatch(line, -1) {
		n, err := strconv.Atoi(m[2])
		if least, most := s.limit(m[1]); err == nil && n <= 100 && (n < least || n > most) {
			return true
		}
	}
	for name, value := range s.fresh {
		pair := `"` + name[strings.LastIndex(name, ".")+1:] + `":` + value
		if s.now[name] != value && strings.Contains(line, pair) && !sets(one, pair) {
			return true
		}
	}
	return false
}

// sets reports whether a request of a statement has such a field.
func sets(one statements.Statement, pair string) bool {
	for line := range strings.Lines(one.Show) {
		if asked, _, _ := strings.Cut(line, " -> "); strings.Contains(asked, pair) {
			return true
		}
	}
	return false
}
