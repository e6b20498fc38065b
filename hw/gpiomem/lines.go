// SPDX-License-Identifier: Apache-2.0

package gpiomem

// Pins is how many GPIO lines the 40-pin header has: GPIO 0 to 27.
const Pins = 28

// ModulePins is how many GPIO lines the connector of some Compute Modules has: GPIO 0 to
// 45 (see [Board.Pins]).
const ModulePins = 46

// A Line is a GPIO line of the header, or of a Compute Module's connector, that the
// kernel or a program has asked the kernel's driver for.
type Line struct {
	Pin int `json:"pin"` // n of GPIO n, 0 to 45
	// Owner is the name that the asker gave, such as "spi0 CS0" or "pigpio"; empty for
	// a line that the kernel keeps to itself.
	Owner string `json:"owner,omitempty"`
}
