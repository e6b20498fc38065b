// SPDX-License-Identifier: Apache-2.0

package ssd1322_test

import (
	"fmt"
	"image"
	"image/color"
	"log"

	"github.com/ledpost/ledpost/hw/ssd1322"
)

// The display has 16 greys. Its steps follow the values of a picture, as an eye expects.
func ExampleNew() {
	chip := ssd1322.NewChip()
	panel, err := ssd1322.New(chip, ssd1322.Config{})
	if err != nil {
		log.Fatal(err)
	}
	picture := image.NewGray(panel.Bounds())
	for x := range 4 {
		picture.SetGray(x, 0, color.Gray{uint8(85 * x)})
	}
	if err := panel.Draw(panel.Bounds(), picture, image.Point{}); err != nil {
		log.Fatal(err)
	}
	for x := range 4 {
		light := chip.Picture().RGBA64At(x, 0).R
		fmt.Printf("%.2f ", float64(light)/65535)
	}
	// Output:
	// 0.00 0.09 0.40 1.00
}
