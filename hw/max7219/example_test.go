// SPDX-License-Identifier: Apache-2.0

package max7219_test

import (
	"fmt"
	"image"
	"image/color"

	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// A chain of emulated chips stands in for the real one: it is an SPI port.
func ExampleNew() {
	cfg := max7219.Config{Modules: 2}
	chain, err := max7219.NewChain(cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	panel, err := max7219.New(chain, cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	picture := image.NewRGBA(panel.Bounds())
	for i := range 8 {
		picture.Set(i, i, color.White)
		picture.Set(15-i, i, color.White)
	}
	if err := panel.Draw(panel.Bounds(), picture, image.Point{}); err != nil {
		fmt.Println(err)
	}
	fmt.Print(pixtest.String(chain.Picture()))
	// Output:
	// #..............#
	// .#............#.
	// ..#..........#..
	// ...#........#...
	// ....#......#....
	// .....#....#.....
	// ......#..#......
	// .......##.......
}
