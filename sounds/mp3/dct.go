// SPDX-License-Identifier: Apache-2.0

package mp3

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
