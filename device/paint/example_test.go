// SPDX-License-Identifier: Apache-2.0

package paint_test

import (
	"fmt"
	"image"
	"log/slog"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// A notification becomes a widget, which draws any instant of it.
func ExamplePainter_Picture() {
	set, err := fonts.Open(fonts.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	painter := &paint.Painter{
		Size:  image.Pt(37, 8),
		Fonts: set,
		Icons: icons.New(icons.Config{}, slog.New(slog.DiscardHandler)),
	}
	tick, err := icons.Parse("2867")
	if err != nil {
		fmt.Println(err)
		return
	}
	picture := painter.Picture(&note.Notification{Cycles: 1, Frames: []note.Frame{
		{Icon: tick, Text: []note.Fragment{{Text: "Done"}}},
	}})
	panel := image.NewRGBA(image.Rect(0, 0, 37, 8))
	picture.Draw(panel, image.Point{}, 0)
	fmt.Print(pixtest.Lit(panel))
	fmt.Println(picture.Period())
	// Output:
	// .............###.....................
	// .......#.....#..#....................
	// ......##.....#..#..##..###...##......
	// #....##......#..#.#..#.#..#.#..#.....
	// ##..##.......#..#.#..#.#..#.####.....
	// .####........#..#.#..#.#..#.#........
	// ..##.........###...##..#..#..###.....
	// .....................................
	// 3s
}
