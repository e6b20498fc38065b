// SPDX-License-Identifier: Apache-2.0

package pixel

import (
	"math"

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
