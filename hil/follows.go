// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"fmt"
	"image"
	"image/draw"
	"slices"
	"time"

	"github.com/ledpost/ledpost/hw"
)

// slack is how much sooner or later than meant a picture may come: the loop draws 60 a
// second, and a slow bus takes as long for one.
const slack = 60 * time.Millisecond

// step is how finely a notification is looked at: light that fades within 300 ms
// changes by less than one step of 8 bits in that time.
const step = time.Millisecond

// longest bounds what is followed of a notification.
const longest = 5 * time.Minute

// Pictures that stand shorter may be skipped: two frames of a loop of 60 a second. Of a
// panel whose bus takes longer for each picture it is that time, to a tenth of a second.
const (
	mustShow = 34 * time.Millisecond
	slowest  = 100 * time.Millisecond
)

// Follows passes if the shots show a notification from its first picture to its last,
// in order, each picture when it is due, to 60 ms, and nothing else; none may be missing
// that stands for two frames of the loop. What is shown before and after does not matter.
// Of one that stays until it is dismissed one pass is followed; one that stands still
// must show its picture, and not leave and show it again; a single shot, as of a
// photograph, must be the first picture. Otherwise Follows reports how far the shots
// followed, and both pictures as text.
func Follows(t T, p PanelConfig, notification string, shots []Shot) {
	t.Helper()
	cfg, err := p.config()
	if err != nil {
		t.Fatalf("hil: %v", err)
	}
	spec, err := cfg.Panel.Spec()
	if err != nil {
		t.Fatalf("hil: %v", err)
	}
	if len(shots) == 0 {
		t.Errorf("hil: there are no shots")
		return
	}
	film := newFilm(t, cfg, sizeOf(spec.Size), spec.Kind, notification)
	switch r, is, err := photographed(shots); {
	case err != nil:
		t.Fatalf("hil: %v", err)
	case is:
		film.matches(t, cfg.Panel, r)
		return
	}
	film.length = min(film.length, longest)
	for _, part := range cfg.Panel.Parts() {
		f := newFollower(film, part, shots)
		if err := f.follow(); err != nil {
			t.Errorf("hil: %v", err)
			return
		}
	}
}

// A follower compares the shots of one panel with its piece of a film.
type follower struct {
	film  *film
	part  hw.Part
	place image.Rectangle
	shots []Shot        // of the panel alone, each unlike the one before
	alone bool          // there is a single shot of the whole, as of a photograph
	end   time.Duration // of the last shot of the whole
	light map[string]image.Image
}

func newFollower(f *film, part hw.Part, shots []Shot) *follower {
	spec, _ := part.Panel.Spec() // the whole panel has been checked
	out := &follower{film: f, part: part, place: image.Rectangle{Max: spec.Size}.Add(part.At), light: map[string]image.Image{}}
	out.alone, out.end = len(shots) == 1, shots[len(shots)-1].At
	var parts sieve
	for _, s := range shots {
		piece := s.Picture
		if out.place.Size() != piece.Bounds().Size() {
			m := image.NewRGBA64(image.Rectangle{Max: spec.Size})
			draw.Draw(m, m.Rect, piece, piece.Bounds().Min.Add(part.At), draw.Src)
			piece = m
		}
		parts.put(Shot{s.At, piece})
	}
	out.shots = parts.shots
	return out
}

// shown returns the light of the panel at an instant of the film.
func (f *follower) shown(at time.Duration) image.Image {
	m := image.NewRGBA(image.Rectangle{Max: f.place.Size()})
	draw.Draw(m, m.Rect, f.film.picture(at), f.place.Min, draw.Src)
	if known := f.light[string(m.Pix)]; known != nil {
		return known
	}
	light, err := hw.Light(f.part.Panel, m, 1)
	if err != nil { // cannot happen with a panel that was checked
		light = m
	}
	f.light[string(m.Pix)] = light
	return light
}

