// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"image/draw"
	"time"
)

// Step is a widget of a Sequence and how long it stands.
type Step struct {
	Widget Widget
	For    time.Duration
	Enter  *Transition // nil = the sequence's
}

// Sequence shows a lead once and then its steps over and over: the frames of a
// notification after its lead-in. Each takes over from the one before by a
// transition, which is part of the time of the new one and freezes the old one
// as it was at its end. A single step is not restarted: an animation
// beside a text continues from pass to pass. New ones come from NewSequence.
type Sequence struct {
	// Immutable.
	lead   Step
	steps  []Step
	passes int
	enter  Transition
	size   image.Point
	// The pictures that a transition is composed of. A goroutine takes them while it
	// draws one; another one that draws at that moment makes its own.
	spare chan *composition
}

// composition is room for the two sides of a transition, and for the visible picture.
type composition struct{ old, new, both *image.RGBA }

// NewSequence returns a sequence of at least one step. Every For must be above 0, the
// lead's too unless its widget is nil, which means no lead. After passes passes
// (0 = never) it stays as it was at its end.
func NewSequence(lead Step, passes int, enter Transition, steps ...Step) *Sequence {
	s := &Sequence{lead: lead, steps: steps, passes: passes, enter: enter}
	for _, step := range append([]Step{lead}, steps...) {
		if step.Widget != nil {
			size := step.Widget.Size()
			s.size = image.Pt(max(s.size.X, size.X), max(s.size.Y, size.Y))
		}
	}
	s.spare = make(chan *composition, 1)
	s.spare <- s.room()
	return s
}

func (s *Sequence) room() *composition {
	bounds := image.Rectangle{Max: s.size}
	return &composition{image.NewRGBA(bounds), image.NewRGBA(bounds), image.NewRGBA(bounds)}
}

func (s *Sequence) Size() image.Point { return s.size }

// Period is one pass of the steps, without the lead.
func (s *Sequence) Period() (sum time.Duration) {
	for _, step := range s.steps {
		sum += step.For
	}
	return sum
}

// Length is how long the lead and n passes take.
func (s *Sequence) Length(n int) time.Duration {
	// Dividing instead of multiplying avoids an overflow.
	if period := s.Period(); time.Duration(n) > (Forever-s.lead.For)/period {
		return Forever
	}
	return s.lead.For + time.Duration(n)*s.Period()
}

func (s *Sequence) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	now := s.at(t)
	if done := s.progress(now); done < 1 {
		s.change(dst, p, now, done)
		return
	}
	now.step.Widget.Draw(dst, p, now.in)
}

// Showing returns the widget of the step at t, during a transition the coming widget,
// and its own time.
func (s *Sequence) Showing(t time.Duration) (Widget, time.Duration) {
	now := s.at(t)
	return now.step.Widget, now.in
}

// change draws the transition at now, done (0 to 1) of which is over.
func (s *Sequence) change(dst *image.RGBA, p image.Point, now place, done float64) {
	var c *composition
	select {
	case c = <-s.spare:
	default:
		c = s.room()
	}
	// Both sides begin with the picture below: widgets are drawn over it.
	for _, m := range []*image.RGBA{c.old, c.new} {
		Clear(m)
		draw.Draw(m, m.Rect, dst, p, draw.Src)
	}
	// The old side is frozen at its last moment: at For it would have begun
	// again.
	now.before.Widget.Draw(c.old, image.Point{}, now.before.For-1)
	now.step.Widget.Draw(c.new, image.Point{}, now.in)
	s.entry(now).compose(c.both, c.old, c.new, done, now.n)
	draw.Draw(dst, c.both.Rect.Add(p), c.both, image.Point{}, draw.Src)
	select {
	case s.spare <- c:
	default: // another goroutine has put its own there
	}
}

// progress returns how much of the transition at now is over, 1 if there is none.
func (s *Sequence) progress(now place) float64 {
	enter := s.entry(now)
	if now.before == nil || enter.Style == Cut || now.in >= enter.For {
		return 1
	}
	return float64(now.in) / float64(enter.For)
}

// entry returns the transition with which the step at now began.
func (s *Sequence) entry(now place) Transition {
	if now.step.Enter != nil {
		return *now.step.Enter
	}
	return s.enter
}

// Next returns when the step shown at t changes or ends.
func (s *Sequence) Next(t time.Duration) time.Duration {
	t = max(t, 0)
	if t >= s.end() {
		return Forever
	}
	now := s.at(t)
	if s.progress(now) < 1 {
		return t + 1
	}
	// The widget's time begins with its step; t-now.in is when that was.
	next := after(t-now.in, Next(now.step.Widget, now.in))
	if !now.last {
		next = min(next, t-now.in+now.step.For)
	}
	if next > s.end() {
		return Forever
	}
	return next
}

// end returns the last instant at which the picture may change.
func (s *Sequence) end() time.Duration {
	if s.passes == 0 {
		return Forever
	}
	return s.Length(s.passes) - 1
}

// place is the position of an instant in a sequence.
type place struct {
	step   *Step
	in     time.Duration // time since step began
	before *Step         // the step that it took over from; nil = none
	last   bool          // nothing comes after step
	n      uint64        // of step, counted from the first pass on
}

// at finds the place of t.
func (s *Sequence) at(t time.Duration) place {
	t = min(max(t, 0), s.end())
	if s.lead.Widget == nil {
		return s.within(t, nil)
	}
	if t < s.lead.For {
		return place{step: &s.lead, in: t}
	}
	return s.within(t-s.lead.For, &s.lead)
}

// within finds the place of t since the first pass began after before.
func (s *Sequence) within(t time.Duration, before *Step) place {
	if len(s.steps) == 1 { // its time runs on from pass to pass
		return place{&s.steps[0], t, before, true, 0}
	}
	n, in := pass(t, s.Period())
	if n > 0 {
		before = &s.steps[len(s.steps)-1]
	}
	for i := 0; ; i++ { // in is below the sum of all For
		step := &s.steps[i]
		if in < step.For {
			return place{step, in, before, false, uint64(n*len(s.steps) + i)}
		}
		in, before = in-step.For, step
	}
}

// Resume returns the time at which s shows what old shows at t: the same step at the same time of its own, also in a
// sequence that its only step has. Without such a step it is t.
func (s *Sequence) Resume(old *Sequence, t time.Duration) time.Duration {
	if len(s.steps) != len(old.steps) || old.lead.Widget != nil && t < old.lead.For {
		return t
	}
	in := old.at(t)
	if len(s.steps) == 1 {
		if inner, before := turns(s.steps[0].Widget), turns(old.steps[0].Widget); inner != nil && before != nil {
			in.in = inner.Resume(before, in.in)
		}
		return s.leads() + in.in
	}
	passes, _ := pass(t-old.leads(), old.Period())
	sum := s.leads() + time.Duration(passes)*s.Period()
	for i := range s.steps {
		if in.step == &old.steps[i] {
			return sum + min(in.in, s.steps[i].For-1)
		}
		sum += s.steps[i].For
	}
	return t
}

// leads returns how long the lead takes, 0 without one.
func (s *Sequence) leads() time.Duration {
	if s.lead.Widget == nil {
		return 0
	}
	return s.lead.For
}

// turns returns the sequence that is a layer of w; nil = none.
func turns(w Widget) *Sequence {
	if layered, ok := w.(interface{ turns() *Sequence }); ok {
		return layered.turns()
	}
	return nil
}
