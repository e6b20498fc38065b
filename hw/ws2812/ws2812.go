// Package ws2812 drives matrices of WS2812, SK6812 and other NeoPixels from the
// data line of an SPI port.
//
// A bit on the strip is a pulse of 1.25 µs, high for a third of it (0) or two
// thirds (1): three bits of SPI at 2.4 MHz (WS2812B datasheet, data transfer
// time; T0H 0.22–0.38 µs is exceeded by 0.04 µs, which the chips' own threshold
// near 0.6 µs bears).
package ws2812

import (
	"fmt"
	"image"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/strip"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// MaxLEDs on a chain: more than 2,048 take over 60 ms a frame.
const MaxLEDs = 2048

// Config describes a matrix. The zero value is 37×8 LEDs in serpentine rows on
// SPI0.0, limited to 8 W.
type Config struct {
	// Port is the SPI port whose MOSI the strip hangs on; empty is SPI0.0.
	Port string `toml:"port"`
	// Speed of the clock, three times the rate of bits: 2.2 to 2.8 MHz; zero is
	// 2.4 MHz.
	Speed bus.Speed `toml:"speed"`
	// Order of the colours on the wire: R, G, B and, for LEDs with a white
	// channel, W; empty is GRB.
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
		c.Order = "GRB"
	}
	c.Speed = bus.Speed(c.Speed.Or(2400 * physic.KiloHertz))
}

// New opens the matrix on port, dark. It owns port, also when it fails.
func New(port spi.PortCloser, cfg Config) (*strip.Dev, error) {
	d, err := open(port, cfg)
	if err != nil {
		return nil, fmt.Errorf("ws2812: %w", err)
	}
	return d, nil
}

func open(port spi.PortCloser, cfg Config) (*strip.Dev, error) {
	chain, enc, err := build(&cfg)
	if err != nil {
		port.Close()
		return nil, err
	}
	return strip.New(port, physic.Frequency(cfg.Speed), chain, enc)
}

// Check returns the size of the picture, or what is wrong with the keys.
func (c Config) Check() (image.Point, error) {
	chain, _, err := build(&c)
	if err != nil {
		return image.Point{}, fmt.Errorf("ws2812: %w", err)
	}
	return chain.Bounds().Size(), nil
}

// build makes the parts that are pure.
func build(cfg *Config) (*pixel.Chain, *encoder, error) {
	cfg.setDefaults()
	speed := physic.Frequency(cfg.Speed)
	if speed < 2200*physic.KiloHertz || speed > 2800*physic.KiloHertz {
		return nil, nil, fmt.Errorf("speed %v, want 2.2 MHz to 2.8 MHz", speed)
	}
	places, err := pixel.Order(cfg.Order)
	if err != nil {
		return nil, nil, err
	}
	m, err := cfg.Layout.Map(MaxLEDs)
	if err != nil {
		return nil, nil, err
	}
	enc := newEncoder(len(m.Pixel), places, speed)
	chain, err := pixel.NewChain(pixel.Options{
		Map: m, Colour: cfg.Colour, Power: cfg.Power, White: len(places) == 4,
		Frame: strip.Duration(enc.Size(), speed),
	})
	return chain, enc, err
}
