package display

import (
	"fmt"
	"image"
)

// lates is what a message says of a recording of white text that is one bit late, by the
// datasheet of the chip.
var lates = map[string]func(right *image.RGBA) string{
	// The addresses of the registers are late, too: the chips are never switched on.
	"max7219": darkened,
	// The first byte is no longer the one with which a picture begins: nothing is taken.
	"unicornhd": darkened,
	// Nor is the byte that announces it.
	"lametric": darkened,
	// The commands are others, and the display is never switched on.
	"ssd1306": darkened,
	"ssd1322": darkened,
	"st7789":  darkened,
	// LED x is bit x of a row's byte, the highest bit comes first: LED x has what LED x+1
	// should have, so that the LED before the first one is lit.
	"ht16k33": func(right *image.RGBA) string {
		return says(top(right).Sub(image.Pt(1, 0)), "#ffffff", "#000000")
	},
	// The pages are others, and the chip is never woken.
	"is31fl": darkened,
	// The clock of a stop sees the highest bit of the command that lights the display, which
	// is 1: data do not rise then, and that message has no end.
	"tm1640": darkened,
	// Each colour is a column late: the first LED of each row that is lit has what the one
	// before it should have.
	"hub75": darkened,
	// The first byte of an LED is green. The highest of its bits is the last one of the LED
	// before, which is dark.
	"ws2812": func(right *image.RGBA) string { return says(top(right), "#ff7fff", "#ffffff") },
	// The highest bit of blue is the lowest one of the brightness before it, which is 1 of 31
	// for a dark LED: half of blue, 128 of 255, at a 31st, in all that are dark.
	"apa102": func(*image.RGBA) string { return says(image.Point{}, "#000004", "#000000") },
}

// darkened says that the first LED that should be lit is dark.
func darkened(right *image.RGBA) string { return says(top(right), "#000000", "#ffffff") }

func says(at image.Point, got, want string) string {
	return fmt.Sprintf("pixel (%d, %d) shows %s, expected %s", at.X, at.Y, got, want)
}

// top is the first lit pixel, row by row.
func top(m *image.RGBA) image.Point {
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
			if m.RGBAAt(x, y).R > 0 {
				return image.Pt(x, y)
			}
		}
	}
	return image.Pt(-1, -1)
}
