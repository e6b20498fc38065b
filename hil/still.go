// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"slices"

	"github.com/ledpost/ledpost/hw"
)

// still reports whether the film is one picture on this panel.
func (f *follower) still() bool {
	first := f.shown(0)
	for at := step; at < f.film.length; at += 20 * step {
		if f.shown(at) != first {
			return false
		}
	}
	return true
}

// broken returns where shots that follow the film from one on are broken all the same,
// nil if nowhere.
func (f *follower) broken(first int, still bool) *stray {
	if f.alone {
		return nil
	}
	if s := f.returns(first); s != nil || !still {
		return s
	}
	return f.flickers(first)
}

// flickers returns where the picture of a film that stands still leaves and returns
// within one pass; nil if it does not.
func (f *follower) flickers(first int) *stray {
	want := f.shown(0)
	var left *Shot
	for _, s := range f.shots[first:] {
		switch d := hw.Differ(s.Picture, want); {
		case s.At-f.shots[first].At >= f.film.length:
			return nil
		case d != nil && left == nil:
			left = &s
		case d == nil && left != nil:
			d = hw.Differ(left.Picture, want)
			return f.strays(left.At-f.shots[first].At, d, *left, want)
		}
	}
	return nil
}

// returns returns a picture between the first picture and the same picture shortly
// before; nil without such a picture. The film may have begun there, as far as known, unless
// it is how a recording begins: every panel is dark when it is switched on.
func (f *follower) returns(first int) *stray {
	want := f.shots[first].Picture
	var left *Shot
	for i, s := range slices.Backward(f.shots[:first]) {
		switch d := hw.Differ(s.Picture, want); {
		case f.shots[first].At-s.At > lead:
			return nil
		case d != nil:
			left = &s
		case i == 0 && dark(s.Picture):
			return nil
		case left != nil:
			return f.strays(left.At-s.At, hw.Differ(left.Picture, want), *left, want)
		}
	}
	return nil
}
