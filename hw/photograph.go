// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"cmp"
	"errors"
	"fmt"
	"image"

	"github.com/ledpost/ledpost/hw/photo"
)

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
	return &Difference{Frames: 1, Wrong: len(wrong), Pixel: at, Got: shade(r, at), Want: shade(light, at)}
}
