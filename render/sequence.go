package render

import (
	"image"
	"time"
)

// Step is a widget of a Sequence and how long it stands.
type Step struct {
	Widget Widget
	For    time.Duration
}

// Sequence shows Lead once and then Steps over and over: the frames of a
// notification after its lead-in. At least one step; every For is above 0, the
// lead's too unless its widget is nil. A step that is alone is not started over:
// an animation beside a text goes on from pass to pass.
type Sequence struct {
	Lead  Step
	Steps []Step
}

func (s *Sequence) Size() (most image.Point) {
	for _, step := range append(s.Steps[:len(s.Steps):len(s.Steps)], s.Lead) {
		if step.Widget != nil {
			size := step.Widget.Size()
			most = image.Pt(max(most.X, size.X), max(most.Y, size.Y))
		}
	}
	return most
}

// Period is one pass of the steps, without the lead.
func (s *Sequence) Period() (sum time.Duration) {
	for _, step := range s.Steps {
		sum += step.For
	}
	return sum
}

// Length is how long the lead and n passes take.
func (s *Sequence) Length(n int) time.Duration {
	if period := s.Period(); time.Duration(n) > (Forever-s.Lead.For)/period {
		return Forever
	}
	return s.Lead.For + time.Duration(n)*s.Period()
}

func (s *Sequence) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	step, start := s.at(t)
	step.Widget.Draw(dst, p, t-start)
}

// Next is when the step shown at t changes or ends.
func (s *Sequence) Next(t time.Duration) time.Duration {
	step, start := s.at(t)
	next := after(start, Next(step.Widget, t-start))
	if s.alone() && step == &s.Steps[0] {
		return next
	}
	return min(next, start+step.For)
}

// alone tells whether the only step is all there ever will be.
func (s *Sequence) alone() bool { return len(s.Steps) == 1 }

// at returns the step shown at t and when it began.
func (s *Sequence) at(t time.Duration) (*Step, time.Duration) {
	if t < s.Lead.For && s.Lead.Widget != nil {
		return &s.Lead, 0
	}
	if s.alone() {
		return &s.Steps[0], s.Lead.For
	}
	n, in := pass(t-s.Lead.For, s.Period())
	start := s.Lead.For + time.Duration(n)*s.Period()
	for i := range s.Steps {
		step := &s.Steps[i]
		if in < step.For {
			return step, start
		}
		in -= step.For
		start += step.For
	}
	return &s.Steps[0], start
}
