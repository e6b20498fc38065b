// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"errors"
	"image"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/photo"
)

// Photo reads the panel in a photograph: which LEDs are lit, and in which colours.
// corners are where the middles of the four corner LEDs are, clockwise from the top left.
// nil finds four marks: white discs or lamps as large as an LED, at least half as bright,
// two LEDs outside of the corner LEDs, to the side and up or down; outside of them
// nothing may be as bright. The pixels of the photograph stand upright, to 40°, with at
// least four of them, better ten, from LED to LED.
//
// An error returns the faults of the photograph, as that it is too dark. [Follows]
// compares the shot with the first picture of a notification. It does not judge levels
// between a fiftieth and a fifth of the brightest one, which cameras do not tell well.
func Photo(m image.Image, p PanelConfig, corners *[4]image.Point) (Shot, error) {
	panel, err := p.panel()
	if err != nil {
		return Shot{}, err
	}
	r, err := hw.ReadPhoto(panel, m, corners)
	if err != nil {
		return Shot{}, err
	}
	return Shot{Picture: r}, nil
}

// photographed returns the only shot as a photograph; ok is false if there is none.
func photographed(shots []Shot) (r *photo.Reading, ok bool, err error) {
	for _, s := range shots {
		if r, is := s.Picture.(*photo.Reading); is {
			if len(shots) > 1 {
				return nil, true,
					errors.New("photographs are compared one by one: they cannot tell what the panel showed in between")
			}
			return r, true, nil
		}
	}
	return nil, false, nil
}

// matches compares a photograph with the first picture of a film.
func (f *film) matches(t T, panel hw.PanelConfig, r *photo.Reading) {
	t.Helper()
	want := f.picture(0)
	err := hw.ComparePhoto(panel, r, hw.Expectation{Picture: want})
	if diff := new(hw.Difference); errors.As(err, &diff) {
		light, _ := hw.Light(panel, want, 1) // it could be drawn
		t.Errorf("hil: the photograph shows something else: %s%s", differs(diff, r, light), evidenceOf(t, r, light))
	} else if err != nil {
		t.Fatalf("hil: %v", err)
	}
}
