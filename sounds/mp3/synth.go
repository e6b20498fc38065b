// SPDX-License-Identifier: Apache-2.0

package mp3

// A synth is the polyphase synthesis filter bank of one channel (ISO 11172-3,
// 2.4.3.2.2). Of each slot of 32 subband samples the standard keeps a vector V
// of 64; its 32 cosine sums y are enough, as V[i] is y[16+i] for i up to 16 and
// -y[|48-i|] above, with y[32] = 0. An output sample takes the upper half of
// the slots with an even age and the lower half of those with an odd one, so
// each slot leaves its halves in different banks.
type synth struct {
	bank [2][17][16]float32 // by parity of slot, index, slot
	slot int
}

// synthWindow holds the window D for output j, and for 32-j, as two runs over
// the ages of the slots, 15 to 0, twice over: from 15-slot on they meet the
// slots as they lie in a bank.
type synthWindow [2][32]float32

// makeWindow prepares the windows.
func (t *tables) makeWindow() {
	for j := range t.window {
		for i := range 32 {
			age := (31 - i) & 15
			t.window[j][0][i] = windowD(32*age + j)
			if age&1 == 1 {
				t.window[j][0][i] *= -1
			} else if j == 16 {
				t.window[j][0][i] = 0 // V[16] is 0
			}
			t.window[j][1][i] = -windowD(32*age + 32 - j)
		}
	}
}

// windowD is D[i] of table B.3.
func windowD(i int) float32 {
	switch {
	case i <= 256:
		return float32(synthesisWindow[i]) / 65536
	case i == 512:
		return 0 // not used
	case i%64 == 0:
		return float32(synthesisWindow[512-i]) / 65536
	}
	return -float32(synthesisWindow[512-i]) / 65536
}

// run filters one slot of subband samples, which it destroys, to 32 samples.
func (s *synth) run(t *tables, in *[subbands]float32, out *[subbands]float32) {
	dct32(in)
	at := s.slot & 15
	now, next := &s.bank[s.slot&1], &s.bank[s.slot&1^1]
	for j := range 16 {
		now[j][at] = in[16+j]
		next[j][at] = in[16-j]
	}
	next[16][at] = in[0]
	from := 15 - at
	for j := 1; j < 16; j++ {
		w := &t.window[j]
		out[j], out[32-j] = dot(&now[j], (*[16]float32)(w[0][from:]), (*[16]float32)(w[1][from:]))
	}
	out[0], _ = dot(&now[0], (*[16]float32)(t.window[0][0][from:]), (*[16]float32)(t.window[0][1][from:]))
	out[16], _ = dot(&now[16], (*[16]float32)(t.window[16][0][from:]), (*[16]float32)(t.window[16][1][from:]))
	s.slot++
}

// dot returns the products of v with a and with b. It is written out because it
// is half of all the work: two sums each keep the additions from waiting.
func dot(v, a, b *[16]float32) (x, y float32) {
	x0, y0 := v[0]*a[0], v[0]*b[0]
	x1, y1 := v[1]*a[1], v[1]*b[1]
	x0, y0 = x0+v[2]*a[2], y0+v[2]*b[2]
	x1, y1 = x1+v[3]*a[3], y1+v[3]*b[3]
	x0, y0 = x0+v[4]*a[4], y0+v[4]*b[4]
	x1, y1 = x1+v[5]*a[5], y1+v[5]*b[5]
	x0, y0 = x0+v[6]*a[6], y0+v[6]*b[6]
	x1, y1 = x1+v[7]*a[7], y1+v[7]*b[7]
	x0, y0 = x0+v[8]*a[8], y0+v[8]*b[8]
	x1, y1 = x1+v[9]*a[9], y1+v[9]*b[9]
	x0, y0 = x0+v[10]*a[10], y0+v[10]*b[10]
	x1, y1 = x1+v[11]*a[11], y1+v[11]*b[11]
	x0, y0 = x0+v[12]*a[12], y0+v[12]*b[12]
	x1, y1 = x1+v[13]*a[13], y1+v[13]*b[13]
	x0, y0 = x0+v[14]*a[14], y0+v[14]*b[14]
	x1, y1 = x1+v[15]*a[15], y1+v[15]*b[15]
	return x0 + x1, y0 + y1
}

// The DCT-II y[j] = sum over k of x[k] * cos(pi/2N * (2k+1) * j) of 32 samples,
// by halves: with a[k] = x[k] + x[N-1-k] and b[k] = (x[k] - x[N-1-k]) /
// (2cos(pi/2N * (2k+1))), the even results are the transform of a, and y[2j+1]
// is B[j] + B[j+1] of the transform of b.

// halfSec holds 1/(2cos(pi/2N*(2k+1))) for N = 32, 16 and 8.
var (
	halfSec32 = [16]float32{0.50060299823519630134, 0.50547095989754365998, 0.51544730992262454697,
		0.53104259108978417447, 0.55310389603444452782, 0.58293496820613387367, 0.62250412303566481615,
		0.67480834145500574602, 0.74453627100229844977, 0.83934964541552703873, 0.97256823786196069369,
		1.16943993343288495515, 1.48416461631416627724, 2.05778100995341155085, 3.40760841846871878570,
		10.19000812354805681150}
	halfSec16 = [8]float32{0.50241928618815570551, 0.52249861493968888062, 0.56694403481635770368,
		0.64682178335999012954, 0.78815462345125022473, 1.06067768599034747134, 1.72244709823833392782,
		5.10114861868916385802}
)

const (
	sec8a    = 0.50979557910415916894 // 1/(2cos(pi/16))
	sec8b    = 0.60134488693504528054
	sec8c    = 0.89997622313641570463
	sec8d    = 2.56291544774150617881
	sec4a    = 0.54119610014619698439 // 1/(2cos(pi/8))
	sec4b    = 1.30656296487637652785
	rootHalf = 0.70710678118654752440
)

func dct32(x *[32]float32) {
	var a, b [16]float32
	for k := range a {
		u, v := x[k], x[31-k]
		a[k], b[k] = u+v, (u-v)*halfSec32[k]
	}
	dct16(&a)
	dct16(&b)
	for j := range 15 {
		x[2*j], x[2*j+1] = a[j], b[j]+b[j+1]
	}
	x[30], x[31] = a[15], b[15]
}

func dct16(x *[16]float32) {
	var a, b [8]float32
	for k := range a {
		u, v := x[k], x[15-k]
		a[k], b[k] = u+v, (u-v)*halfSec16[k]
	}
	dct8(&a)
	dct8(&b)
	for j := range 7 {
		x[2*j], x[2*j+1] = a[j], b[j]+b[j+1]
	}
	x[14], x[15] = a[7], b[7]
}

func dct8(x *[8]float32) {
	a0, a1, a2, a3 := dct4(x[0]+x[7], x[1]+x[6], x[2]+x[5], x[3]+x[4])
	b0, b1, b2, b3 := dct4((x[0]-x[7])*sec8a, (x[1]-x[6])*sec8b, (x[2]-x[5])*sec8c, (x[3]-x[4])*sec8d)
	*x = [8]float32{a0, b0 + b1, a1, b1 + b2, a2, b2 + b3, a3, b3}
}

func dct4(x0, x1, x2, x3 float32) (y0, y1, y2, y3 float32) {
	a0, a1 := x0+x3, x1+x2
	b0, b1 := (x0-x3)*sec4a, (x1-x2)*sec4b
	b := (b0 - b1) * rootHalf
	return a0 + a1, b0 + b1 + b, (a0 - a1) * rootHalf, b
}
