// SPDX-License-Identifier: Apache-2.0

package api

import (
	"errors"
	"time"

	"github.com/ledpost/ledpost/api/live"
)

// tester is a self-test of one step.
type tester struct{ state live.TestState }

func (s *tester) Begin() (live.TestState, error) {
	s.state = live.TestState{Running: true, Left: 119500 * time.Millisecond, Number: 1, Of: 1,
		Step: &live.TestStep{ID: "dark", Text: "Is the whole panel dark?", Answers: []string{"yes", "no"}, Reading: "5 lux"}}
	return s.state, nil
}

func (s *tester) Answer(step, answer string) (live.TestState, error) {
	switch {
	case s.state.Step == nil:
		return s.state, live.ErrNoTest
	case s.state.Step.ID != step:
		return s.state, live.ErrOtherStep
	case answer != "no":
		return s.state, live.BadAnswer(errors.New("want yes or no"))
	}
	s.state = live.TestState{Number: 1, Of: 1, Report: "It does not work yet.\n",
		Results: []live.TestResult{{ID: step, Verdict: "fails", Reading: "5 lux", Help: "light", Page: "hardware.md#light"}}}
	return s.state, nil
}

func (s *tester) State() live.TestState { return s.state }

func (s *tester) End() { s.state = live.TestState{} }
