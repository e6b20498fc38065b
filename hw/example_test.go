// SPDX-License-Identifier: Apache-2.0

package hw_test

import (
	"fmt"
	"image"
	"os"
	"path/filepath"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/max7219"
	"periph.io/x/conn/v3/display"
	"periph.io/x/devices/v3/ssd1306/image1bit"
)

func ExampleDrivers() {
	fmt.Println(hw.Drivers())
	// Output:
	// [max7219 hub75 ws2812 apa102 unicornhd ssd1306 ssd1322 st7789 ht16k33 tm1640 is31fl lametric composite]
}

// A driver says what its panel is and wants before any hardware is touched.
func ExamplePanelConfig_Spec() {
	spec, err := hw.NewPanelConfig("max7219", nil).Spec()
	fmt.Println(spec.Size, spec.Kind, err)

	_, err = hw.NewPanelConfig("max7219", &max7219.Config{Modules: 200}).Spec()
	fmt.Println(err)
	// Output:
	// (37,8) monochrome <nil>
	// max7219: 200 modules, want 1 to 128
}

// A program for periph draws on a panel of any driver: here on one whose wires are recorded.
func ExampleOpenDisplay() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	cfg := max7219.Config{Modules: 4, Port: "vcd:" + filepath.Join(dir, "wires.vcd")}
	d, err := hw.OpenDisplay(hw.NewPanelConfig("max7219", &cfg))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer d.Close()
	var screen display.Drawer = d
	if err := screen.Draw(screen.Bounds(), image.White, image.Point{}); err != nil {
		fmt.Println(err)
	}
	fmt.Println(screen.Bounds().Size(), screen.ColorModel() == image1bit.BitModel, screen.Halt())
	// Output: (32,8) true <nil>
}
