// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"periph.io/x/conn/v3/i2c"

	"github.com/ledpost/ledpost/hw/bus"
)

// panelOnI2C is a panel that answers at an address of the I2C bus.
type panelOnI2C struct {
	address uint16
	id      string // of panelChoices
}

// panelsOnI2C are those of the usual panels, at the addresses at which boards leave the
// factory (datasheets: SSD1306, 8.1.5; HT16K33, "Slave addressing"). Panels on other buses
// do not answer.
var panelsOnI2C = []panelOnI2C{{0x3c, "ssd1306-128x64"}, {0x3d, "ssd1306-128x64"}, {0x70, "ht16k33-8x8"}}

// foundPanel returns the choice that is probably there, "" for none. Somebody confirms it:
// another chip may have the same address. A bus on which all answer is at fault.
func foundPanel(answers func(address uint16) bool) (id string) {
	there := 0
	for _, p := range panelsOnI2C {
		if answers(p.address) {
			id, there = p.id, there+1
		}
	}
	if there != 1 {
		return ""
	}
	return id
}

// onBus reports whether something answers at an address of the header's I2C bus. It reads a
// byte, which changes nothing in these chips.
func onBus(address uint16) bool {
	b, err := bus.OpenI2C("I2C1")
	if err != nil {
		return false
	}
	defer b.Close()
	return (&i2c.Dev{Addr: address, Bus: b}).Tx(nil, make([]byte, 1)) == nil
}
