// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"fmt"
	"image"
	"image/draw"
	"time"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/photo"
)

// A Film is what a display of any firmware should show.
type Film struct {
	Length time.Duration // of one pass, above 0
	// Picture returns what it shows at an instant of the film, from 0 to below Length, in
	// the size of the panel, as the program that draws hands it to the panel's driver. The
	// same instant always has the same picture.
	Picture func(at time.Duration) image.Image
}

// Still returns the film of a picture that stands for a second.
func Still(m image.Image) Film {
	return Film{Length: time.Second, Picture: func(time.Duration) image.Image { return m }}
}

// FollowsFilm is [Follows] for a film. The panel's configuration says how
// its LEDs show a picture: for a firmware that sends its values unchanged, set "gamma = 1"
// where the panel has that key.
func FollowsFilm(t T, p PanelConfig, want Film, shots []Shot) {
	t.Helper()
	cfg, size, _ := p.spec(t)
	follows(t, cfg.Panel, want.film(t, size), shots)
}

// film returns f for a panel of that size. What is no film of it ends the test.
func (f Film) film(t T, size image.Point) *film {
	t.Helper()
	if f.Length <= 0 || f.Picture == nil {
		t.Fatalf("hil: a film of %v, want a Length above 0 and a Picture", f.Length)
	}
	if m := f.Picture(0); m == nil || m.Bounds().Size() != size {
		t.Fatalf("hil: %s", sizes(m, size))
	}
	return &film{size: size, length: f.Length, draw: func(m *image.RGBA, at time.Duration) {
		p := f.Picture(at)
		draw.Draw(m, m.Rect, p, p.Bounds().Min, draw.Over)
	}}
}

// Same passes if the LEDs of a shot have the values of a picture, to one step of 8 bits: the
// light of each channel as it is on the wires, which no driver has corrected. Otherwise it
// reports both as text, and the first pixel that differs. A photograph has no values: see
// [FollowsFilm].
func Same(t T, shot Shot, want image.Image) {
	t.Helper()
	got := shot.Picture
	switch _, is := got.(*photo.Reading); {
	case is:
		t.Fatalf("hil: a photograph tells no values: use FollowsFilm")
	case got == nil:
		t.Fatalf("hil: the shot has no picture")
	case want == nil || want.Bounds().Size() != got.Bounds().Size():
		t.Fatalf("hil: %s", sizes(want, got.Bounds().Size()))
	}
	at := image.NewNRGBA64(got.Bounds())
	draw.Draw(at, at.Rect, want, want.Bounds().Min, draw.Src)
	if d := hw.Differ(got, at); d != nil {
		d.At, d.Frames = shot.At, 1
		t.Errorf("hil: %s%s", differs(d, got, at), evidenceOf(t, got, at))
	}
}

// sizes says that a picture does not have the size of the panel.
func sizes(m image.Image, want image.Point) string {
	if m == nil {
		return "the expected picture is nil"
	}
	got := m.Bounds().Size()
	return fmt.Sprintf("the expected picture has %d×%d pixels, the panel %d×%d", got.X, got.Y, want.X, want.Y)
}
