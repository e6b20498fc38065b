// SPDX-License-Identifier: Apache-2.0

package pixel_test

import (
	"fmt"
	"image"
	"image/color"
	"strings"

	"github.com/ledpost/ledpost/hw/pixel"
)

// A strip that is wired in a zigzag: the chain has the light of each LED in the order of the wire.
func ExampleChain() {
	layout := pixel.Layout{Width: 3, Height: 2, Wiring: pixel.SerpentineRows}
	places, err := layout.Map(6)
	if err != nil {
		fmt.Println(err)
		return
	}
	chain, err := pixel.NewChain(pixel.Options{Map: places})
	if err != nil {
		fmt.Println(err)
		return
	}
	picture := image.NewRGBA(chain.Bounds())
	picture.Set(0, 0, color.RGBA{R: 255, A: 255}) // top left: the first LED
	picture.Set(0, 1, color.RGBA{B: 255, A: 255}) // below it: the last
	chain.Draw(chain.Bounds(), picture, image.Point{})
	values := make([]byte, 3*chain.LEDs())
	chain.Bytes(values)
	for led := range chain.LEDs() {
		fmt.Println(led, values[3*led:3*led+3])
	}
	// Output:
	// 0 [255 0 0]
	// 1 [0 0 0]
	// 2 [0 0 0]
	// 3 [0 0 0]
	// 4 [0 0 0]
	// 5 [0 0 255]
}

// The map of WLED's ledmap.json: for each pixel, row by row, the number of its LED.
func ExampleParseMap() {
	file := `{"width": 3, "height": 2, "map": [0, 1, 2, 5, 4, -1]}`
	m, err := pixel.ParseMap(strings.NewReader(file), image.Point{}, 6)
	fmt.Println(m.Size, m.Pixel, err)
	// Output: (3,2) [0 1 2 -1 4 3] <nil>
}

// In white, 300 LEDs would draw 64 W; this supply gives 10.
func ExampleLimiter() {
	limiter, err := pixel.NewLimiter(pixel.Power{Limit: 10}, 300)
	if err != nil {
		fmt.Println(err)
		return
	}
	white := uint64(300 * 65535)
	factor := limiter.Frame([4]uint64{white, white, white})
	watts, _ := limiter.Power()
	fmt.Printf("%.1f W at %.0f %% of the light\n", watts, float64(factor)/65536*100)
	// Output: 10.0 W at 13 % of the light
}
