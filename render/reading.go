// SPDX-License-Identifier: Apache-2.0

package render

import "time"

// reader is a Widget with text, or pages of text, that is not seen all at once.
type reader interface {
	// Reads returns how long one pass takes, 0 if all is seen at once, and whether text moves,
	// so that the middle of a pass is the middle of a word.
	Reads() (pass time.Duration, moves bool)
}

// Reading returns how long one pass of the text of w takes, 0 if all of it is seen at once, and
// whether text moves, so that the middle of a pass is the middle of a word. Icons that move do
// not count. w may be nil.
func Reading(w Widget) (pass time.Duration, moves bool) {
	if r, ok := w.(reader); ok {
		return r.Reads()
	}
	return 0, false
}

// ReadBy returns when the text of w has been read, at until or later: its pages have been shown
// once, and no pass of moving text is cut. w has shown since begin.
func ReadBy(w Widget, begin, until time.Time) time.Time {
	pass, moves := Reading(w)
	shown := until.Sub(begin)
	switch {
	case pass == 0 || shown >= pass && !moves:
		return until
	case shown <= pass:
		return begin.Add(pass)
	}
	return begin.Add((shown + pass - 1) / pass * pass)
}

// Reads returns the time of a pass.
func (m *Marquee) Reads() (pass time.Duration, moves bool) { return m.Period(), true }

// Reads returns the longest of the layers.
func (s *Stack) Reads() (pass time.Duration, moves bool) {
	for _, l := range s.Layers {
		p, m := Reading(l.Widget)
		pass, moves = max(pass, p), moves || m
	}
	return pass, moves
}

// Reads returns the time of a pass through the steps, where there are several or one moves.
func (s *Sequence) Reads() (pass time.Duration, moves bool) {
	for _, step := range s.steps {
		_, m := Reading(step.Widget)
		moves = moves || m
	}
	if len(s.steps) > 1 || moves {
		return s.Period(), moves
	}
	return 0, false
}

// Reads is the reading of the shifted widget.
func (s *Shifted) Reads() (pass time.Duration, moves bool) { return Reading(s.widget) }
