// SPDX-License-Identifier: Apache-2.0

// Package panelfind finds out the configuration of an unknown HUB75 panel by
// questions: it says which LEDs to light, asks for the visible LEDs, and keeps the
// kinds of panel that would have shown just that.
//
// A [Search] is a function of the answers so far. It touches no hardware: whoever runs
// it shows the [Probe] of each [Step] and hands it the answer. While the kind of the
// panel is unknown, pictures are of the wire: a pixel for each word that a chain of
// panels with direct multiplexing would take, four times as wide as the panel, so that
// every kind has all its words.
package panelfind

import (
	"errors"
	"fmt"
	"image"
	"slices"

	"github.com/ledpost/ledpost/hw/hub75"
)

// A Kind of question says how its answer is written.
type Kind string

// The kinds of question.
const (
	Size    Kind = "size"    // the LEDs of the panel, such as 64x32
	Rows    Kind = "rows"    // a number of rows from 0
	LED     Kind = "led"     // column,row from 1 at the top left, or none
	Bands   Kind = "bands"   // the colours of three bands, such as rgb, or of both halves, rgb/r-b; part, other or further
	Stripes Kind = "stripes" // the colours of three stripes in both halves, such as rgb/---; or other
	Clean   Kind = "clean"   // yes or no
)

// A Question is for a person in front of the panel.
type Question struct {
	Kind    Kind
	Text    string
	Choices []string // all answers; nil where they are too many
	Likely  []string // answers of the known kinds of panel, of Rows and LED; another one may be right
	Again   bool     // of LED: it was asked before, and the answer may have been wrong
	Chain   int      // panels that Bands and Clean ask about, if they are several
}

// A Probe is what the panel shows while a question is asked.
type Probe struct {
	Panel   hub75.Config
	Picture *image.RGBA // of the size of Panel's picture
}

// A Step is how a search stands: it asks, has failed, or is done.
type Step struct {
	Asked    int       // questions that are answered
	Question *Question // nil when it asks nothing more
	Probe    *Probe    // nil where nothing needs to be lit
	Failed   string    // why no known panel fits the answers
	Result   *Result   // the found panel
}

// ErrAnswer is wrapped by errors for a text that is no answer to the question.
var ErrAnswer = errors.New("panelfind: no answer")

// Search is a search for the configuration of a panel. Make one with [New]. Only one
// goroutine may use it.
type Search struct {
	base    hub75.Config
	driven  int // addresses of the wire
	answers []string
	step    Step

	picks  []pick            // probes that were chosen, which follow from the answers before
	lit    map[pair][]uint64 // of each pair, worked out before
	woken  map[[2]hub75.Init]bool
	places map[image.Point]map[string]hub75.Places // of the size that was asked for last
}

// New begins a search. base is the configuration so far: its wiring and all that the
// search does not find are kept. The error is the error of a configuration with which
// no panel can be driven.
func New(base hub75.Config) (*Search, error) {
	s := &Search{base: base, lit: map[pair][]uint64{}, woken: map[[2]hub75.Init]bool{}}
	var err error
	for _, s.driven = range []int{32, 16, 8, 4} { // as many as the wiring has lines for
		if err = s.drivable(); err == nil {
			s.step = s.replay()
			return s, nil
		}
	}
	return nil, err
}

// drivable says whether the wire can be driven with the addresses of s.
func (s *Search) drivable() error {
	_, err := (&run{Search: s, size: image.Pt(32, 16)}).drive(driving{address: "direct"}).Plan()
	return err
}

// Step returns how the search stands.
func (s *Search) Step() Step { return s.step }

// Answer takes the answer to the question of Step. An error wraps ErrAnswer, and then
// nothing has changed.
func (s *Search) Answer(text string) error {
	if s.step.Question == nil {
		return unanswered("nothing more is asked: take the last answer back, or begin again")
	}
	before := s.step
	s.answers = append(s.answers, text)
	if s.step = s.replay(); s.step.Asked > before.Asked {
		return nil
	}
	s.answers, s.step = s.answers[:len(s.answers)-1], before
	return unanswered(fmt.Sprintf("%q does not answer this question: %s", excerpt(text), wanted[before.Question.Kind]))
}

// Back takes the last answer back.
func (s *Search) Back() {
	if n := len(s.answers); n > 0 {
		s.answers = slices.Clip(s.answers[:n-1])
		s.picks = slices.DeleteFunc(s.picks, func(p pick) bool { return p.asked > n-1 })
		s.step = s.replay()
	}
}

// replay goes through the answers from the beginning.
func (s *Search) replay() Step {
	r := &run{Search: s, seen: map[spot]int32{}}
	result, err := r.find()
	step := Step{Asked: r.asked}
	switch {
	case errors.Is(err, errAsks):
		step.Question, step.Probe = r.question, r.probe
	case err != nil:
		step.Failed = err.Error()
	default:
		step.Result = &result
	}
	return step
}

// errAsks ends a run that wants another answer.
var errAsks = errors.New("panelfind: waits for an answer")

// A run is one way through the questions, with its answers so far.
type run struct {
	*Search
	asked    int // answers that were used
	picked   int // probes that were chosen
	question *Question
	probe    *Probe

	size      image.Point
	kind      kind
	counted   []counted      // of the rows
	seen      map[spot]int32 // what each spot of the wire lights
	recounted []spot         // that were asked for twice
	order     string
	slow      *int // nil is the board's
}

// find asks until all is known.
func (r *run) find() (Result, error) {
	for _, part := range []func() error{r.findSize, r.findRows} {
		if err := part(); err != nil {
			return Result{}, err
		}
	}
	found, err := r.findPlaces()
	if err != nil {
		return Result{}, err
	}
	for _, part := range []func(arrangement) error{r.findOrder, r.findSlowdown} {
		if err := part(found); err != nil {
			return Result{}, err
		}
	}
	return r.result(found)
}

// ask returns the next answer that parse accepts, or asks for it with p lit.
func (r *run) ask(q Question, p *Probe, parse func(string) bool) error {
	if r.asked < len(r.answers) && parse(normal(r.answers[r.asked])) {
		r.asked++
		return nil
	}
	r.question, r.probe = &q, p
	return errAsks
}
