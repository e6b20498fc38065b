package device

import (
	"context"
	"errors"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
)

// ErrAsking says that the device asks for something already.
var ErrAsking = errors.New("device: another question is on the panel")

// ErrNotAsking says that the question is over, or was another one.
var ErrNotAsking = errors.New("device: no such question")

// A Prompt asks whoever stands before the device for a press of a button.
type Prompt struct {
	Text   string        // what the panel shows; begins with what matters
	Within time.Duration // how long it waits for the press

	Approved, Denied, Expired string // shown for answerShown when it is over
}

// Answer to a Prompt.
type Answer uint8

const (
	Expired Answer = iota
	Approved
	Denied
)

const (
	readTime    = time.Second     // how long a prompt must be there before a press counts
	answerShown = 3 * time.Second // of the answer on the panel
)

// prompt is a question on the panel, or how it was answered.
type prompt struct {
	Prompt
	id    uint64 // of the scene
	root  render.Widget
	start time.Time // since when it is on the panel without a break; zero = it is not
	until time.Time
	over  chan Answer // takes one; nil when it was sent
}

// Ask shows p, over all but critical notifications, and returns where the answer
// comes, once. Errors: ErrAsking. Until then [Device.PressHere] approves.
func (d *Device) Ask(ctx context.Context, p Prompt) (<-chan Answer, error) {
	return call(ctx, d, func(s *state) (<-chan Answer, error) {
		now := time.Now()
		if s.prompt != nil && s.prompt.over != nil && s.prompt.until.After(now) {
			return nil, ErrAsking
		}
		s.prompt = &prompt{Prompt: p, until: now.Add(p.Within), over: make(chan Answer, 1)}
		s.draw(s.prompt, p.Text)
		return s.prompt.over, nil
	})
}

// AnswerPrompt approves or denies the question that is asked in the name of
// somebody who may: for a press use PressHere. Errors: ErrNotAsking.
func (d *Device) AnswerPrompt(ctx context.Context, over <-chan Answer, approve bool) error {
	return do(ctx, d, func(s *state, now time.Time) error {
		if s.prompt == nil || s.prompt.over == nil || s.prompt.over != over || !s.prompt.until.After(now) {
			return ErrNotAsking
		}
		if approve {
			s.answer(Approved, now)
		} else {
			s.answer(Denied, now)
		}
		return nil
	})
}

// PressHere is Press by a hand at the device, or by who may speak for one. A press
// that begins when a prompt can have been read approves it, and does nothing else,
// however long it is held; begins is false for the repeats of a button that is
// held.
func (d *Device) PressHere(ctx context.Context, b Button, begins bool) error {
	return do(ctx, d, func(s *state, now time.Time) error {
		if begins {
			s.spent = false
		}
		if begins && s.approves(now) {
			s.answer(Approved, now)
			s.spent = true
		}
		if s.spent {
			return nil
		}
		return s.press(b, now)
	})
}

// approves reports whether a press that begins now answers the prompt.
func (s *state) approves(now time.Time) bool {
	p := s.prompt
	return p != nil && p.over != nil && p.until.After(now) && !p.start.IsZero() && !now.Before(p.start.Add(readTime))
}

// answer ends the question and shows how.
func (s *state) answer(a Answer, now time.Time) {
	p := s.prompt
	p.over <- a
	p.over, p.until = nil, now.Add(answerShown)
	s.draw(p, [...]string{p.Expired, p.Approved, p.Denied}[a])
}

// draw makes text the picture of p.
func (s *state) draw(p *prompt, text string) {
	painter := s.cfg.painter(s.look().WithoutScenery())
	s.showings++
	p.id, p.start = s.showings, time.Time{}
	p.root = painter.Picture(&note.Notification{Frames: []note.Frame{{Text: []note.Fragment{{Text: text}}}}})
}

// promptTurn ends a prompt whose time is over.
func (s *state) promptTurn(now time.Time) {
	switch p := s.prompt; {
	case p == nil || p.until.After(now):
	case p.over != nil:
		s.answer(Expired, now)
	default:
		s.prompt = nil
	}
}

// unprompt notes that something else is on the panel: a press means that, and the
// prompt must be read anew.
func (s *state) unprompt() {
	if s.prompt != nil {
		s.prompt.start = time.Time{}
	}
}
