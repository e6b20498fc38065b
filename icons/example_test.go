// SPDX-License-Identifier: Apache-2.0

package icons_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"log/slog"

	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// A GIF is decoded as a browser shows it: whole frames, each with its time.
func ExampleDecode() {
	frame := func(x int) *image.Paletted {
		m := image.NewPaletted(image.Rect(0, 0, 4, 1), color.Palette{color.Black, color.White})
		m.SetColorIndex(x, 0, 1)
		return m
	}
	var file bytes.Buffer
	err := gif.EncodeAll(&file, &gif.GIF{Image: []*image.Paletted{frame(0), frame(3)}, Delay: []int{50, 20}})
	if err != nil {
		fmt.Println(err)
		return
	}
	icon, err := icons.Decode(file.Bytes())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range icon.Frames {
		fmt.Print(f.Delay, " ", pixtest.String(f.Image))
	}
	// Output:
	// 500ms #...
	// 200ms ...#
}

// Clients name an icon by its number in the gallery; the most used ones are
// built in. Icon never waits: what is not there yet is a placeholder.
func ExampleStore() {
	store := icons.New(icons.Config{}, slog.New(slog.DiscardHandler))
	ref, err := icons.Parse("i2867")
	if err != nil {
		fmt.Println(err)
		return
	}
	icon := store.Icon(ref)
	fmt.Print(pixtest.Lit(icon.Frames[0].Image))
	_, err = icons.Parse("no such icon")
	fmt.Println(err)
	// Output:
	// ........
	// .......#
	// ......##
	// #....##.
	// ##..##..
	// .####...
	// ..##....
	// ........
	// icons: "no such icon" is no icon: want a number, i123, a123, a name or a data URI
}
