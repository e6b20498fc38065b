// SPDX-License-Identifier: Apache-2.0

package pixel

import (
	"image"
	"image/draw"
	"time"
)

// Options describe a chain of colour LEDs.
type Options struct {
	Map    Map
	Colour Colour
	Power  Power
	// White says that each LED has a white channel beside red, green, blue.
	White bool
	// Frame is how long the panel takes for one frame, on its bus and to show it;
	// from it follows whether dithering in time can be fast enough.
	Frame time.Duration
	// Gain is by how much finer than 1/255 the LED's steps are in the dark: 31
	// for a chip with 5 more bits of current; 0 is 1.
	Gain int
	_    struct{}
}

// A Chain holds the picture of a chain of LEDs and works out the light of each.
// Only one goroutine may use it, except for Power. No method allocates.
type Chain struct {
	// Immutable.
	pixel    []int32
	channels int
	gain     uint32
	// Mutable.
	curve  *Curve
	power  *Limiter
	dither Dither
	moving bool // somebody refreshes: until then dithering would stand still
	canvas *image.RGBA
	light  []uint16
	wavers bool // the last picture has steps worth dithering
	dark   bool // brightness 0
}

// NewChain returns a dark chain at full brightness.
func NewChain(o Options) (*Chain, error) {
	curve, err := NewCurve(o.Colour)
	if err != nil {
		return nil, err
	}
	power, err := NewLimiter(o.Power, len(o.Map.Pixel))
	if err != nil {
		return nil, err
	}
	c := &Chain{
		pixel: o.Map.Pixel, channels: 3, gain: uint32(max(o.Gain, 1)),
		curve: curve, power: power, dither: NewDither(o.Frame),
		canvas: image.NewRGBA(image.Rectangle{Max: o.Map.Size}),
	}
	if o.White {
		c.channels = 4
	}
	c.light = make([]uint16, c.channels*len(c.pixel))
	return c, nil
}

// Bounds is the size of the picture.
func (c *Chain) Bounds() image.Rectangle { return c.canvas.Rect }

// LEDs is the number of LEDs on the chain.
func (c *Chain) LEDs() int { return len(c.pixel) }

// SetBrightness takes a perceived brightness, 0 to 1, for the next Draw.
func (c *Chain) SetBrightness(level float64) {
	c.dark = !(level > 0)
	c.curve.SetBrightness(level)
}

// Power is the estimate of the last picture and how much it was dimmed. Any
// goroutine may call it.
func (c *Chain) Power() (watts, scale float64) { return c.power.Power() }

// Draw puts the part of src at sp into the rectangle r of the picture, works out
// the light of all LEDs, and goes on to the next phase of the dither.
func (c *Chain) Draw(r image.Rectangle, src image.Image, sp image.Point) {
	draw.Draw(c.canvas, r, src, sp, draw.Src)
	sums := c.lights()
	c.limit(c.power.Frame(sums))
	c.dither.Next()
}

// Next goes on to the next phase of the dither with the same picture. The first
// call begins to dither: without refreshes a phase would stand still.
func (c *Chain) Next() {
	c.moving = true
	c.dither.Next()
}

// active is the dither if it moves, else one that rounds.
func (c *Chain) active() Dither {
	if !c.moving {
		return Dither{}
	}
	return c.dither
}

// RefreshAfter is when the next phase is due; 0 when the picture does not need
// dithering.
func (c *Chain) RefreshAfter() time.Duration {
	if !c.wavers {
		return 0
	}
	return c.dither.Interval()
}

// lights fills light from the picture and returns the sums by channel.
func (c *Chain) lights() (sums [4]uint64) {
	out := c.light
	for _, at := range c.pixel {
		led := out[:c.channels]
		out = out[c.channels:]
		if at < 0 {
			clear(led)
			continue
		}
		p := c.canvas.Pix[at*4 : at*4+3 : at*4+3]
		r, g, b := c.curve.Light16(p[0], p[1], p[2])
		if c.channels == 4 {
			w := min(r, g, b)
			r, g, b, led[3] = r-w, g-w, b-w, w
			sums[3] += uint64(w)
		}
		led[0], led[1], led[2] = r, g, b
		sums[0] += uint64(r)
		sums[1] += uint64(g)
		sums[2] += uint64(b)
	}
	return sums
}

// limit dims all LEDs by scale/65536, keeps every lit one visible, and looks
// whether dithering would show.
func (c *Chain) limit(scale uint32) {
	least := (uint32(c.active().Least()) + c.gain - 1) / c.gain
	c.wavers = false
	for i := 0; i < len(c.light); i += c.channels {
		led := c.light[i : i+c.channels]
		var top uint16
		for ch, v := range led {
			v = uint16(uint32(v) * scale >> 16) // scale is at most 1<<16: no overflow
			led[ch] = v
			top = max(top, v)
			if c.dither.log2 > 0 && c.dither.Wavers(uint16(min(uint32(v)*c.gain, full))) {
				c.wavers = true
			}
		}
		if uint32(top) < least && !c.dark {
			c.lift(led, i/c.channels, uint16(least))
		}
	}
}

// lift shows an LED that rounding would put out, though its pixel is lit: the
// strongest channels of the pixel get the least light that shows.
func (c *Chain) lift(led []uint16, n int, least uint16) {
	at := c.pixel[n]
	if at < 0 {
		return
	}
	p := c.canvas.Pix[at*4 : at*4+3]
	top := max(p[0], p[1], p[2])
	switch {
	case top == 0:
	case c.channels == 4 && min(p[0], p[1], p[2]) == top:
		led[3] = least
	default:
		for ch, v := range p {
			if v == top {
				led[ch] = least
			}
		}
	}
}

// Light is the 16-bit light of every LED: red, green, blue and, with a white
// channel, white. It is valid until the next Draw.
func (c *Chain) Light() []uint16 { return c.light }

// Threshold is the dither's threshold for an LED in this phase; see Quantize.
func (c *Chain) Threshold(led int) uint16 { return c.active().Threshold(led) }

// Bytes puts the 8-bit values of this phase in dst, in the order of Light; dst
// has one byte a channel.
func (c *Chain) Bytes(dst []byte) {
	d := c.active()
	for i, led := 0, 0; i < len(c.light); i, led = i+c.channels, led+1 {
		t := d.Threshold(led)
		for ch := i; ch < i+c.channels; ch++ {
			dst[ch] = Quantize(c.light[ch], t)
		}
	}
}
