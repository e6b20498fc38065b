// SPDX-License-Identifier: Apache-2.0

package live

import (
	"math"
	"net/http"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
)

// A SelfTester tests the device with the help of a person before it. Its methods may be called
// from any goroutine.
type SelfTester interface {
	// Begin begins a test, in place of another one.
	Begin() (TestState, error)
	// Answer takes the answer to a step: one of its answers, back, or again, which shows it once
	// more. Errors are ErrNoTest, ErrOtherStep, or of BadAnswer; then nothing has changed.
	Answer(step, answer string) (TestState, error)
	State() TestState
	End() // forgets the test, and its report
}

// TestState is the state of a test. The zero value means that no test has begun.
type TestState struct {
	Running bool          // the panel shows it
	Left    time.Duration // until the panel returns to its picture for want of an answer
	Number  int           // of Step, from 1
	Of      int           // steps
	Step    *TestStep     // nil = no test runs
	Results []TestResult
	Report  string // at the end
}

// TestStep is a question to the person before the device.
type TestStep struct {
	ID      string   `json:"id"`
	Text    string   `json:"text"`
	Answers []string `json:"answers"`
	Reading string   `json:"reading,omitempty"` // what is measured, or pressed, now
}

// TestResult is how a step ended.
type TestResult struct {
	ID      string `json:"id"`
	Verdict string `json:"verdict"`           // works, fails or not tested
	Reading string `json:"reading,omitempty"` // then
	Help    string `json:"help,omitempty"`    // what a fault means
	Page    string `json:"page,omitempty"`    // of the guide, about it
}

// Why an answer is not taken.
var (
	ErrNoTest    error = rest.Refuse(http.StatusConflict, "No self-test waits for an answer: begin one")
	ErrOtherStep error = rest.Refuse(http.StatusConflict, "The self-test is at another step: look again")
)

// wireTest is a test.
type wireTest struct {
	Running bool         `json:"running"`
	Left    int          `json:"left"` // seconds
	Number  int          `json:"number"`
	Of      int          `json:"of"`
	Step    *TestStep    `json:"step,omitempty"`
	Results []TestResult `json:"results"`
	Report  string       `json:"report,omitempty"`
}

// selfTest is the room of the test.
type selfTest struct{ tester SelfTester }

// SelfTest returns the room in which clients test the device.
func SelfTest(t SelfTester) selfTest { return selfTest{t} }

// Endpoints is the test.
func (m selfTest) Endpoints() []rest.Endpoint {
	return []rest.Endpoint{{Path: "/live/selftest", Private: true, Methods: rest.Methods{
		http.MethodGet: m.get, http.MethodPost: m.post, http.MethodDelete: m.end,
	}}}
}

func writeTest(w http.ResponseWriter, s TestState) error {
	return rest.WriteJSON(w, http.StatusOK, wireTest{s.Running, int(math.Ceil(s.Left.Seconds())), s.Number, s.Of, s.Step,
		append([]TestResult{}, s.Results...), s.Report})
}

func (m selfTest) get(w http.ResponseWriter, _ *http.Request) error {
	return writeTest(w, m.tester.State())
}

func (m selfTest) end(w http.ResponseWriter, _ *http.Request) error {
	m.tester.End()
	return rest.WriteDone(w, nil)
}

// post begins a test, or takes an answer.
func (m selfTest) post(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Step   wire.Word `json:"step"`
		Answer wire.Word `json:"answer"`
	}
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	var f wire.Faults
	f.Check("step", body.Step.Value)
	f.Check("answer", body.Answer.Value)
	if err := f.Err(); err != nil {
		return err
	}
	do := m.tester.Begin
	switch {
	case body.Step.Set && !body.Answer.Set:
		return wire.Missing("answer")
	case body.Answer.Set && !body.Step.Set:
		return wire.Missing("step")
	case body.Step.Set:
		do = func() (TestState, error) { return m.tester.Answer(body.Step.Text, body.Answer.Text) }
	}
	state, err := do()
	if err != nil {
		return err
	}
	return writeTest(w, state)
}