// find returns the first instant between from and to at which the film shows the shot;
// ok is false if there is none, and diff is the smallest difference.
func (f *follower) find(s Shot, from, to time.Duration) (at time.Duration, diff *hw.Difference, want image.Image, ok bool) {
	var before image.Image
	for at = max(from, 0); at <= min(to, f.film.length-1); at += step {
		light := f.shown(at)
		if light == before {
			continue
		}
		before = light
		d := hw.Differ(s.Picture, light)
		if d == nil {
			return at, nil, nil, true
		}
		if diff == nil || d.Wrong < diff.Wrong {
			diff, want = d, light
			diff.At, diff.Frames, diff.Pixel = s.At, len(f.shots), d.Pixel.Add(f.place.Min)
		}
	}
	return 0, diff, want, false
}

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

// returns returns what was shown between the first picture and the same picture shortly
// before; nil if nothing was. The film may have begun there, for all that is known.
func (f *follower) returns(first int) *stray {
	want := f.shots[first].Picture
	var left *Shot
	for _, s := range slices.Backward(f.shots[:first]) {
		switch d := hw.Differ(s.Picture, want); {
		case f.shots[first].At-s.At > lead:
			return nil
		case d != nil:
			left = &s
		case left != nil:
			return f.strays(left.At-s.At, hw.Differ(left.Picture, want), *left, want)
		}
	}
	return nil
}

// strays returns that a shot differs, so long after the beginning.
func (f *follower) strays(after time.Duration, d *hw.Difference, s Shot, want image.Image) *stray {
	d.At, d.Frames, d.Pixel = s.At, len(f.shots), d.Pixel.Add(f.place.Min)
	return &stray{after, f.film.length, d, s.Picture, want}
}

// A stray is where shots leave a film.
type stray struct {
	after     time.Duration // how far they followed; -1 for not at all
	length    time.Duration // of the film
	diff      *hw.Difference
	got, want image.Image
}

// closer reports whether s comes closer than another one: it follows for longer, it is
// not dark, as panels are when they are switched on, or fewer pixels are wrong.
func (s *stray) closer(other *stray) bool {
	switch {
	case s.after != other.after:
		return s.after > other.after
	case dark(s.got) != dark(other.got):
		return dark(other.got)
	}
	return s.diff.Wrong < other.diff.Wrong
}

// dark reports whether no LED is lit.
func dark(m image.Image) bool { return hw.Differ(m, image.NewRGBA(m.Bounds())) == nil }

// Error implements error.
func (s *stray) Error() string {
	if s.after < 0 {
		return "the first picture is never shown: " + differs(s.diff, s.got, s.want)
	}
	return fmt.Sprintf("the shots follow for %v of %v, then: %s", s.after.Round(step), s.length.Round(step), differs(s.diff, s.got, s.want))
}

// lead is how late in a film its first picture may stand alone: what was shown before
// makes way by a transition, which is part of the film's time.
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

// misses returns the first picture of the film after an instant that stands long enough
// and is in no shot when it is due; nil if there is none. zero is when the film begins.
func (f *follower) misses(first int, zero, from time.Duration) *stray {
	long := f.patience()
	for at := from; at < f.film.length; {
		want, begins := f.shown(at), at
		for at < f.film.length && f.shown(at) == want {
			at += 4 * step
		}
		if at-begins < long {
			continue
		}
		if s, d := f.during(first, zero+begins-slack, zero+at+slack, want); d != nil {
			return f.strays(begins, d, s, want)
		}
	}
	return nil
}

// patience returns how long a picture may stand that is skipped.
func (f *follower) patience() time.Duration {
	least := slowest
	for i, s := range f.shots[1:] {
		least = min(least, s.At-f.shots[i].At)
	}
	if len(f.shots) < 3 { // nothing is known of the bus
		return mustShow
	}
	return max(least, mustShow)
}

// during looks for a picture among the shots that stand in some time; if there is none, it
// returns the shot that comes closest, and how it differs.
func (f *follower) during(first int, from, to time.Duration, want image.Image) (best Shot, diff *hw.Difference) {
	for i, s := range f.shots[first:] {
		end := f.end
		if next := first + i + 1; next < len(f.shots) {
			end = f.shots[next].At
		}
		if end < from || s.At > to {
			continue
		}
		d := hw.Differ(s.Picture, want)
		if d == nil {
			return s, nil
		}
		if diff == nil || d.Wrong < diff.Wrong {
			best, diff = s, d
		}
	}
	return best, diff
}
