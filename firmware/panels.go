// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"slices"
	"strings"

	"periph.io/x/conn/v3/i2c"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/onboard/portal"
)

// panelChoice is a panel that can be chosen while Wi-Fi is set up.
type panelChoice struct {
	portal.Panel
	keys map[string]any // of [panel]
}

// panelChoices are the usual panels of each driver, with its usual wiring; the page's set-up
// has the rest.
func panelChoices() []panelChoice {
	choice := func(id, title, driver string, keys map[string]any) panelChoice {
		keys["driver"] = driver
		return panelChoice{portal.Panel{ID: id, Title: title}, keys}
	}
	type keys = map[string]any
	return []panelChoice{
		choice("max7219-4", "MAX7219, 4 modules in a row (32×8, one colour)", "max7219", keys{"modules": 4}),
		choice("max7219-5", "MAX7219, 5 modules in a row (40×8, one colour)", "max7219", keys{"modules": 5}),
		choice("max7219-8", "MAX7219, 8 modules in a row (64×8, one colour)", "max7219", keys{"modules": 8}),
		choice("hub75-64x32", "HUB75, 64×32", "hub75", keys{"rows": 32, "cols": 64}),
		choice("hub75-64x64", "HUB75, 64×64", "hub75", keys{"rows": 64, "cols": 64}),
		choice("hub75-128x32", "HUB75, two of 64×32 in a row", "hub75", keys{"rows": 32, "cols": 64, "chain": 2}),
		choice("ws2812-37x8", "WS2812 (NeoPixel), 37×8", "ws2812", keys{"width": 37, "height": 8, "power_limit": 8}),
		choice("ws2812-32x8", "WS2812 (NeoPixel), 32×8 on a flexible sheet", "ws2812",
			keys{"width": 32, "height": 8, "wiring": "serpentine-columns", "power_limit": 8}),
		choice("ws2812-16x16", "WS2812 (NeoPixel), 16×16", "ws2812", keys{"width": 16, "height": 16, "power_limit": 8}),
		choice("apa102-16x16", "APA102 (DotStar), 16×16", "apa102", keys{"width": 16, "height": 16, "power_limit": 8}),
		choice("unicornhd", "Unicorn HAT HD or Ubercorn, 16×16", "unicornhd", keys{}),
		choice("ssd1306-128x64", "SSD1306 OLED, 128×64", "ssd1306", keys{"size": "128x64"}),
		choice("ssd1306-128x32", "SSD1306 OLED, 128×32", "ssd1306", keys{"size": "128x32"}),
		choice("ssd1322-256x64", "SSD1322 OLED, 256×64, grey", "ssd1322", keys{}),
		choice("st7789-240x240", "ST7789 TFT, 240×240, drawn as 24×24 LEDs", "st7789", keys{"module": "240x240"}),
		choice("st7789-320x172", "ST7789 TFT, 320×172, drawn as 32×16 LEDs", "st7789", keys{"module": "320x172"}),
		choice("ht16k33-8x8", "HT16K33, 8×8", "ht16k33", keys{"module": "8x8"}),
		choice("ht16k33-16x8", "HT16K33, 16×8", "ht16k33", keys{"module": "16x8"}),
		choice("is31fl-17x7", "Scroll pHAT HD, 17×7", "is31fl", keys{"module": "scroll-phat-hd"}),
		choice("is31fl-16x9", "IS31FL3731, 16×9", "is31fl", keys{"module": "16x9"}),
		choice("tm1640-16x8", "TM1640, 16×8", "tm1640", keys{"module": "16x8"}),
	}
}

// panelKeys returns the keys of [panel] for a choice; nil if there is none such.
func panelKeys(id string) map[string]any {
	all := panelChoices()
	if i := slices.IndexFunc(all, func(c panelChoice) bool { return c.ID == id }); i >= 0 {
		return all[i].keys
	}
	return nil
}

// panels returns what can be chosen; nothing if the administrator has set the panel.
func (t *trial) panels() (all []portal.Panel) {
	locked, err := t.layers.Locked()
	if err != nil {
		return nil
	}
	for key := range locked {
		if strings.HasPrefix(key, "panel.") {
			return nil
		}
	}
	for _, c := range panelChoices() {
		all = append(all, c.Panel)
	}
	return all
}

// panelOnI2C is a panel that answers at an address of the I2C bus.
type panelOnI2C struct {
	address uint16
	id      string // of panelChoices
}

// panelsOnI2C are the usual panels on I2C, at the addresses at which boards leave the
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
