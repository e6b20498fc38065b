// SPDX-License-Identifier: Apache-2.0

package ssd1306_test

import (
	"fmt"
	"image"
	"log"

	"github.com/ledpost/ledpost/hw/ssd1306"
)

// The display takes eight rows of a column in each byte. An SH1106 shows columns 2 to 129 of its 132.
func ExampleNew() {
	cfg := ssd1306.Config{Chip: "sh1106"}
	chip := ssd1306.NewChip(cfg)
	panel, err := ssd1306.New(chip, cfg)
	if err != nil {
		log.Fatal(err)
	}
	if err := panel.Draw(image.Rect(0, 0, 3, 1), image.White, image.Point{}); err != nil {
		log.Fatal(err)
	}
	for x := range 4 {
		fmt.Print(chip.Picture().RGBAAt(x, 0).R != 0, " ")
	}
	fmt.Println(panel.Bounds().Size())
	// Output:
	// true true true false (128,64)
}
