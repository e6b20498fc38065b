// SPDX-License-Identifier: Apache-2.0

package unicornhd_test

import (
	"fmt"
	"image"
	"image/color"
	"log"

	"github.com/ledpost/ledpost/hw/unicornhd"
	"periph.io/x/conn/v3/spi/spitest"
)

// Each picture is one message: 0x72, then red, green and blue of 256 LEDs.
func ExampleNew() {
	port := &spitest.Record{}
	panel, err := unicornhd.New(port, unicornhd.Config{PowerLimit: -1})
	if err != nil {
		log.Fatal(err)
	}
	blue := image.NewUniform(color.RGBA{B: 255, A: 255})
	if err := panel.Draw(image.Rect(0, 0, 1, 1), blue, image.Point{}); err != nil {
		log.Fatal(err)
	}
	message := port.Ops[len(port.Ops)-1].W
	fmt.Printf("%v, %d bytes: % x\n", panel.Bounds().Size(), len(message), message[:7])
	// Output:
	// (16,16), 769 bytes: 72 00 00 ff 00 00 00
}
