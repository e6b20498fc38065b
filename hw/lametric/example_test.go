// SPDX-License-Identifier: Apache-2.0

package lametric_test

import (
	"fmt"
	"image"
	"image/color"

	"github.com/ledpost/ledpost/hw/lametric"
)

// An emulated controller stands in for the real one: it has an SPI port, a line and registers.
func ExampleNew() {
	controller := lametric.NewController()
	panel, err := lametric.New(controller, controller.Line(), controller.I2C(), lametric.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	picture := image.NewRGBA(panel.Bounds())
	picture.Set(0, 0, color.RGBA{R: 255, A: 255})
	picture.Set(36, 7, color.White)
	if err := panel.Draw(panel.Bounds(), picture, image.Point{}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(panel.Bounds().Size(), controller.Picture().RGBAAt(0, 0), controller.Picture().RGBAAt(36, 7))
	// Output: (37,8) {255 0 0 255} {255 255 255 255}
}
