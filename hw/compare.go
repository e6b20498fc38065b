// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"time"

	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/photo"
	"github.com/ledpost/ledpost/hw/vcd"
)

// Expectation is compared with a capture of a panel's wires.
type Expectation struct {
	// Picture is what the panel should show at some time of the capture, in the
	// panel's size.
	Picture *image.RGBA
	// Brightness is what the panel was set to, above 0 to 1; 0 is 1.
	Brightness float64
	// Lines names the lines of the capture that carry the bus, where they do not
	// have their usual names: "MOSI" → "D1".
	Lines vcd.Wiring
}

// Difference is how the frame of a capture that comes closest to the expected
// picture differs from it: of equally close ones the last. A dark frame, as panels
// have when they are switched on, is only closest to a dark picture or where
// there is no other.
type Difference struct {
	At     time.Duration // when the frame was complete
	Frames int           // in the capture
	Wrong  int           // pixels of the frame
	Pixel  image.Point   // the first wrong one, row by row
	Got    color.NRGBA64 // what its LED showed: the light of its channels
	Want   color.NRGBA64 // what it should have
	// Shown is the whole frame, Expected what the LEDs should have shown, where a comparison of
	// a capture or a photograph returned it; else nil.
	Shown, Expected image.Image

	dark bool // the frame is, the picture is not
}

// closer reports whether d comes closer than later, a later frame's; nil does not.
func (d *Difference) closer(later *Difference) bool {
	switch {
	case d == nil:
		return false
	case d.dark != later.dark:
		return later.dark
	}
	return d.Wrong < later.Wrong
}

func (d *Difference) Error() string {
	return fmt.Sprintf("pixel (%d, %d) shows %s, expected %s; %d pixels differ in the closest of %d frames, at %v",
		d.Pixel.X, d.Pixel.Y, web(d.Got), web(d.Want), d.Wrong, d.Frames, d.At)
}

func web(c color.NRGBA64) string { return fmt.Sprintf("#%02x%02x%02x", c.R>>8, c.G>>8, c.B>>8) }

// Compare plays the dumps of a logic analyser, or of ports "vcd:…", into the
// emulated panel that cfg describes: one, of a composite one for each part. It
// returns nil when some frame shows the expected picture, and a *Difference when
// none does; another error means that it could not compare them. Brightness may
// differ by one step of 8 bits, because of dithering.
func Compare(cfg PanelConfig, captures []io.Reader, want Expectation) error {
	expected, err := Light(cfg, want.Picture, cmp.Or(want.Brightness, 1))
	if err != nil {
		return err
	}
	var c Closest
	matched := false
	_, err = Frames(cfg, captures, want.Lines, func(at time.Duration, m image.Image) error {
		if matched = c.Add(at, m, expected); matched {
			return io.EOF // enough
		}
		return nil
	})
	switch {
	case matched:
		return nil
	case err != nil:
		return err
	case c.Difference == nil:
		return fmt.Errorf("hw: the capture has no frame for a %s panel", cfg.driver)
	}
	return c.Missed(expected)
}

// Missed returns the difference to what was expected, with both pictures.
func (c *Closest) Missed(expected image.Image) *Difference {
	c.Shown, c.Expected = c.Picture, expected
	return c.Difference
}

// Closest finds the frame that comes closest to the expected picture. The zero value
// has seen none.
type Closest struct {
	*Difference             // of the closest frame; nil before the first
	Picture     image.Image // that frame
	frames      int
}

// Add takes the next frame, and reports whether it shows the expected picture.
func (c *Closest) Add(at time.Duration, got, expected image.Image) bool {
	c.frames++
	d := Differ(got, expected)
	if d == nil {
		return true
	}
	d.At, d.dark = at, !dark(expected) && dark(got)
	if !c.Difference.closer(d) {
		c.Difference, c.Picture = d, got
	}
	c.Difference.Frames = c.frames
	return false
}

// Differ returns nil if two pictures of light show the same, to one step of 8 bits,
// else how they differ.
func Differ(got, want image.Image) *Difference {
	var d *Difference
	b := want.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			g, w := shade(got, image.Pt(x, y)), shade(want, image.Pt(x, y))
			if near(g.R, w.R) && near(g.G, w.G) && near(g.B, w.B) {
				continue
			}
			if d == nil {
				d = &Difference{Pixel: image.Pt(x, y), Got: g, Want: w}
			}
			d.Wrong++
		}
	}
	return d
}

// shade returns the light of an LED.
func shade(m image.Image, at image.Point) color.NRGBA64 {
	return color.NRGBA64Model.Convert(m.At(at.X, at.Y)).(color.NRGBA64)
}

// dark reports whether no LED is lit.
func dark(m image.Image) bool { return Differ(m, image.NewRGBA(m.Bounds())) == nil }

// near reports whether a and b differ by at most one step of 8 bits.
func near(a, b uint16) bool { return max(a, b)-min(a, b) <= 257 }

// emulate returns the emulation of the panel that cfg describes.
func emulate(cfg PanelConfig) (panel.Emulation, error) {
	if cfg.fault != nil {
		return panel.Emulation{}, cfg.fault
	}
	return cfg.keys.Emulate()
}

// ReadPhoto reads which LEDs of the panel that cfg describes are lit in a photograph
// ([photo.Read]).
func ReadPhoto(cfg PanelConfig, m image.Image, corners *[4]image.Point) (*photo.Reading, error) {
	if cfg.none() {
		return nil, errNoPanel
	}
	spec, err := cfg.Spec()
	if err != nil {
		return nil, fmt.Errorf("hw: panel: %w", err)
	}
	return photo.Read(m, spec.Size, corners)
}

// ComparePhoto compares a reading of the panel with the expected picture: which LEDs are
// lit, and in which colours, as far as a photograph tells. It returns nil, a *Difference,
// or another error if it could not compare.
func ComparePhoto(cfg PanelConfig, r *photo.Reading, want Expectation) error {
	light, err := Light(cfg, want.Picture, cmp.Or(want.Brightness, 1))
	if err != nil {
		return err
	}
	spec, err := cfg.Spec()
	switch {
	case err != nil:
		return fmt.Errorf("hw: panel: %w", err)
	case r.Bounds() != light.Bounds():
		return errors.New("hw: the photograph is of another panel")
	}
	wrong := r.Wrong(light, spec.Kind == Monochrome)
	if len(wrong) == 0 {
		return nil
	}
	at := wrong[0]
	return &Difference{Frames: 1, Wrong: len(wrong), Pixel: at, Got: shade(r, at), Want: shade(light, at),
		Shown: r, Expected: light}
}
