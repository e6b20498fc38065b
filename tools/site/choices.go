// SPDX-License-Identifier: Apache-2.0

package main

// A Board is a Raspberry Pi, or several that are alike here.
type Board struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Says string `json:"says"`
	// Image reports whether the flashable image runs on it and drives panels.
	Image bool `json:"image"`
	// Small is the outline of a Zero, 65 by 30 mm; the others have 85 by 56 mm.
	Small bool `json:"small"`
	// HUB75 reports whether it is quick enough for such a panel.
	HUB75 bool `json:"hub75"`
}

// boards in the order of the page. What they can drive is in docs/install.md and
// docs/build.md.
var boards = []Board{
	{"zero2w", "Zero 2 W", "small, quick enough for every panel", true, true, true},
	{"pi3", "Pi 3", "A+, B or B+", true, false, true},
	{"pi4", "Pi 4, 400", "any memory", true, false, true},
	{"pi5", "Pi 5, 500", "any memory", false, false, true},
	{"pi2", "Pi 2", "Model B", false, false, true},
	{"zero", "Zero, Zero W", "and the Pi 1 with 40 pins", false, true, false},
}

// A Panel is what somebody has bought, in the words of the shops.
type Panel struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Says    string   `json:"says"`
	Width   int      `json:"width"`
	Height  int      `json:"height"`
	Colour  string   `json:"colour"` // of its LEDs; "" = all
	HUB75   bool     `json:"hub75"`
	Lines   []string `json:"lines"` // of [panel]
	Wirings []Wiring `json:"wirings"`
}

// A Wiring is one of the ways to connect a panel.
type Wiring struct {
	ID    string   `json:"id"`
	Name  string   `json:"name"`
	Says  string   `json:"says"`
	Lines []string `json:"lines"` // more of [panel]
}

// Ways that several panels have in common.
var (
	modules = []Wiring{
		{"fc16", "Boards of four modules", "one long circuit board; the chips lie below the LEDs",
			[]string{`wiring = "fc16"`}},
		{"generic", "Single modules", "each has a socket for its LEDs, which covers its chip",
			[]string{`wiring = "generic"`}},
	}
	adapters = []Wiring{
		{"adafruit-hat", "Adafruit HAT or Bonnet", "as it is sold", []string{`wiring = "adafruit-hat"`}},
		{"adafruit-hat-pwm", "Adafruit HAT or Bonnet with a wire", "from GPIO 4 to GPIO 18: less flicker",
			[]string{`wiring = "adafruit-hat-pwm"`}},
		{"regular", "Other adapters and wires", "an active-3 board, or wires to the pins of the picture",
			[]string{`wiring = "regular"`}},
	}
	strips = []Wiring{
		{"columns", "Up and down", "the strip turns at the top and the bottom; most matrices of 8 rows",
			[]string{`wiring = "serpentine-columns"`}},
		{"rows", "Left and right", "the strip turns at the sides; most square matrices",
			[]string{`wiring = "serpentine-rows"`}},
	}
	plugged = []Wiring{{"plugged", "The usual pins", "", nil}}
)

// panels in the order of the page: the most common ones first. Modules differ in
// number only, and so do strips and HUB75 panels in size.
var panels = []Panel{
	module(4), module(5), module(8),
	{"hub75-64x32", "HUB75 panel, 64×32", "full colour, with a ribbon cable", 64, 32, "", true,
		[]string{`driver = "hub75"`}, adapters},
	{"hub75-64x64", "HUB75 panel, 64×64", "full colour, five address lines", 64, 64, "", true,
		[]string{`driver = "hub75"`, `rows = 64`}, adapters},
	{"hub75-128x64", "Two HUB75 panels, 128×64", "two of 64×64, side by side", 128, 64, "", true,
		[]string{`driver = "hub75"`, `rows = 64`, `chain = 2`}, adapters},
	strip("ws2812", "WS2812 matrix", 32, 8), strip("ws2812", "WS2812 matrix", 16, 16),
	strip("ws2812", "WS2812 matrix", 8, 8), strip("apa102", "APA102 matrix", 16, 16),
	{"unicornhd", "Unicorn HAT HD, 16×16", "full colour, sits on the Pi", 16, 16, "", false,
		[]string{`driver = "unicornhd"`}, plugged},
	{"ht16k33", "HT16K33 module, 8×8", "one colour, by I2C", 8, 8, "#ff3020", false,
		[]string{`driver = "ht16k33"`}, plugged},
	{"ssd1306", "SSD1306 OLED, 128×64", "one colour, a few centimetres wide", 128, 64, "#dff4ff", false,
		[]string{`driver = "ssd1306"`, `size = "128x64"`}, plugged},
}

// A Sensor tells how light it is.
type Sensor struct {
	ID    string   `json:"id"`
	Name  string   `json:"name"`
	Lines []string `json:"lines"` // of [light]
}

var sensors = []Sensor{
	{"none", "No light sensor", nil},
	{"bh1750", "BH1750", []string{`source = "bh1750"`}},
}
