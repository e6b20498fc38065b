// SPDX-License-Identifier: Apache-2.0

package face

import "github.com/ledpost/ledpost/apps/kit"

// newShape returns a face that draws the time in another way than as a line of digits;
// nil for an unknown name, and where the panel is too small for it.
func newShape(env kit.Env, o Options) drawer {
	set, size := env.Fonts, env.Size
	switch o.Name {
	case "analog":
		if f := newAnalogFace(set, size); f != nil {
			return f
		}
	case "flip":
		if f := newFlipFace(set, size); f != nil {
			return f
		}
	case "binary":
		if f := newBinaryFace(size); f != nil {
			return f
		}
	case "letters":
		if f := newLetterFace(set, size, o); f != nil {
			return f
		}
		if f := newWordsFace(set, size, o); f != nil {
			return f
		}
	case "ring":
		if f := newRimFace(set, size, o); f != nil {
			return f
		}
		return newSecondsFace(set, size, o)
	case "event":
		if f := newEventFace(env, o); f != nil {
			return f
		}
		return newDateFace(set, size, o)
	case "curve":
		if f := newCurveFace(env, o); f != nil {
			return f
		}
		return newIconFace(env, o)
	case "gradient", "outline":
		return newDyedFace(set, size, o)
	}
	return nil
}
