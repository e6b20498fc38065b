// SPDX-License-Identifier: Apache-2.0

package fonts_test

import (
	"fmt"
	"image/color"

	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/pixtest"
)

func ExampleOpen() {
	set, err := fonts.Open(fonts.Options{})
	if err != nil {
		fmt.Println(err) // a BDF file; the set draws all the same
	}
	line := set.Normal.Line([]fonts.Span{
		{Text: "7", Color: color.RGBA{255, 255, 255, 255}},
		{Text: "°C", Color: color.RGBA{255, 0, 0, 255}},
	})
	fmt.Print(pixtest.String(line.Image))
	// Output:
	// ####..R...RR.
	// ...#.R.R.R..R
	// ...#..R..R...
	// ..#......R...
	// ..#......R...
	// .#.......R..R
	// .#........RR.
	// .............
}
