// SPDX-License-Identifier: Apache-2.0

package apa102_test

import (
	"fmt"
	"image"
	"image/color"
	"log"

	"github.com/ledpost/ledpost/hw/apa102"
	"github.com/ledpost/ledpost/hw/pixel"
	"periph.io/x/conn/v3/display"
	"periph.io/x/conn/v3/spi/spitest"
)

// A matrix is a display.Drawer of periph on any of its SPI ports: here on a recorder.
func ExampleNewMatrix() {
	leds, err := pixel.Layout{Width: 8, Height: 8, Wiring: pixel.SerpentineRows}.Map(64)
	if err != nil {
		log.Fatal(err)
	}
	port := &spitest.Record{}
	matrix, err := apa102.NewMatrix(port, apa102.MatrixOpts{Options: pixel.Options{Map: leds}})
	if err != nil {
		log.Fatal(err)
	}
	var screen display.Drawer = matrix
	if err := screen.Draw(screen.Bounds(), image.NewUniform(color.RGBA{R: 255, A: 255}), image.Point{}); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%v: % x\n", screen, port.Ops[0].W[:12])
	// Output:
	// APA102{record, 64 LEDs}: 00 00 00 00 ff 00 00 ff ff 00 00 ff
}
