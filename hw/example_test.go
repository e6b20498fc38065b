// SPDX-License-Identifier: Apache-2.0

package hw_test

import (
	"fmt"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/max7219"
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
