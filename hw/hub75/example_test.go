// SPDX-License-Identifier: Apache-2.0

package hub75_test

import (
	"fmt"
	"image"
	"image/color"

	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// Emulated panels show what the encoder makes of a picture: every pulse of its
// lines, summed up as an eye does.
func ExampleEmulator() {
	emulated, err := hub75.NewEmulator(hub75.Config{Rows: 16, Cols: 32})
	if err != nil {
		fmt.Println(err)
		return
	}
	panel := emulated.Panel()
	picture := image.NewRGBA(panel.Bounds())
	for i := range 16 {
		picture.Set(2*i, i, color.White)
		picture.Set(31-2*i, i, color.White)
	}
	if err := panel.Draw(panel.Bounds(), picture, image.Point{}); err != nil {
		fmt.Println(err)
	}
	if err := emulated.Err(); err != nil { // which ends the last line, too
		fmt.Println(err)
	}
	fmt.Print(pixtest.String(emulated.Picture()))
	// Output:
	// #..............................#
	// ..#..........................#..
	// ....#......................#....
	// ......#..................#......
	// ........#..............#........
	// ..........#..........#..........
	// ............#......#............
	// ..............#..#..............
	// ...............##...............
	// .............#....#.............
	// ...........#........#...........
	// .........#............#.........
	// .......#................#.......
	// .....#....................#.....
	// ...#........................#...
	// .#............................#.
}
