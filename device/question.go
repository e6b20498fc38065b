package device

import (
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// draw makes text the picture of p; first is its part that must be read.
func (s *state) draw(p *prompt, text, first string) {
	painter := s.plainPainter()
	s.showings++
	p.id, p.start = s.showings, time.Time{}
	frame := plainText(text)
	p.read = max(readTime, painter.Seen(frame, first))
	p.root = painter.Picture(&note.Notification{Frames: []note.Frame{*frame}})
}

// answer ends the question and shows the answer.
func (s *state) answer(a Answer, now time.Time) {
	p := s.prompt
	p.over <- a
	p.over, p.held, p.until = nil, time.Time{}, now.Add(answerShown)
	s.draw(p, [...]string{p.Expired, p.Approved, p.Denied}[a], "")
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
