package device

import (
	"context"
	"errors"
	"time"

	"github.com/ledpost/ledpost/device/note"
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
	held  time.Time     // when the press that may approve it began; zero = there is none
	until time.Time
	over  chan Answer // takes one; nil once it was sent
}

// pending reports whether p waits for an answer at now; p may be nil.
func (p *prompt) pending(now time.Time) bool { return p != nil && p.over != nil && p.until.After(now) }

// Ask shows p, over everything but critical notifications, and returns a channel that
// receives the answer once. Errors: ErrAsking. Until then [Device.PressHere] answers.
func (d *Device) Ask(ctx context.Context, p Prompt) (<-chan Answer, error) {
	return call(ctx, d, func(s *state) (<-chan Answer, error) {
		now := time.Now()
		if s.prompt.pending(now) {
			return nil, ErrAsking
		}
		s.prompt = &prompt{Prompt: p, until: now.Add(p.Within), over: make(chan Answer, 1)}
		s.draw(s.prompt, p.Text, p.First)
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

// Phase is a part of a press of a button. The zero value is Down.
type Phase uint8

const (
	Down Phase = iota // the press begins
	Held              // it goes on; repeats what the button does
	Up                // the button is let go
)

// PressHere is Press for a person at the device, or a client that may act as one.
// A press that begins once a prompt could be read answers it: ButtonAction approves,
// if it is held for as long as the prompt wants, and every other button does what the
// prompt says. A press
// that begins while the panel shows the guide ends that. Such a press does nothing else,
// however long it is held: taken is true from its Down to its Up.
func (d *Device) PressHere(ctx context.Context, b Button, part Phase) (taken bool, err error) {
	return call(ctx, d, func(s *state) (bool, error) {
		now := time.Now()
		switch part {
		case Down:
			delete(s.spent, b) // its Up may have been lost
			if s.replies(b, now) || s.skip() {
				s.spent[b] = true
			}
		case Up:
			taken := s.spent[b]
			delete(s.spent, b)
			s.letGo(b, now)
			return taken, nil
		}
		if s.spent[b] {
			return true, nil
		}
		return false, s.press(b, now)
	})
}

// replies reports whether a press of b that begins now is for the prompt, and takes it.
func (s *state) replies(b Button, now time.Time) bool {
	p := s.prompt
	if !p.pending(now) || p.start.IsZero() || now.Before(p.start.Add(p.read)) {
		return false
	}
	switch {
	case b != ButtonAction && !p.Any:
		s.answer(Denied, now)
	case p.Hold == 0:
		s.answer(Approved, now)
	default:
		p.held = now
	}
	return true
}

// letGo ends a press of b.
func (s *state) letGo(b Button, now time.Time) {
	if b == ButtonAction && s.prompt != nil {
		s.promptTurn(now) // it may have been held for long enough, if this is late
		if s.prompt != nil {
			s.prompt.held = time.Time{}
		}
	}
}

// approves returns when the press that is held approves p; zero = there is none.
func (p *prompt) approves() time.Time {
	if p.held.IsZero() {
		return time.Time{}
	}
	return p.held.Add(p.Hold)
}

// answer ends the question and shows the answer.
func (s *state) answer(a Answer, now time.Time) {
	p := s.prompt
	p.over <- a
	p.over, p.held, p.until = nil, time.Time{}, now.Add(answerShown)
	s.draw(p, [...]string{p.Expired, p.Approved, p.Denied}[a], "")
}

// draw makes text the picture of p; first is its part that must be read.
func (s *state) draw(p *prompt, text, first string) {
	painter := s.cfg.painter(s.look().WithoutScenery())
	s.showings++
	p.id, p.start = s.showings, time.Time{}
	frame := plainText(text)
	p.read = max(readTime, painter.Seen(frame, first))
	p.root = painter.Picture(&note.Notification{Frames: []note.Frame{*frame}})
}

// plainText returns a frame that says text.
func plainText(text string) *note.Frame {
	return &note.Frame{Text: []note.Fragment{{Text: text}}}
}

// promptTurn ends a prompt that was approved by a long press, or has timed out.
func (s *state) promptTurn(now time.Time) {
	p := s.prompt
	if p == nil {
		return
	}
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

// promptWake returns when promptTurn does something by itself; zero: never.
func (s *state) promptWake() time.Time {
	if s.prompt == nil {
		return time.Time{}
	}
	return walltime.Sooner(s.prompt.approves(), s.prompt.until)
}

// unprompt records that something else is on the panel: a press is then meant for
// that, and the prompt must be read again.
func (s *state) unprompt() {
	if s.prompt != nil {
		s.prompt.start, s.prompt.held = time.Time{}, time.Time{}
	}
}
