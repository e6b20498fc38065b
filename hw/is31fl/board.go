// SPDX-License-Identifier: Apache-2.0

package is31fl

// place is where an output of a chip leads to on an emulated board: to a colour of the LED at x, y.
type place struct{ x, y, color int }

// The colours of a place, as image/color.RGBA has them.
const (
	red = iota
	green
	blue
)

// nowhere is the place of an output without an LED.
var nowhere = place{-1, -1, red}

// boards are the wires of the emulated boards: the place of output n of the chip, outside of the
// board where it has no LED. The driver's table leads the other way, and was read elsewhere:
//
//   - 16x9, charlie-wing: Adafruit_IS31FL3731 for Arduino, drawPixel
//   - scroll-phat-hd: Pimoroni's scroll-phat-hd for Python, _pixel_addr
//   - 11x7: Pimoroni's matrix11x7-python, _pixel_addr and show
//   - rgb-13x9: Adafruit_IS31FL3741 for Arduino, Adafruit_IS31FL3741_QT::drawPixel, with its order BGR
//   - charlie-bonnet: Adafruit_CircuitPython_IS31FL3731, which is the driver's source, too: unconfirmed
var boards = map[string]func(n int) place{
	"16x9": func(n int) place { return place{n % 16, n / 16, red} },
	"charlie-wing": func(n int) place {
		switch {
		case n/16 > 7:
			return nowhere
		case n%16 >= 8:
			return place{15 - n/16, n%16 - 8, red}
		}
		return place{n / 16, 7 - n%16, red}
	},
	"scroll-phat-hd": func(n int) place {
		if n%16 >= 8 {
			return place{n/16 + 9, n%16 - 8, red}
		}
		return place{8 - n/16, 6 - n%16, red}
	},
	"11x7": func(n int) place {
		switch {
		case n%16 >= 8:
			return place{n/16 + 6, 14 - n%16, red}
		case n/16 > 5:
			return nowhere
		}
		return place{n / 16, 6 - n%16, red}
	},
	"charlie-bonnet": func(n int) place {
		switch {
		case n/16 == 0:
			return nowhere
		case n%16 >= 8:
			return place{n/16 + 7, 15 - n%16, red}
		}
		return place{n/16 - 1, 7 - n%16, red}
	},
	"rgb-13x9": func(n int) place {
		at, row := n/3%10, n/30 // ten LEDs a row; the other three of each row follow behind all of these
		if n >= 270 {
			at, row = 10+(n-270)/3%3, (n-270)/9
		}
		colors := [...]int{blue, green, red}
		if at%2 == 1 || at == 12 {
			colors = [...]int{green, red, blue}
		}
		return place{at, [...]int{6, 5, 4, 3, 2, 1, 8, 7, 0}[row], colors[n%3]}
	},
}
