// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"image"
	"math"
	"strings"
	"unsafe"

	"github.com/ledpost/ledpost/hw/pixel"
)

const maxPlanes = 11

// An encoder turns pictures into GPIO words: a line for each address and plane,
// the lowest plane first, of one word a column and bank. Only one goroutine may use it.
type encoder struct {
	// Immutable.
	geometry *geometry
	planes   int
	stride   int          // words of a line
	idle     []uint32     // for each address, what words have set besides colours while it is lit
	packed   *packer      // nil where a column is a word
	second   *bank        // nil where no line is in the second bank
	dither   pixel.Dither // between levels; the zero Dither does not
	light    [256]float64 // of each value of a channel, 0 to 1
	words    [maxChains]table
	// Mutable.
	spread [maxPhases][256]planes // of each value of a channel, at the brightness, in each phase
	phases int                    // of the dither, 1 where there are levels enough
	phase  [maxPhases]uint8       // of neighbours
	row    row                    // of the columns of an address
	idled  [2]table               // words of the first chain with the other lines set
}

// maxPhases is the number of phases of pixel.Dither.
const maxPhases = 4

// enough levels for white need no dither, which packs every picture several
// times.
const enough = 128

// A table has the word of each six bits of a column: red, green, blue of the
// upper half, the lowest first, then of the lower. It is as large as its index,
// which spares a check.
type table [256]uint32

// planes is a number spread so that its bit i is byte i: of the first word
// bits 0 to 7, of the second the rest. With the six channels of a column side by
// side in it, a byte is the index of the column's word in that plane.
type planes [2]uint64

// newEncoder makes the encoder of a checked Config.
func newEncoder(c *Config, g *geometry, pins *Pins, d pixel.Dither) *encoder {
	e := &encoder{geometry: g, planes: c.Planes, dither: d, light: curve(c.Gamma),
		idle: make([]uint32, g.addresses), row: make(row, g.width), stride: g.width}
	e.banks(c, pins)
	e.setBrightness(1)
	return e
}

// order is the channel of a pixel, 0 to 2, that goes to a panel's input.
func order(inputs string, input int) int { return strings.IndexByte("RGB", inputs[input]) }

// curve is the light of each value of a channel: by a gamma, or with 0 such that
// equal steps look equal (CIE 1976 lightness).
func curve(gamma float64) (light [256]float64) {
	for v := range light {
		light[v] = pixel.Light(float64(v) / 255)
		if gamma != 0 {
			light[v] = math.Pow(float64(v)/255, gamma)
		}
	}
	return light
}

// setBrightness takes the perceived brightness, 0 to 1.
func (e *encoder) setBrightness(brightness float64) {
	full := e.full(brightness)
	e.phases = 1
	if full > 0 && full < enough {
		e.phases = e.dither.Phases()
	}
	for phase := range e.phases {
		for v := range e.spread[phase] {
			e.spread[phase][v] = spread(e.level(uint8(v), full, phase))
		}
	}
}

// full is the light of a full channel at a brightness, as a number of levels.
func (e *encoder) full(brightness float64) float64 {
	return pixel.Light(brightness) * float64(int(1)<<e.planes-1)
}

// level is the light of a channel's value in a phase: the number whose bits are
// planes. Over all phases the light is exact to a level divided by their number,
// and any light at all has a level of 1 in at least one of them.
func (e *encoder) level(v uint8, full float64, phase int) uint {
	n := float64(e.phases)
	// Rounded down with thresholds 1/2n, 3/2n and so on: the mean over n phases is
	// nearest to the light, and a value above 0 is seen in at least one of them.
	light := e.light[v] * full
	if light > 0 {
		light = max(light, 0.5/n)
	}
	return uint(math.Floor(light + (float64(phase)+0.5)/n))
}

func spread(n uint) (p planes) {
	for i := range 16 {
		p[i/8] |= uint64(n>>i&1) << (i % 8 * 8)
	}
	return p
}

// size is the number of words of a picture.
func (e *encoder) size() int {
	lines := e.geometry.addresses * e.planes
	if e.packed != nil {
		return e.packed.p.size(lines)
	}
	return lines * e.stride
}

// frameSize is the number of words of a frame.
func (e *encoder) frameSize() int { return e.dither.Phases()*e.size() + 1 }

// line is the words of a line of a picture, of the first bank.
func (e *encoder) line(picture []uint32, address, plane int) []uint32 {
	return picture[(address*e.planes+plane)*e.stride:][:e.geometry.width]
}

// pack writes m, whose size is the geometry's, to frame, as many times as the
// dither has phases. It allocates nothing.
func (e *encoder) pack(frame []uint32, m *image.RGBA) {
	_ = m.Pix[4*e.geometry.size.X*e.geometry.size.Y-1] // narrow does not ask again
	d := e.dither
	for phase := range e.phases {
		for led := range e.phase { // 0 if there is one phase
			e.phase[led] = uint8(int(d.Threshold(led)) * e.phases >> 8)
		}
		e.picture(frame[phase*e.size():], m)
		d.Next()
	}
	frame[len(frame)-1] = uint32(e.phases)
}

// picture writes the words of m in the phase of each pixel.
func (e *encoder) picture(frame []uint32, m *image.RGBA) {
	if e.packed != nil {
		e.packed.begin(frame, e.geometry.addresses*e.planes)
	}
	source := e.geometry.source
	for chain := 0; len(source) > 0; chain++ {
		for address := range e.idle {
			e.columns(source[:2*e.geometry.width], m, uint32(address))
			source = source[2*e.geometry.width:]
			if e.packed != nil {
				for plane := range e.planes {
					e.packed.line(e.row, plane)
				}
				continue
			}
			e.lines(frame, chain, address)
			if e.second != nil && chain >= e.second.first {
				e.second.lines(e, frame, chain, address)
			}
		}
	}
}

// lines writes the columns of an address, a word each.
func (e *encoder) lines(frame []uint32, chain, address int) {
	words, first := &e.words[chain], &e.words[chain]
	if idle := e.idle[address]; chain == 0 && idle != 0 { // once a word, whatever the number of chains
		words = e.words[0].with(idle, &e.idled[0])
		// The row before is lit while the first line is shifted.
		first = e.words[0].with(e.idle[(address+len(e.idle)-1)%len(e.idle)], &e.idled[1])
	}
	for plane := range e.planes {
		line, table := e.line(frame, address, plane), words
		if plane == 0 {
			table = first
		}
		if chain == 0 {
			put(line, e.row, plane, table)
		} else {
			add(line, e.row, plane, table)
		}
	}
}

// with writes the words of t with more bits to other, and returns it.
func (t *table) with(bits uint32, other *table) *table {
	for i := range 64 {
		other[i] = t[i] | bits
	}
	return other
}

// colours is the pixels of m, red in their lowest byte. All processors of the
// Raspberry Pi have the lowest byte first, as this wants it.
func colours(m *image.RGBA) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(m.Pix))), len(m.Pix)/4)
}
