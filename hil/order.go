// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"time"

	"github.com/ledpost/ledpost/hw"
)

// follow tries every shot as the first one.
func (f *follower) follow() error {
	still := f.still()
	var best *stray
	for i := range f.shots {
		s := f.fromAny(i)
		if s == nil || (still || f.alone) && s.after >= 0 {
			if s = f.broken(i, still); s == nil {
				return nil
			}
		}
		if best == nil || s.closer(best) {
			best = s
		}
	}
	return best
}

// lead is how late in a film its first picture may stand alone: the picture
// before makes way by a transition, which is part of the film's time.
const lead = 600 * time.Millisecond

// fromAny follows the shots from one on, which shows the beginning, however long the
// transition to it took; nil if they follow to the end.
func (f *follower) fromAny(first int) (best *stray) {
	for late := time.Duration(0); late <= min(lead, f.film.length-1); late += slack / 2 {
		s := f.from(first, late)
		if s == nil {
			return nil
		}
		if best == nil || s.after > best.after {
			best = s
		}
		if s.after < 0 {
			break // the first picture no longer stands
		}
	}
	return best
}

// from is fromAny for a beginning that stands alone so late in the film.
func (f *follower) from(first int, late time.Duration) *stray {
	begin := f.shots[first]
	if _, diff, want, ok := f.find(begin, late, late); !ok {
		return &stray{-1, f.film.length, diff, begin.Picture, want}
	}
	begin.At -= late
	last := time.Duration(0) // of the film: where the shots are
	shown := begin
	for _, s := range f.shots[first+1:] {
		due := s.At - begin.At
		end := min(due, f.film.length)
		if _, diff, want, ok := f.find(shown, end-slack, end+slack); !ok { // it stood too long
			return &stray{last, f.film.length, diff, shown.Picture, want}
		}
		if due >= f.film.length-slack {
			return f.misses(first, begin.At, late)
		}
		at, diff, want, ok := f.find(s, max(due-slack, last), due+slack)
		if !ok {
			return &stray{last, f.film.length, diff, s.Picture, want}
		}
		last, shown = at, s
	}
	if f.end-begin.At < f.film.length-slack {
		return f.ends(last, f.end-begin.At, shown)
	}
	if _, diff, want, ok := f.find(shown, f.film.length-slack, f.film.length); !ok {
		return &stray{last, f.film.length, diff, shown.Picture, want}
	}
	return f.misses(first, begin.At, late)
}

// ends returns that the shots end before the film does, so long after its beginning: with
// the next picture that is missing, if there is one.
func (f *follower) ends(last, after time.Duration, shown Shot) *stray {
	for at := max(after, 0); at < f.film.length; at += step {
		if want := f.shown(at); hw.Differ(shown.Picture, want) != nil {
			return f.strays(after, hw.Differ(shown.Picture, want), shown, want)
		}
	}
	return nil // it stands still to the end
}
