// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"image"
	"testing"
)

// TestDitherKeepsGrey: of a quarter of the light, a quarter of the LEDs is on; of a dark picture few, but some.
func TestDitherKeepsGrey(t *testing.T) {
	const side = 32
	for value, want := range map[uint8]int{0: 0, 40: 22, 137: side * side / 4, 255: side * side} {
		m := image.NewRGBA(image.Rect(0, 0, side, side))
		for i := range m.Pix {
			if m.Pix[i] = value; i%4 == 3 {
				m.Pix[i] = 255
			}
		}
		Dither(m)
		on := 0
		for i := 0; i < len(m.Pix); i += 4 {
			if m.Pix[i] == 255 {
				on++
			}
		}
		if on < want-16 || on > want+16 {
			t.Errorf("of the value %d %d LEDs are on, want about %d", value, on, want)
		}
	}
}
