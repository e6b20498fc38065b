// SPDX-License-Identifier: Apache-2.0

package hub75

// The lines of the emulated boards, by pins.h of Adafruit's Piomatter: three active chains, and
// the bonnet. Boards that it does not know are connected as the driver has them.
var (
	active3 = Pins{
		Colour: [maxChains][6]int{{11, 27, 7, 8, 9, 10}, {12, 5, 6, 19, 13, 20}, {14, 2, 3, 26, 16, 21}},
		OE:     18, Clock: 17, Latch: 4, Address: [5]int{22, 23, 24, 25, 15},
	}
	bonnet = Pins{
		Colour: [maxChains][6]int{{5, 13, 6, 12, 16, 23}},
		OE:     4, Clock: 17, Latch: 21, Address: [5]int{22, 26, 27, 20, 24},
	}
	// bridged has GPIO 4 and 18 joined.
	bridged = Pins{Colour: bonnet.Colour, OE: 18, Clock: 17, Latch: 21, Address: bonnet.Address}
)

var soldered = map[Wiring]Pins{
	"regular": active3, "electrodragon": active3, "adafruit-triple-bonnet": active3, "acme-hat-a3": active3,
	"adafruit-hat": bonnet, "adafruit-bonnet": bonnet, "adafruit-hat-pwm": bridged, "adafruit-bonnet-pwm": bridged,
}
