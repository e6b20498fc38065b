// SPDX-License-Identifier: Apache-2.0

package rig

import (
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/apa102"
	"github.com/ledpost/ledpost/hw/fourwire"
	"github.com/ledpost/ledpost/hw/ht16k33"
	"github.com/ledpost/ledpost/hw/is31fl"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/ssd1306"
	"github.com/ledpost/ledpost/hw/ssd1322"
	"github.com/ledpost/ledpost/hw/tm1640"
	"github.com/ledpost/ledpost/hw/unicornhd"
	"github.com/ledpost/ledpost/hw/vcd"
)

// Lines are the pins of a bus, by the names that package vcd has for its lines.
type Lines map[string]int

// The buses: two that the kernel makes of GPIO lines (buses.dts), the first of them beside
// a line that the chip's driver sets, and two lines alone.
var (
	SPI     = Lines{vcd.Select: 16, vcd.Clock: 20, vcd.Data: 21}
	Display = Lines{vcd.Select: 16, vcd.Clock: 20, vcd.Data: 21, vcd.Command: 12}
	I2C     = Lines{vcd.SerialData: 5, vcd.SerialClock: 6}
	Plain   = Lines{vcd.Data: 12, vcd.Clock: 13}
)

// A Chip is a panel on a bus.
type Chip struct {
	Name  string
	Lines Lines
	// Panel is the panel on the kernel's port of that name.
	Panel func(port string) hw.PanelConfig
}

// Chips are the panels on buses, in the order in which they are shown.
func Chips() []Chip {
	return []Chip{
		{"max7219", SPI, func(port string) hw.PanelConfig {
			return hw.NewPanelConfig("max7219", &max7219.Config{Port: port, Modules: 5})
		}},
		{"apa102", SPI, func(port string) hw.PanelConfig {
			return hw.NewPanelConfig(
				"apa102", &apa102.Config{Port: port, Layout: pixel.Layout{Width: 8, Height: 8}, Power: pixel.Power{Limit: -1}})
		}},
		{"unicornhd", SPI, func(port string) hw.PanelConfig {
			return hw.NewPanelConfig("unicornhd", &unicornhd.Config{Port: port, PowerLimit: -1})
		}},
		{"ssd1322", Display, func(port string) hw.PanelConfig {
			c := fourwire.Config{Port: port, DC: "GPIO12", Reset: fourwire.None}
			return hw.NewPanelConfig("ssd1322", &ssd1322.Config{Config: c})
		}},
		{"tm1640", Plain, func(string) hw.PanelConfig {
			return hw.NewPanelConfig("tm1640", &tm1640.Config{Data: "GPIO12", Clock: "GPIO13"})
		}},
		{"ht16k33", I2C, func(port string) hw.PanelConfig {
			return hw.NewPanelConfig("ht16k33", &ht16k33.Config{Port: port, Module: ht16k33.Wide})
		}},
		{"is31fl3731", I2C, func(port string) hw.PanelConfig {
			return hw.NewPanelConfig("is31fl", &is31fl.Config{Port: port, Module: "scroll-phat-hd"})
		}},
		{"is31fl3741", I2C, func(port string) hw.PanelConfig {
			return hw.NewPanelConfig("is31fl", &is31fl.Config{Port: port, Module: "rgb-13x9"})
		}},
		{"ssd1306", I2C, func(port string) hw.PanelConfig { return oled(port, "ssd1306", pixel.Size{X: 128, Y: 32}) }},
		{"sh1106", I2C, func(port string) hw.PanelConfig { return oled(port, "sh1106", pixel.Size{}) }},
		{"ssd1309", I2C, func(port string) hw.PanelConfig { return oled(port, "ssd1309", pixel.Size{}) }},
	}
}

func oled(port, chip string, size pixel.Size) hw.PanelConfig {
	return hw.NewPanelConfig("ssd1306", &ssd1306.Config{Port: port, Chip: chip, Size: size})
}
