// SPDX-License-Identifier: Apache-2.0

package device

import "time"

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
