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

// samples18 is a granule in the subband domain: 18 samples of 32 subbands.
type samples18 [subbandLines][subbands]float32

// hybrid does the inverse transforms of a granule of one channel: x to out. The
// lines from lines on are 0. tail holds the halves that overlap the next
// granule.
func (t *tables) hybrid(out *samples18, x, tail *[granuleLines]float32, lines int, g *granule) {
	active := (lines + subbandLines - 1) / subbandLines
	plain := subbands // subbands from 0 on with long blocks
	if g.block == 2 {
		plain = 0
		if g.mixed {
			plain = 2
		}
	}
	if plain > 0 {
		edges := min(active, plain-1, subbands-1)
		unalias(x, edges)
		active = max(active, edges+1)
	}
	for sb := range subbands {
		in, over := (*[18]float32)(x[sb*18:]), (*[18]float32)(tail[sb*18:])
		switch {
		case sb >= active:
			for i, v := range over {
				out[i][sb] = v
			}
			clear(over[:])
		case sb >= plain:
			t.imdctShort(out, sb, in, over)
		case g.mixed && sb < 2:
			imdctLong(out, sb, in, over, &t.mdct[sb&1][0])
		default:
			imdctLong(out, sb, in, over, &t.mdct[sb&1][g.block])
		}
	}
}

// imdctLong is the inverse transform of 18 lines to 36 windowed samples
//
//	x[i] = w[i] * sum over k of in[k] * cos(pi/72 * (2i+19) * (2k+1)).
//
// They follow from a DCT-IV of 18, t: x[i] is t[9+i], -t[26-i] or -t[i-27]. As
// 2cos(a)cos((2k+1)a) = cos(2ka) + cos((2k+2)a), t is a DCT-III of sums of
// neighbours, over 2cos(a). Its even terms are a DCT-III of 9 and its odd ones
// a DCT-IV of 9, which becomes a DCT-III of 9 the same way.
func imdctLong(out *samples18, sb int, in, over *[18]float32, w *[36]float32) {
	even := [9]float32{in[0], in[1] + in[2], in[3] + in[4], in[5] + in[6], in[7] + in[8],
		in[9] + in[10], in[11] + in[12], in[13] + in[14], in[15] + in[16]}
	last := in[0] + in[1]
	odd := [9]float32{last}
	for j := 1; j < 9; j++ {
		sum := in[2*j] + in[2*j+1]
		odd[j] = sum + last
		last = sum
	}
	dct9(&even)
	dct9(&odd)
	for k := range 9 {
		e, o := even[k], odd[k]*halfSec36[k]
		high, low := e-o, e+o // t[17-k] and t[k], but for the factor that is in w
		out[8-k][sb] = high*w[8-k] + over[8-k]
		out[9+k][sb] = high*w[9+k] + over[9+k]
		over[8-k] = low * w[26-k]
		over[9+k] = low * w[27+k]
	}
}

// halfSec36 holds 1/(2cos(pi/36*(2k+1))).
var halfSec36 = [9]float32{0.50190991877167369479, 0.51763809020504152470, 0.55168895948124587824,
	0.61038729438072803416, 0.70710678118654752440, 0.87172339781054900992, 1.18310079157624925897,
	1.93185165257813657350, 5.73685662283492756467}

// Cosines of multiples of 10 degrees.
const (
	cos20 = 0.93969262078590838405
	cos30 = 0.86602540378443864676
	cos40 = 0.76604444311897803520
	cos50 = 0.64278760968653932632
	cos70 = 0.34202014332566873304
	cos80 = 0.17364817766693034885
)

// dct9 is the DCT-III y[n] = sum over j of z[j] * cos(pi/18 * (2n+1) * j). The
// even terms are the same for n and 8-n, the odd ones change sign.
func dct9(z *[9]float32) {
	a, b, d := z[0]+z[6]*0.5, z[0]-z[6], z[2]-z[4]-z[8]
	s24, s28, d84 := z[2]+z[4], z[2]+z[8], z[8]-z[4]
	e0 := a + s24*cos40 + s28*cos80 // cos20 = cos40 + cos80
	e1 := b + d*0.5
	e2 := a - s24*cos80 + d84*cos40
	e3 := a - s28*cos40 - d84*cos80
	e4 := b - d
	m, s15, s17, d57 := z[3]*cos30, z[1]+z[5], z[1]+z[7], z[5]-z[7]
	o0 := m + s15*cos50 + s17*cos70 // cos10 = cos50 + cos70
	o1 := (z[1] - z[5] - z[7]) * cos30
	o2 := s17*cos50 - d57*cos70 - m
	o3 := s15*cos70 + d57*cos50 - m
	*z = [9]float32{e0 + o0, e1 + o1, e2 + o2, e3 + o3, e4, e3 - o3, e2 - o2, e1 - o1, e0 - o0}
}

// imdctShort is the inverse transform of three windows of 6 lines, each to 12
// samples that start 6 after the samples of the window before.
func (t *tables) imdctShort(out *samples18, sb int, in, over *[18]float32) {
	var x [36]float32
	w := &t.short[sb&1]
	for window := range 3 {
		var u [6]float32
		dct6(&u, in[window:])
		y := x[6+6*window:][:12]
		for i := range y {
			y[i] += u[source12(i)] * w[i]
		}
	}
	for i := range over {
		out[i][sb] = x[i] + over[i]
		over[i] = x[18+i]
	}
}

// dct6 is imdctLong's transform for 6 lines, every third of in.
func dct6(u *[6]float32, in []float32) {
	x0, x1, x2, x3, x4, x5 := in[0], in[3], in[6], in[9], in[12], in[15]
	e0, e1, e2 := dct3(x0, x1+x2, x3+x4)
	z1, z3, z5 := x0+x1, x2+x3, x4+x5
	o0, o1, o2 := dct3(z1, z1+z3, z3+z5)
	o0, o1, o2 = o0*0.51763809020504152470, o1*0.70710678118654752440, o2*1.93185165257813657350 // 1/(2cos(pi/12*(2n+1)))
	*u = [6]float32{e0 + o0, e1 + o1, e2 + o2, e2 - o2, e1 - o1, e0 - o0}
}

// dct3 is y[n] = sum over j of z[j] * cos(pi/6 * (2n+1) * j).
func dct3(z0, z1, z2 float32) (y0, y1, y2 float32) {
	a, b := z0+z2*0.5, z1*cos30
	return a + b, z0 - z2, a - b
}
