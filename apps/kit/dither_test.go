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

// TestDitherFilm: dots stay where the picture stays, though the part at their left and above moves, and show as many
// tones as [Dither] in a film that is dark.
func TestDitherFilm(t *testing.T) {
	const side = 32
	var all []*image.RGBA
	for n := range 40 {
		m := image.NewRGBA(image.Rect(0, 0, side, side))
		for i := range side * side {
			v := uint8(10 + 60*(i%side)/side) // from left to right
			if i/side < side/2 && i%side < side/2 {
				v = uint8(10 + (60*(i%side)/side+7*n)%60)
			}
			copy(m.Pix[4*i:], []uint8{v, v, v, 255})
		}
		all = append(all, m)
	}
	DitherFilm(all)
	lit := 0
	for n, m := range all {
		for i := range side * side {
			if v := m.Pix[4*i]; v != 0 && v != 255 {
				t.Fatalf("picture %d has %d", n, v)
			} else if i/side >= side/2 && v != all[0].Pix[4*i] {
				t.Fatalf("picture %d: a dot that stands still has changed at %d, %d", n, i%side, i/side)
			}
			lit += int(m.Pix[4*i]) / 255
		}
	}
	if share := float64(lit) / float64(len(all)*side*side); share < 0.4 || share > 0.6 {
		t.Errorf("%.2f of the LEDs are on", share)
	}
}

// TestDitherSpreadsTones: of a picture that goes from one tone to another, half of the LEDs are on, few of them in the
// darkest third and most in the brightest, whether the picture is dark or bright.
func TestDitherSpreadsTones(t *testing.T) {
	const side = 60
	for _, tones := range [][2]int{{10, 70}, {0, 255}, {180, 250}} {
		m := image.NewRGBA(image.Rect(0, 0, side, side))
		for i := range side * side {
			v := uint8(tones[0] + (tones[1]-tones[0])*(i%side)/(side-1)) // from left to right
			copy(m.Pix[4*i:], []uint8{v, v, v, 255})
		}
		Dither(m)
		var lit [3]float64 // of a third
		for i := range side * side {
			lit[i%side*3/side] += float64(m.Pix[4*i]) / 255 / (side * side / 3)
		}
		if half := (lit[0] + lit[1] + lit[2]) / 3; half < 0.45 || half > 0.55 || lit[0] > 0.25 || lit[2] < 0.75 {
			t.Errorf("from %d to %d, %.2f of the LEDs of each third are on", tones[0], tones[1], lit)
		}
	}
}
