// SPDX-License-Identifier: Apache-2.0

package selftest

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// Verdict is how a step ended, in the words of the report.
type Verdict string

const (
	Works   Verdict = "works"
	Fails   Verdict = "fails"
	Skipped Verdict = "not tested"
)

// A Result is how a step ended.
type Result struct {
	Step
	Verdict Verdict
	Detail  string // a reading; "" = none
}

// The answers of a person.
const (
	Yes  = "yes"
	No   = "no"
	Skip = "skip"
	Back = "back" // to the question before
)

// Unread is the reading of a sensor that has given none: whatever the person says, it fails.
const Unread = "nothing has been read"

// Errors of [Run.Answer].
var (
	ErrStep   = errors.New("another step is asked about")
	ErrAnswer = errors.New("no answer to this step")
)

// A Run is a test with its results so far. Only one goroutine may use it.
type Run struct {
	device  Device
	steps   []Step
	results []Result
	rate    refreshed
}

// New begins a test.
func New(d Device) *Run { return &Run{device: d, steps: Steps(d)} }

// Step returns the step that stands, its number from 1, and of how many. At the end it is nil.
func (r *Run) Step() (s *Step, number, of int) {
	number, of = len(r.results)+1, len(r.steps)
	if number > of {
		return nil, of, of
	}
	return &r.steps[number-1], number, of
}

// Results returns those so far.
func (r *Run) Results() []Result { return slices.Clone(r.results) }

// Answers returns the answers to a step.
func (s Step) Answers() []string {
	switch s.Act {
	case Measure:
		return nil
	case Press: // the press is the yes
		return []string{No, Skip}
	}
	return []string{Yes, No, Skip}
}

// Answer takes a person's answer to the step that stands, which must be id, with the reading
// that the person saw. With an error, which wraps ErrStep or ErrAnswer, nothing has changed.
func (r *Run) Answer(id, answer, reading string) error {
	s, _, _ := r.Step()
	switch {
	case s == nil || s.ID != id:
		return ErrStep
	case answer == Back:
		r.back()
		return nil
	case !slices.Contains(s.Answers(), answer):
		return fmt.Errorf("%w: want one of %q", ErrAnswer, append(s.Answers(), Back))
	}
	v := map[string]Verdict{Yes: Works, No: Fails, Skip: Skipped}[answer]
	if s.Act == Read && reading == "" && v == Works {
		v, reading = Fails, Unread
	}
	r.end(v, reading)
	return nil
}

// Pressed takes a press of a button, and reports whether it is the one that is asked for.
func (r *Run) Pressed(button string) bool {
	if s, _, _ := r.Step(); s == nil || s.Act != Press || s.Button != button {
		return false
	}
	r.end(Works, "")
	return true
}

// Measured ends a step of Measure with a verdict and its reading. At other steps it does nothing.
func (r *Run) Measured(v Verdict, reading string) {
	if s, _, _ := r.Step(); s != nil && s.Act == Measure {
		r.end(v, reading)
	}
}

func (r *Run) end(v Verdict, detail string) {
	s, _, _ := r.Step()
	r.results = append(r.results, Result{*s, v, detail})
}

// back returns to the last step that somebody was asked about.
func (r *Run) back() {
	for n := len(r.results) - 1; n >= 0; n-- {
		r.results = r.results[:n]
		if r.steps[n].Act != Measure {
			return
		}
	}
}

// Refreshed takes a measurement of the refresher: the worst ones count.
func (r *Run) Refreshed(hz float64, late time.Duration) {
	if r.rate.times++; r.rate.times == 1 || hz < r.rate.hz {
		r.rate.hz = hz
	}
	r.rate.late = max(r.rate.late, late)
}

// Rate returns the verdict on the rate at which the panel was refreshed so far.
func (r *Run) Rate() (v Verdict, reading string) {
	if r.rate.times == 0 {
		return Fails, "the refresher measures nothing"
	}
	v = Works
	if r.rate.hz < flickers {
		v = Fails
	}
	return v, fmt.Sprintf("at least %.0f Hz, pulses at most %v late", r.rate.hz, r.rate.late.Round(time.Microsecond))
}
