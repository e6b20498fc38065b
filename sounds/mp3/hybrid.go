// SPDX-License-Identifier: Apache-2.0

package mp3

import "math"

// butterfly holds cs and ca of the alias reduction (ISO 11172-3, table B.9).
var butterfly = func() (b [8][2]float32) {
	for i, c := range [8]float64{-0.6, -0.535, -0.33, -0.185, -0.095, -0.041, -0.0142, -0.0037} {
		root := math.Sqrt(1 + c*c)
		b[i] = [2]float32{float32(1 / root), float32(c / root)}
	}
	return b
}()

// unalias does the alias reduction at the lower edges of subbands 1 to last.
func unalias(x *[granuleLines]float32, last int) {
	for sb := 1; sb <= last; sb++ {
		edge := (*[16]float32)(x[sb*subbandLines-8:])
		for i := range butterfly {
			up, down := edge[7-i], edge[8+i]
			cs, ca := butterfly[i][0], butterfly[i][1]
			edge[7-i], edge[8+i] = up*cs-down*ca, down*cs+up*ca
		}
	}
}

// makeMDCT computes the windows (2.4.3.4.10.3), with three things folded in:
// the last factor of the cosine transform, the sign by which the output of the
// transform follows from it, and the frequency inversion of odd subbands.
func (t *tables) makeMDCT() {
	for odd := range 2 {
		for block := range 4 {
			for i := range 36 {
				w := mdctWindow(block, i) * inversion(odd, i)
				if i >= 9 {
					w = -w // x[i] is -t[26-i] or -t[i-27], see imdct36
				}
				t.mdct[odd][block][i] = float32(w / (2 * math.Cos(math.Pi/72*float64(2*source36(i)+1))))
			}
		}
		for i := range 12 {
			w := math.Sin(math.Pi/12*(float64(i)+0.5)) * inversion(odd, i)
			if i >= 3 {
				w = -w
			}
			t.short[odd][i] = float32(w / (2 * math.Cos(math.Pi/24*float64(2*source12(i)+1))))
		}
	}
}

// mdctWindow is the window of a long block of the given type.
func mdctWindow(block, i int) float64 {
	switch {
	case block == 1 && i >= 30, block == 3 && i < 6:
		return 0
	case block == 1 && i >= 24:
		return math.Sin(math.Pi / 12 * (float64(i-18) + 0.5))
	case block == 3 && i < 12:
		return math.Sin(math.Pi / 12 * (float64(i-6) + 0.5))
	case block == 1 && i >= 18, block == 3 && i < 18:
		return 1
	}
	return math.Sin(math.Pi / 36 * (float64(i) + 0.5))
}

// inversion is -1 for odd samples of odd subbands.
func inversion(odd, i int) float64 {
	if odd&i&1 == 1 {
		return -1
	}
	return 1
}

// source36 is which output of the cosine transform of 18 makes sample i of 36.
func source36(i int) int {
	switch {
	case i < 9:
		return 9 + i
	case i < 27:
		return 26 - i
	}
	return i - 27
}

// source12 is the same for short blocks.
func source12(i int) int {
	switch {
	case i < 3:
		return 3 + i
	case i < 9:
		return 8 - i
	}
	return i - 9
}
