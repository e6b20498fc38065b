// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"image"
	"image/draw"
	"time"

	"github.com/ledpost/ledpost/hw"
)

// slack is how much sooner or later than meant a picture may come: the loop draws 60 a
// second, and a slow bus takes as long for one.
const slack = 60 * time.Millisecond

// step is how finely a notification is looked at: light that fades within 300 ms
// changes by less than one step of 8 bits in that time.
const step = time.Millisecond

// longest bounds the time for which a notification is followed.
const longest = 5 * time.Minute

// Follows passes if the shots show a notification from its first picture to its last, in
// order, each picture when it is due, to 60 ms, and nothing else; none may be missing
// that stands for two frames of the loop. Pictures before and after do not matter. Of a
// notification that stays until it is dismissed one pass is followed; a still picture
// must show its picture, and not leave and show it again; a single shot, as of a
// photograph, must be the first picture. Otherwise Follows reports how far the shots
// followed, and both pictures as text.
func Follows(t T, p PanelConfig, notification string, shots []Shot) {
	t.Helper()
	cfg, size, kind := p.spec(t)
	follows(t, cfg.Panel, newFilm(t, cfg, size, kind, notification), shots)
}

// follows is Follows for a film.
func follows(t T, panel hw.PanelConfig, film *film, shots []Shot) {
	t.Helper()
	if len(shots) == 0 {
		t.Errorf("hil: there are no shots")
		return
	}
	for i, s := range shots {
		if s.Picture == nil {
			t.Fatalf("hil: shot %d has no picture", i+1)
		}
	}
	switch r, is, err := photographed(shots); {
	case err != nil:
		t.Fatalf("hil: %v", err)
	case is:
		film.matches(t, panel, r)
		return
	}
	film.length = min(film.length, longest)
	for _, part := range panel.Parts() {
		f := newFollower(film, part, shots)
		if err := f.follow(); err != nil {
			t.Errorf("hil: %v%s", err, evidenceOf(t, err.got, err.want))
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
	out := &follower{film: f, part: part, place: image.Rectangle{Max: spec.Size}.Add(part.At),
		light: map[string]image.Image{}}
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
func (f *follower) find(
	s Shot, from, to time.Duration,
) (at time.Duration, diff *hw.Difference, want image.Image, ok bool) {
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
func (f *follower) follow() *stray {
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
		return f.ends(f.end-begin.At, shown)
	}
	if _, diff, want, ok := f.find(shown, f.film.length-slack, f.film.length); !ok {
		return &stray{last, f.film.length, diff, shown.Picture, want}
	}
	return f.misses(first, begin.At, late)
}

// ends returns that the shots end before the film does, so long after its beginning: with
// the next picture that is missing, if there is one.
func (f *follower) ends(after time.Duration, shown Shot) *stray {
	for at := max(after, 0); at < f.film.length; at += step {
		if want := f.shown(at); hw.Differ(shown.Picture, want) != nil {
			return f.strays(after, hw.Differ(shown.Picture, want), shown, want)
		}
	}
	return nil // it stands still to the end
}
