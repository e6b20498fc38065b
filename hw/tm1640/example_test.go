// SPDX-License-Identifier: Apache-2.0

package tm1640_test

import (
	"fmt"
	"image"
	"log"

	"github.com/ledpost/ledpost/hw/tm1640"
)

// The chip has eight levels of brightness, of which the driver takes the one nearest to what an eye expects.
func ExampleNew() {
	cfg := tm1640.Config{}
	chip, err := tm1640.NewChip(cfg)
	if err != nil {
		log.Fatal(err)
	}
	panel, err := tm1640.New(chip, cfg)
	if err != nil {
		log.Fatal(err)
	}
	for _, level := range []float64{1, 0.5, 0.1} {
		panel.SetBrightness(level)
		if err := panel.Draw(panel.Bounds(), image.White, image.Point{}); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("brightness %.1f: lit for %d of 16 parts of the time\n", level, chip.Sixteenths())
	}
	// Output:
	// brightness 1.0: lit for 14 of 16 parts of the time
	// brightness 0.5: lit for 2 of 16 parts of the time
	// brightness 0.1: lit for 1 of 16 parts of the time
}
