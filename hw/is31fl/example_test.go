// SPDX-License-Identifier: Apache-2.0

package is31fl_test

import (
	"fmt"
	"image"
	"image/color"
	"log"

	"github.com/ledpost/ledpost/hw/is31fl"
)

// Each LED of the 16×9 matrix has its own grey value; the emulated chip shows the light that it is set to.
func ExampleNew() {
	cfg := is31fl.Config{}
	chip, err := is31fl.NewChip(cfg)
	if err != nil {
		log.Fatal(err)
	}
	panel, err := is31fl.New(chip, cfg)
	if err != nil {
		log.Fatal(err)
	}
	picture := image.NewGray(panel.Bounds())
	for x := range 16 {
		picture.SetGray(x, 0, color.Gray{uint8(17 * x)})
	}
	if err := panel.Draw(panel.Bounds(), picture, image.Point{}); err != nil {
		log.Fatal(err)
	}
	for x := range 16 {
		fmt.Print(chip.Picture().RGBAAt(x, 0).R, " ")
	}
	// Output:
	// 0 1 4 8 15 23 34 47 63 81 103 127 154 184 218 255
}
