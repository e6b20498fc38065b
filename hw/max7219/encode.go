// SPDX-License-Identifier: Apache-2.0

package max7219

import (
	"encoding/binary"
	"image"
	"math"

	"github.com/ledpost/ledpost/internal/srgb"
)

// The registers (datasheet, table 2).
const (
	regDigit0    = 0x01
	regDecode    = 0x09
	regIntensity = 0x0A
	regScanLimit = 0x0B
	regShutdown  = 0x0C
	regTest      = 0x0F
)

// Luma weights of BT.601, in 256ths.
const (
	lumaR = 77
	lumaG = 150
	lumaB = 29
)

// thresholds are the lumas, times 256, above which the pixel at (x mod 8, y mod
// 8) is lit: two pixels a word, each half with its top bit set.
type thresholds [8][4]uint64

func (t *thresholds) set(x, y int, threshold float64) {
	t[y][x/2] |= (1<<31 | uint64(threshold*255*256)) << (x % 2 * 32)
}

// newThresholds is the same threshold everywhere.
func newThresholds(threshold float64) (t thresholds) {
	for y := range t {
		for x := range 8 {
			t.set(x, y, threshold)
		}
	}
	return t
}

// orderedDither lights as many of 64 pixels as the light of a shade asks for.
func orderedDither() (t thresholds) {
	for y := range t {
		for x := range 8 {
			t.set(x, y, srgb.Value((float64(bayer(x, y))+0.5)/64))
		}
	}
	return t
}

// bayer is the rank of a pixel, 0 to 63, in Bayer's matrix: the bits of x xor y
// and of y, interleaved and reversed.
func bayer(x, y int) (rank int) {
	for bit := range 3 {
		rank |= ((x^y)>>bit&1)<<(5-2*bit) | (y>>bit&1)<<(4-2*bit)
	}
	return rank
}

// cells puts the pixels of m that are lit into cells, row by row; m begins at
// (0, 0), and its part of the cells is overwritten.
func (t *thresholds) cells(m *image.RGBA, cols int, out []uint64) {
	clear(out)
	w, h := m.Rect.Dx(), m.Rect.Dy()
	for y := range h {
		row := m.Pix[y*m.Stride : y*m.Stride+4*w]
		limits := &t[y&7]
		line := out[y>>3*cols:]
		shift := y & 7 * 8
		x := 0
		for ; x+8 <= w; x += 8 {
			line[x>>3] |= uint64(pack8((*[32]uint8)(row[4*x:]), limits)) << shift
		}
		if x < w {
			var rest [32]uint8
			copy(rest[:], row[4*x:])
			line[x>>3] |= uint64(pack8(&rest, limits)) << shift
		}
	}
}

// pack8 is 8 pixels of a row as bits, the first in bit 7.
func pack8(p *[32]uint8, limits *[4]uint64) uint8 {
	return pack2(p[0:8], limits[0])<<6 | pack2(p[8:16], limits[1])<<4 |
		pack2(p[16:24], limits[2])<<2 | pack2(p[24:32], limits[3])
}

// pack2 is two pixels as bits: 1 where the luma is above the limit. It works on
// both halves of a word at once; the borrow of limit - luma stays in its half.
func pack2(p []uint8, limit uint64) uint8 {
	const low = 0x000000FF_000000FF
	v := binary.LittleEndian.Uint64(p)
	luma := (v&low)*lumaR + (v>>8&low)*lumaG + (v>>16&low)*lumaB
	above := ^(limit - luma)
	return uint8(above>>31&1)<<1 | uint8(above>>63)
}

// A frame is what the chain gets: for each register a row of two bytes a module,
// the module farthest from the Pi first.
type frame struct {
	row [8][]byte
}

// newFrame is a dark frame of n modules.
func newFrame(n int) (f frame) {
	for d := range f.row {
		f.row[d] = register(regDigit0+byte(d), 0, n)
	}
	return f
}

// register is a row that sets one register of all n modules to a value.
func register(reg, value byte, n int) []byte {
	row := make([]byte, 2*n)
	for i := 0; i < len(row); i += 2 {
		row[i], row[i+1] = reg, value
	}
	return row
}

// setValue changes the value in a row that register made.
func setValue(row []byte, value byte) {
	for i := 1; i < len(row); i += 2 {
		row[i] = value
	}
}

// encode fills the frame from the cells of a picture.
func (g *geometry) encode(cells []uint64, f *frame) {
	at := 2*len(g.modules) - 1
	for _, m := range g.modules {
		v := m.turn.apply(cells[m.cell])
		for d := range f.row {
			f.row[d][at] = byte(v >> (8 * d))
		}
		at -= 2
	}
}

// intensity is the register value for a perceived brightness above 0: its duty
// cycle is (2n+1)/32 (datasheet, table 7), full light being 31/32.
func intensity(light float64) byte { return byte(min(max(math.Round((light*31-1)/2), 0), 15)) }
