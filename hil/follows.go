package hil

import (
	"fmt"
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

// longest bounds what is followed of a notification.
const longest = 5 * time.Minute

// Follows passes if the shots show a notification from its first picture to its last,
// in order, each picture when it is due, to 60 ms. What is shown before and after does
// not matter. Of one that stays until it is dismissed one pass is followed; of one that
// stands still its picture is enough, and of a single shot that it is the first
// picture. Otherwise it reports how far the shots followed, and both pictures as text.
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
	shots []Shot // of the panel alone
	light map[string]image.Image
}

func newFollower(f *film, part hw.Part, shots []Shot) *follower {
	spec, _ := part.Panel.Spec() // the whole panel has been checked
	out := &follower{film: f, part: part, place: image.Rectangle{Max: spec.Size}.Add(part.At), light: map[string]image.Image{}}
	for _, s := range shots {
		piece := s.Picture
		if out.place.Size() != piece.Bounds().Size() {
			m := image.NewRGBA64(image.Rectangle{Max: spec.Size})
			draw.Draw(m, m.Rect, piece, piece.Bounds().Min.Add(part.At), draw.Src)
			piece = m
		}
		out.shots = settled(out.shots, Shot{s.At, piece})
	}
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
	still := len(f.shots) == 1 || f.film.still()
	var best *stray
	for i := range f.shots {
		s := f.fromAny(i)
		if s == nil || still && s.after >= 0 {
			return nil
		}
		if best == nil || s.closer(best) {
			best = s
		}
	}
	return best
}

// still reports whether the film is one picture.
func (f *film) still() bool {
	first := f.picture(0)
	for at := step; at < f.length; at += 20 * step {
		if string(f.picture(at).Pix) != string(first.Pix) {
			return false
		}
	}
	return true
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
			return nil
		}
		at, diff, want, ok := f.find(s, max(due-slack, last), due+slack)
		if !ok {
			return &stray{last, f.film.length, diff, s.Picture, want}
		}
		last, shown = at, s
	}
	if _, diff, want, ok := f.find(shown, f.film.length-slack, f.film.length); !ok {
		return &stray{last, f.film.length, diff, shown.Picture, want}
	}
	return nil
}
