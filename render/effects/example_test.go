// SPDX-License-Identifier: Apache-2.0

package effects_test

import (
	"fmt"
	"image"

	"github.com/ledpost/ledpost/render/effects"
)

// An effect is a widget: a function of time that returns to its beginning.
func ExampleNewBackground() {
	plasma, ok := effects.NewBackground("plasma", image.Pt(16, 8))
	if !ok {
		fmt.Println("there is no such effect:", effects.Backgrounds())
		return
	}
	first, last := image.NewRGBA(image.Rect(0, 0, 16, 8)), image.NewRGBA(image.Rect(0, 0, 16, 8))
	plasma.Draw(first, image.Point{}, 0)
	plasma.Draw(last, image.Point{}, plasma.Period())
	fmt.Println(plasma.Size(), plasma.Period(), string(first.Pix) == string(last.Pix))
	// Output: (16,8) 40s true
}
