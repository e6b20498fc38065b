// SPDX-License-Identifier: Apache-2.0

package gpiomem

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// A Board is what the device tree says of the machine.
type Board struct {
	Model string // such as "Raspberry Pi 3 Model B Rev 1.2"
	Chip  Chip
}

// A Chip is the Broadcom chip of a board, by the name of the device tree.
type Chip string

// The chips of the Raspberry Pi.
const (
	BCM2835 Chip = "brcm,bcm2835" // 1, Zero
	BCM2836 Chip = "brcm,bcm2836" // 2
	BCM2837 Chip = "brcm,bcm2837" // 2 v1.2, 3, Zero 2
	BCM2711 Chip = "brcm,bcm2711" // 4, 400
	BCM2712 Chip = "brcm,bcm2712" // 5: its GPIO are on another chip, the RP1
)

// ErrNotPi says that the machine is not a Raspberry Pi.
var ErrNotPi = errors.New("gpiomem: this machine is not a Raspberry Pi (its device tree names no Broadcom chip)")

// FindBoard reads /proc/device-tree under root, which is the file system's.
func FindBoard(root fs.FS) (Board, error) {
	compatible, err := fs.ReadFile(root, "proc/device-tree/compatible")
	if err != nil {
		return Board{}, ErrNotPi
	}
	model, err := fs.ReadFile(root, "proc/device-tree/model")
	if err != nil {
		return Board{}, fmt.Errorf("gpiomem: the model of the board: %w", err)
	}
	b := Board{Model: string(bytes.TrimRight(model, "\x00"))}
	for _, chip := range []Chip{BCM2835, BCM2836, BCM2837, BCM2711, BCM2712} {
		for name := range bytes.SplitSeq(compatible, []byte{0}) {
			if string(name) == string(chip) {
				b.Chip = chip
				return b, nil
			}
		}
	}
	return b, ErrNotPi
}

// Pins is how many GPIO lines people can connect to, from GPIO 0 on: 46 on the Compute
// Modules 1, 3, 3+ and 4S, whose connector has both banks (bcm2835-rpi-cm1-io1.dts and
// bcm2837-rpi-cm3-io3.dts of Linux; the 4S replaces them), else 28. The Compute Module 4
// has Ethernet, radio and its loader's memory on the lines from GPIO 28 on
// (bcm2711-rpi-cm4-io.dts); the lines of the 5 are the RP1's.
func (b Board) Pins() int {
	module, ok := strings.CutPrefix(b.Model, "Raspberry Pi Compute Module")
	generation, _, _ := strings.Cut(strings.TrimSpace(module), " ")
	if ok && slices.Contains([]string{"", "Rev", "IO", "3", "4S"}, generation) { // the first has no number
		return ModulePins
	}
	return Pins
}

// base is the physical address of the peripherals (BCM2835 ARM Peripherals,
// section 1.2.3; the later chips moved them).
func (c Chip) base() int64 {
	switch c {
	case BCM2835:
		return 0x20000000
	case BCM2711:
		return 0xfe000000
	}
	return 0x3f000000
}

// Slow is the number of extra writes that panels need on this chip's bus, the
// faster the more.
func (c Chip) Slow() int {
	switch c {
	case BCM2835:
		return 0
	case BCM2711:
		return 2
	}
	return 1
}

// PLLD is the frequency, in Hz, of the clock whose divisions drive PWM and PCM. It does
// not follow the load.
func (c Chip) PLLD() int64 {
	if c == BCM2711 {
		return 750e6
	}
	return 500e6
}

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
