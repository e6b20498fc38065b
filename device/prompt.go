package device

import (
	"context"
	"errors"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
)

// ErrAsking is returned while the device already asks something.
var ErrAsking = errors.New("device: another question is on the panel")

// ErrNotAsking is returned when the question is over, or was another one.
var ErrNotAsking = errors.New("device: no such question")

// A Prompt asks whoever stands in front of the device to press a button.
type Prompt struct {
	Text   string        // what the panel shows; begins with the important part
	Within time.Duration // how long it waits for the press

	Approved, Denied, Expired string // shown for answerShown when it is over
}

// Answer is the answer to a Prompt.
type Answer uint8

const (
	Expired Answer = iota
	Approved
	Denied
)

const (
	readTime    = time.Second     // how long a prompt must be visible before a press counts
	answerShown = 3 * time.Second // how long the panel shows the answer
)

// prompt is a question on the panel, or its answer.
type prompt struct {
	Prompt
	id    uint64 // of the scene
	root  render.Widget
	start time.Time // when it last became visible; zero = it is not
	until time.Time
	over  chan Answer // takes one; nil once it was sent
}

// Ask shows p, over everything but critical notifications, and returns a channel that
// receives the answer once. Errors: ErrAsking. Until then [Device.PressHere] approves.
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

// AnswerPrompt approves or denies the current question on behalf of somebody with the
// right to; for a button press use PressHere. Errors: ErrNotAsking.
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

// PressHere is Press for a person at the device, or a client that may act as one.
// A press that begins after a prompt could be read approves it, and one that begins
// while the panel shows the guide ends that; it does nothing
// else, however long it is held. begins is false for the repeats of a button that
// is held down.
func (d *Device) PressHere(ctx context.Context, b Button, begins bool) error {
	return do(ctx, d, func(s *state, now time.Time) error {
		if begins {
			s.spent = false
		}
		if begins && s.approves(now) {
			s.answer(Approved, now)
			s.spent = true
		}
		if s.spent || begins && s.skip() {
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

// answer ends the question and shows the answer.
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
	p.root = painter.Picture(&note.Notification{Frames: []note.Frame{*plainText(text)}})
}

// plainText returns a frame that says text.
func plainText(text string) *note.Frame {
	return &note.Frame{Text: []note.Fragment{{Text: text}}}
}

// promptTurn ends a prompt that has timed out.
func (s *state) promptTurn(now time.Time) {
	switch p := s.prompt; {
	case p == nil || p.until.After(now):
	case p.over != nil:
		s.answer(Expired, now)
	default:
		s.prompt = nil
	}
}

// unprompt records that something else is on the panel: a press is then meant for
// that, and the prompt must be read again.
func (s *state) unprompt() {
	if s.prompt != nil {
		s.prompt.start = time.Time{}
	}
}
