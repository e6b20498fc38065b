// Package apa102 drives matrices of APA102 and SK9822 LEDs (DotStar).
//
// An LED takes 32 bits: three ones, five bits of current, then blue, green and
// red in eight bits each (APA102 datasheet; SK9822 datasheet). The five bits
// give dim LEDs some 13 bits in all.
package apa102

import (
	"fmt"
	"image"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/strip"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// MaxLEDs on a chain, as for WS2812.
const MaxLEDs = 2048

// Config describes a matrix. The zero value is 37×8 LEDs in serpentine rows on
// SPI0.0, limited to 8 W.
type Config struct {
	// Port is the SPI port; empty is SPI0.0.
	Port string `toml:"port"`
	// Speed of the clock, up to 20 MHz; zero is 8 MHz.
	Speed bus.Speed `toml:"speed"`
	// Order of the colours on the wire; empty is BGR.
	Order string `toml:"order"`
	pixel.Layout
	pixel.Colour
	pixel.Power
}

func (c *Config) setDefaults() {
	if c.Port == "" {
		c.Port = "SPI0.0"
	}
	if c.Order == "" {
		c.Order = "BGR"
	}
	c.Speed = bus.Speed(c.Speed.Or(8 * physic.MegaHertz))
	if c.Power.Draw == [5]float64{} {
		c.Power.Draw = [5]float64{100, 100, 100, 100, 5} // 20 mA a channel at 5 V
	}
}

// New opens the matrix on port, dark. It owns port, also when it fails.
func New(port spi.PortCloser, cfg Config) (*strip.Dev, error) {
	cfg.setDefaults()
	chain, enc, err := build(cfg)
	if err != nil {
		port.Close()
		return nil, fmt.Errorf("apa102: %w", err)
	}
	d, err := strip.New(port, physic.Frequency(cfg.Speed), chain, enc)
	if err != nil {
		return nil, fmt.Errorf("apa102: %w", err)
	}
	return d, nil
}

// Check returns the size of the picture, or what is wrong with the keys.
func (c Config) Check() (image.Point, error) {
	c.setDefaults()
	chain, _, err := build(c)
	if err != nil {
		return image.Point{}, fmt.Errorf("apa102: %w", err)
	}
	return chain.Bounds().Size(), nil
}

// build makes the parts that are pure.
func build(cfg Config) (*pixel.Chain, *encoder, error) {
	if speed := physic.Frequency(cfg.Speed); speed > 20*physic.MegaHertz {
		return nil, nil, fmt.Errorf("speed %v, at most 20 MHz is possible", speed)
	}
	places, err := pixel.Order(cfg.Order)
	if err != nil {
		return nil, nil, err
	}
	if len(places) != 3 {
		return nil, nil, fmt.Errorf("order %q: there is no white channel", cfg.Order)
	}
	m, err := cfg.Layout.Map(MaxLEDs)
	if err != nil {
		return nil, nil, err
	}
	enc := &encoder{leds: len(m.Pixel), places: places}
	chain, err := pixel.NewChain(pixel.Options{
		Map: m, Colour: cfg.Colour, Power: cfg.Power, Gain: maxCurrent,
		Frame: strip.Duration(enc.Size(), physic.Frequency(cfg.Speed)),
	})
	return chain, enc, err
}

const (
	maxCurrent = 31   // of the five bits
	mark       = 0xE0 // the three ones
	start      = 4    // bytes of zeros before the first LED
)

// encoder writes frames: 32 zeros, the LEDs, 32 zeros that make SK9822 show the
// frame, and half a clock a LED, by which the data lags behind the clock.
type encoder struct {
	leds   int
	places []int // on the wire, of red, green and blue
}

// Size implements strip.Encoder.
func (e *encoder) Size() int { return start + 4*e.leds + 4 + (e.leds+15)/16 }

// Encode implements strip.Encoder. Each LED gets the smallest current that can
// show its strongest channel, so that the eight bits below are as fine as can be.
func (e *encoder) Encode(frame []byte, c *pixel.Chain) {
	light := c.Light()
	for led := range e.leds {
		v := light[3*led : 3*led+3]
		out := frame[start+4*led : start+4*led+4]
		top := uint32(max(v[0], v[1], v[2]))
		current := max((top*maxCurrent+65534)/65535, 1)
		t := c.Threshold(led)
		out[0] = mark | byte(current)
		for ch, place := range e.places {
			out[1+place] = pixel.Quantize(uint16(uint32(v[ch])*maxCurrent/current), t)
		}
	}
}
