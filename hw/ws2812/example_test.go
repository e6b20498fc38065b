// SPDX-License-Identifier: Apache-2.0

package ws2812_test

import (
	"fmt"
	"image"
	"image/color"
	"log"

	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/ws2812"
)

// The order of the colours is that of the LEDs; some have white besides, which takes what the three colours share.
func ExampleNew() {
	cfg := ws2812.Config{Layout: pixel.Layout{Width: 3, Height: 1}, Order: "GRBW"}
	strip, err := ws2812.NewStrip(cfg)
	if err != nil {
		log.Fatal(err)
	}
	panel, err := ws2812.New(strip, cfg)
	if err != nil {
		log.Fatal(err)
	}
	picture := image.NewRGBA(panel.Bounds())
	picture.Set(0, 0, color.RGBA{R: 255, A: 255})
	picture.Set(1, 0, color.White)
	if err := panel.Draw(panel.Bounds(), picture, image.Point{}); err != nil {
		log.Fatal(err)
	}
	for n := range 3 {
		fmt.Println(strip.LED(n))
	}
	// Output:
	// [255 0 0 0]
	// [0 0 0 255]
	// [0 0 0 0]
}
