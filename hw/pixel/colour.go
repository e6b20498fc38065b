// SPDX-License-Identifier: Apache-2.0

package pixel

import (
	"math"
	"math/bits"
	"time"

	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/srgb"
)

// Colour says how a picture's sRGB values become light. The zero value is the
// sRGB curve and all three channels at full strength.
type Colour struct {
	// Gamma is the exponent from values to light, 1 to 4; 0 is the curve of
	// sRGB (IEC 61966-2-1), close to 2.2.
	Gamma float64 `toml:"gamma"`
	// White is the strength of red, green and blue that together look white,
	// 0 to 1 each; all 0 is 1, 1, 1.
	White [3]float64 `toml:"white"`
}

// full is the 16-bit value of a channel at full light.
const full = 65535

// Light is the perceived brightness level, 0 to 1, as a share of the full
// light: CIE 1976 lightness L* = 100·level (CIE 15, 8.2.1).
func Light(level float64) float64 {
	l := 100 * min(max(level, 0), 1)
	if l <= 8 {
		return l * 27 / 24389
	}
	return math.Pow((l+16)/116, 3)
}

// linear is the light of an sRGB value, both 0 to 1.
func linear(v, gamma float64) float64 {
	if gamma != 0 {
		return math.Pow(v, gamma)
	}
	return srgb.Light(v)
}

// Curve turns 8-bit channels into 16-bit light at a brightness. It folds the
// brightness in before anything is rounded to the bits of the LEDs.
type Curve struct {
	base [3][256]uint32 // light at full brightness, 0 to 1<<32-1
	lut  [3][256]uint16
}

// NewCurve returns the curve at full brightness.
func NewCurve(c Colour) (*Curve, error) {
	if c.Gamma != 0 && !(c.Gamma >= 1 && c.Gamma <= 4) {
		return nil, keyerr.New("gamma", "gamma %v: want 1 to 4", c.Gamma)
	}
	if c.White == [3]float64{} {
		c.White = [3]float64{1, 1, 1}
	}
	k := &Curve{}
	for ch, w := range c.White {
		if !(w >= 0 && w <= 1) {
			return nil, keyerr.New("white", "white %v: want three numbers from 0 to 1", c.White)
		}
		for v := range k.base[ch] {
			k.base[ch][v] = uint32(math.Round(w * linear(float64(v)/255, c.Gamma) * math.MaxUint32))
		}
	}
	k.SetBrightness(1)
	return k, nil
}

// SetBrightness sets the perceived brightness, 0 (dark) to 1. It allocates
// nothing.
func (k *Curve) SetBrightness(level float64) {
	light := uint64(math.Round(Light(level) * (1 << 31)))
	for ch := range k.base {
		for v, b := range k.base[ch] {
			k.lut[ch][v] = uint16(min((uint64(b)*light+1<<46)>>47, full))
		}
	}
}

// Light16 is the 16-bit light of the channels of one pixel.
func (k *Curve) Light16(r, g, b uint8) (uint16, uint16, uint16) {
	return k.lut[0][r], k.lut[1][g], k.lut[2][b]
}

// Dither rounds 16-bit light to 8 bits. Values between two steps are shown as
// the lower one in some frames and the higher one in others: over a round of
// Phases frames the light is exact to 1/Phases of a step. The zero value, with
// one phase, rounds to the nearest step and does not vary.
type Dither struct {
	log2  uint8 // phases = 1 << log2
	phase uint8 // bit-reversed counter, so that neighbouring frames differ most
	n     uint8
}

const (
	// roundRate is how often a whole round must pass in a second, so that the
	// eye does not see it: above some 100 Hz, flicker of a small part of the light
	// is invisible.
	roundRate = 100
	// maxLog2 bounds a round to 4 frames: more only costs bus and processor.
	maxLog2 = 2
)

// NewDither returns the dither for a panel that takes frame for one frame: as many
// phases as the panel can show in a round of 10 ms, 1, 2 or 4.
func NewDither(frame time.Duration) Dither {
	d := Dither{}
	for d.log2 < maxLog2 && frame*(2<<d.log2) <= time.Second/roundRate {
		d.log2++
	}
	return d
}

// Phases is the number of frames in a round.
func (d Dither) Phases() int { return 1 << d.log2 }

// Interval is the time from frame to frame that a round needs; 0 with one phase.
func (d Dither) Interval() time.Duration {
	if d.log2 == 0 {
		return 0
	}
	return time.Second / roundRate >> d.log2
}

// Next goes on to the next phase.
func (d *Dither) Next() {
	d.n = (d.n + 1) & (1<<d.log2 - 1)
	d.phase = bits.Reverse8(d.n) >> (8 - d.log2)
}

// Threshold is the addend to the fraction of the LED number led before it is cut off,
// 0 to 255: neighbours are in different phases, so that a plane of one colour does not
// flicker as a whole.
func (d Dither) Threshold(led int) uint16 {
	phases := uint16(1) << d.log2
	at := (uint16(d.phase) + uint16(led)*3) & (phases - 1)
	return (at*256 + 128) >> d.log2
}

// Step is 16-bit light as 8-bit steps: the whole steps and the fraction in
// 256ths; 65535 is 255 steps exactly.
func Step(v uint16) uint16 { return v - uint16((uint32(v)*255+1<<15)>>16) }

// Quantize is v in 8 bits with a threshold.
func Quantize(v, threshold uint16) uint8 { return uint8((Step(v) + threshold) >> 8) }

// Least is the least 16-bit light that is shown in at least one phase of a
// round.
func (d Dither) Least() uint16 { return 128 >> d.log2 }

// Wavers reports whether v is shown as different steps in different phases and
// is so dim, below an eighth of the full light, that the eye can see the steps.
func (d Dither) Wavers(v uint16) bool {
	f := Step(v) & 255
	return v < full/8 && d.log2 > 0 && f >= 128>>d.log2 && f < 256-128>>d.log2
}
