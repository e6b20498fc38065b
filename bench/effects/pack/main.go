// SPDX-License-Identifier: Apache-2.0

// Command pack packs a random picture of 64×64 with 11 planes for a HUB75 panel
// and calls mark before each time: who counts its instructions sees where one begins.
package main

import (
	"fmt"
	"image"
	"math/rand/v2"
	"os"
	"runtime"

	"github.com/ledpost/ledpost/hw/hub75"
)

//go:noinline
func mark() {}

func main() {
	runtime.LockOSThread() // whose instructions are counted
	panel, err := hub75.Discard(hub75.Config{Rows: 64})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	m := image.NewRGBA(panel.Bounds())
	for i := range m.Pix {
		m.Pix[i] = uint8(rand.Uint32() | 1)
	}
	for range 4 {
		mark()
		_ = panel.Draw(m.Rect, m, image.Point{})
	}
	mark()
}
