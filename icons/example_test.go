// SPDX-License-Identifier: Apache-2.0

package icons_test

import (
	"fmt"
	"log/slog"

	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/pixtest"
)

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
