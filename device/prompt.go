// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"errors"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/render"
)

// ErrAsking is returned while the device already asks something.
var ErrAsking = errors.New("device: another question is on the panel")

// ErrNotAsking is returned when the question is over, or was another one.
var ErrNotAsking = errors.New("device: no such question")

// A Prompt asks whoever stands in front of the device to press ButtonAction, or any
// button.
type Prompt struct {
	Text   string        // what the panel shows
	Any    bool          // every button approves; else those other than ButtonAction deny
	First  string        // beginning of Text that must have been on the panel before a press counts
	Hold   time.Duration // how long the button must be held to approve, not with Any; 0 = a press is enough
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

// Ask shows p, over everything but critical notifications, and returns a channel that
// receives the answer once. Errors: ErrAsking. Until then [Device.PressHere] answers.
func (d *Device) Ask(ctx context.Context, p Prompt) (<-chan Answer, error) {
	return call(ctx, d, func(s *state) (<-chan Answer, error) {
		now := time.Now()
		if s.prompt.pending(now) {
			return nil, ErrAsking
		}
		s.prompt = &prompt{Prompt: p, until: now.Add(p.Within), over: make(chan Answer, 1)}
		s.showings++
		s.prompt.draw(s.plainPainter(), s.showings, p.Text, p.First)
		return s.prompt.over, nil
	})
}

// AnswerPrompt approves or denies the current question on behalf of somebody with the
// right to; for a button press use PressHere. Errors: ErrNotAsking.
func (d *Device) AnswerPrompt(ctx context.Context, over <-chan Answer, approve bool) error {
	return do(ctx, d, func(s *state, now time.Time) error {
		if !s.prompt.pending(now) || s.prompt.over != over {
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

const (
	readTime    = time.Second     // how long a prompt must be visible at least before a press counts
	answerShown = 3 * time.Second // how long the panel shows the answer
)

// prompt is a question on the panel, or its answer.
type prompt struct {
	Prompt
	id    uint64 // of the scene
	root  render.Widget
	start time.Time     // when it last became visible; zero = it is not
	read  time.Duration // how long after start it can have been read
	held  time.Time     // when the press that may approve it began; zero = nobody presses
	until time.Time
	over  chan Answer // takes one; nil once it was sent
}

// pending reports whether p waits for an answer at now; p may be nil.
func (p *prompt) pending(now time.Time) bool { return p != nil && p.over != nil && p.until.After(now) }

// approves returns when the press that is held approves p; zero = nobody presses.
func (p *prompt) approves() time.Time {
	if p.held.IsZero() {
		return time.Time{}
	}
	return p.held.Add(p.Hold)
}

// wake returns when the prompt is approved or over by itself; zero: never. p may be nil.
func (p *prompt) wake() time.Time {
	if p == nil {
		return time.Time{}
	}
	return walltime.Sooner(p.approves(), p.until)
}

// unseen records that something else is on the panel: a press is then meant for
// that, and the prompt must be read again. p may be nil.
func (p *prompt) unseen() {
	if p != nil {
		p.start, p.held = time.Time{}, time.Time{}
	}
}

// plainText returns a frame that says text.
func plainText(text string) *note.Frame { return &note.Frame{Text: []note.Fragment{{Text: text}}} }

// draw makes text the picture of p, of that id; first is its part that must be read. It has
// not been on the panel yet.
func (p *prompt) draw(painter paint.Painter, id uint64, text, first string) {
	p.id, p.start = id, time.Time{}
	frame := plainText(text)
	p.read = max(readTime, painter.Seen(frame, first))
	p.root = painter.Picture(&note.Notification{Frames: []note.Frame{*frame}})
}

// answer ends the question and shows the answer.
func (s *state) answer(a Answer, now time.Time) {
	p := s.prompt
	p.over <- a
	p.over, p.held, p.until = nil, time.Time{}, now.Add(answerShown)
	s.showings++
	p.draw(s.plainPainter(), s.showings, [...]string{p.Expired, p.Approved, p.Denied}[a], "")
}

// promptTurn ends a prompt that was approved by a long press, or has timed out.
func (s *state) promptTurn(now time.Time) {
	p := s.prompt
	if p == nil {
		return
	}
	// First the press: one that was held for long enough counts, although this comes so late
	// that the question is over.
	switch done := p.approves(); {
	case !done.IsZero() && !done.After(now) && done.Before(p.until):
		s.answer(Approved, now)
	case p.until.After(now):
	case p.over != nil:
		s.answer(Expired, now)
	default:
		s.prompt = nil
	}
}
