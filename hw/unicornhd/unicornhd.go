// Package unicornhd drives Pimoroni's Unicorn HAT HD: 16×16 LEDs behind a
// microcontroller that takes a frame as one SPI transaction of a start byte and
// 768 bytes of red, green and blue, row by row (Pimoroni's library unicornhathd).
package unicornhd

import (
	"errors"
	"fmt"
	"image"
	"image/color"

	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/strip"
	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

const (
	side     = 16
	leds     = side * side
	startOf  = 0x72                 // first byte of a frame
	maxSpeed = 9 * physic.MegaHertz // of the microcontroller
)

// Config describes the HAT. The zero value is upright on SPI0.0.
type Config struct {
	// Port is the SPI port; empty is SPI0.0, where the HAT sits.
	Port string `toml:"port"`
	// Rotate turns the picture clockwise by 0, 90, 180 or 270 degrees.
	Rotate int `toml:"rotate"`
	// Mirror swaps left and right ("x") or top and bottom ("y").
	Mirror string `toml:"mirror"`
	// Size of the picture if it is smaller than 16x16.
	Size pixel.Size `toml:"size"`
	pixel.Colour
	// PowerLimit in watts; 0 is 8 W, below 0 none.
	PowerLimit float64 `toml:"power_limit"`
}

func (c *Config) setDefaults() {
	if c.Port == "" {
		c.Port = "SPI0.0"
	}
}

// layout is the LEDs in the order of the frame.
func (c Config) layout() (pixel.Map, error) {
	return pixel.Layout{Width: side, Height: side, Wiring: pixel.Rows, Rotate: c.Rotate, Mirror: c.Mirror, Size: c.Size}.Map(leds)
}

// New opens the HAT on port, dark. It owns port, also when it fails.
func New(port spi.PortCloser, cfg Config) (*strip.Dev, error) {
	cfg.setDefaults()
	chain, err := newChain(cfg)
	if err != nil {
		port.Close()
		return nil, fmt.Errorf("unicornhd: %w", err)
	}
	d, err := strip.New(port, maxSpeed, chain, &encoder{})
	if err != nil {
		return nil, fmt.Errorf("unicornhd: %w", err)
	}
	return d, nil
}

// Check returns the size of the picture, or what is wrong with the keys.
func (c Config) Check() (image.Point, error) {
	chain, err := newChain(c)
	if err != nil {
		return image.Point{}, fmt.Errorf("unicornhd: %w", err)
	}
	return chain.Bounds().Size(), nil
}

func newChain(cfg Config) (*pixel.Chain, error) {
	m, err := cfg.layout()
	if err != nil {
		return nil, err
	}
	return pixel.NewChain(pixel.Options{
		Map: m, Colour: cfg.Colour,
		// An estimate, on the safe side: 12 W for all LEDs at full white.
		Power: pixel.Power{Limit: cfg.PowerLimit, Draw: [5]float64{16, 16, 16, 0, 0}},
		Frame: strip.Duration(1+3*leds, maxSpeed),
	})
}

// encoder writes frames.
type encoder struct{}

// Size implements strip.Encoder.
func (*encoder) Size() int { return 1 + 3*leds }

// Encode implements strip.Encoder.
func (*encoder) Encode(frame []byte, c *pixel.Chain) {
	frame[0] = startOf
	c.Bytes(frame[1:])
}

// A HAT is the emulated microcontroller, an SPI port. It is for one goroutine.
type HAT struct {
	m      pixel.Map
	shown  [3 * leds]byte
	frames int
	closed bool
}

// NewHAT returns the HAT that cfg describes, dark.
func NewHAT(cfg Config) (*HAT, error) {
	m, err := cfg.layout()
	if err != nil {
		return nil, fmt.Errorf("unicornhd: %w", err)
	}
	return &HAT{m: m}, nil
}

// Send takes one transaction: what does not begin with the start byte is
// ignored, what is short leaves the rest of the LEDs as they are.
func (h *HAT) Send(data []byte) {
	if len(data) < 1 || data[0] != startOf {
		return
	}
	copy(h.shown[:], data[1:])
	h.frames++
}

// Frames is how many frames have come.
func (h *HAT) Frames() int { return h.frames }

// Picture is the values of the LEDs where their pixels are.
func (h *HAT) Picture() *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: h.m.Size})
	for n, at := range h.m.Pixel {
		if at >= 0 {
			v := h.shown[3*n:]
			m.SetRGBA(int(at)%h.m.Size.X, int(at)/h.m.Size.X, color.RGBA{v[0], v[1], v[2], 255})
		}
	}
	return m
}

func (h *HAT) String() string { return "Unicorn HAT HD" }

// LimitSpeed implements spi.PortCloser.
func (h *HAT) LimitSpeed(physic.Frequency) error { return nil }

// Close implements spi.PortCloser.
func (h *HAT) Close() error {
	h.closed = true
	return nil
}

// Connect implements spi.Port.
func (h *HAT) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	if f > maxSpeed || mode != spi.Mode0 || bits != 8 {
		return nil, fmt.Errorf("unicornhd: %v in %v with %d bits is not what the HAT takes", f, mode, bits)
	}
	return hatConn{h}, nil
}

// hatConn keeps Tx apart from the port's own methods.
type hatConn struct{ h *HAT }

func (c hatConn) String() string      { return c.h.String() }
func (c hatConn) Duplex() conn.Duplex { return conn.Full }

// Tx implements conn.Conn.
func (c hatConn) Tx(w, _ []byte) error {
	if c.h.closed {
		return errors.New("unicornhd: port is closed")
	}
	c.h.Send(w)
	return nil
}

// TxPackets implements spi.Conn.
func (c hatConn) TxPackets(p []spi.Packet) error {
	for _, q := range p {
		if err := c.Tx(q.W, q.R); err != nil {
			return err
		}
	}
	return nil
}
