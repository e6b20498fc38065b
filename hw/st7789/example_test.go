// SPDX-License-Identifier: Apache-2.0

package st7789_test

import (
	"fmt"
	"image"
	"image/color"
	"log"

	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/st7789"
)

// The display shows round LEDs, each some pixels wide, so that a picture looks as on a matrix of LEDs.
func ExampleNew() {
	cfg := st7789.Config{Size: pixel.Size{X: 12, Y: 12}, Pitch: 20}
	chip, err := st7789.NewChip(cfg)
	if err != nil {
		log.Fatal(err)
	}
	panel, err := st7789.New(chip, cfg)
	if err != nil {
		log.Fatal(err)
	}
	if err := panel.Draw(panel.Bounds(), image.NewUniform(color.RGBA{R: 255, A: 255}), image.Point{}); err != nil {
		log.Fatal(err)
	}
	shown := chip.Picture()
	fmt.Println(panel.Bounds().Size(), shown.Bounds().Size(), shown.RGBAAt(0, 0), shown.RGBAAt(10, 10))
	// Output:
	// (12,12) (12,12) {255 0 0 255} {255 0 0 255}
}
