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
	for i, s := range shots {
		if s.Picture == nil {
			t.Fatalf("hil: shot %d has no picture", i+1)
		}
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
