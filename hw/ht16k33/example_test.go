// SPDX-License-Identifier: Apache-2.0

package ht16k33_test

import (
	"fmt"
	"image"
	"image/color"
	"log"

	"github.com/ledpost/ledpost/hw/ht16k33"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// Each LED is lit or dark: a pixel lights it from the threshold on.
func ExampleNew() {
	cfg := ht16k33.Config{Threshold: 0.5}
	chip, err := ht16k33.NewChip(cfg)
	if err != nil {
		log.Fatal(err)
	}
	panel, err := ht16k33.New(chip, cfg)
	if err != nil {
		log.Fatal(err)
	}
	picture := image.NewRGBA(panel.Bounds())
	for i := range 8 {
		picture.Set(i, i, color.Gray{uint8(36 * i)})
		picture.Set(7-i, i, color.White)
	}
	if err := panel.Draw(panel.Bounds(), picture, image.Point{}); err != nil {
		log.Fatal(err)
	}
	fmt.Print(pixtest.String(chip.Picture()))
	// Output:
	// .......#
	// ......#.
	// .....#..
	// ....#...
	// ...##...
	// ..#..#..
	// .#....#.
	// #......#
}
