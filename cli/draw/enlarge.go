// SPDX-License-Identifier: Apache-2.0

package draw

import (
	"image"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/render/enlarge"
)

// ledScale is the size at which --leds draws an LED unless --scale is given.
const ledScale = 16

// enlargement enlarges pictures so that they are fit for publishing.
type enlargement struct {
	scale int
	leds  bool
}

func (e *enlargement) flags(set *pflag.FlagSet) {
	set.IntVar(&e.scale, "scale", 0, "make each pixel of the panel `N` by N pixels (default 1, with --leds 16)")
	set.BoolVar(&e.leds, "leds", false, "draw the LEDs of the panel, with their glow")
}

// enlarges reports whether one of its flags was given.
func (e enlargement) enlarges() bool { return e.scale != 0 || e.leds }

func (e *enlargement) check(size image.Point) error {
	if e.scale == 0 && !e.leds {
		e.scale = 1
	} else if e.scale == 0 {
		e.scale = ledScale
	}
	least := 1
	if e.leds {
		least = 4 // below this size an LED has no visible shape
	}
	if e.scale < least || !enlarge.Fits(size, e.scale) {
		return command.Usagef("--scale %d: want %d or more, and a picture of at most %d pixels", e.scale, least, enlarge.MaxPixels)
	}
	return nil
}

// enlarged returns m as it is published.
func (e enlargement) enlarged(m *image.RGBA) *image.RGBA {
	switch {
	case e.leds:
		return enlarge.LEDs(m, e.scale)
	case e.scale > 1:
		return enlarge.Squares(m, e.scale)
	}
	return m
}
