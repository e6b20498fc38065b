// Copyright 2026 The Periph Authors. All rights reserved.
// Use of this source code is governed under the Apache License, Version 2.0
// that can be found in the LICENSE file.

package apa102

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"time"

	"periph.io/x/conn/v3/display"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"github.com/ledpost/ledpost/hw/pixel"
)

// MatrixOpts describe a matrix. Frame and Gain of Options are set by NewMatrix. The zero value of
// Power.Draw is 20 mA a channel at 5 V.
type MatrixOpts struct {
	pixel.Options
	// Order of the colours on the wire, such as "BGR", which is what the empty string means.
	Order string
	// Speed of the clock, at most 20 MHz; 0 is 8 MHz.
	Speed physic.Frequency
}

// Matrix is a matrix of APA102 or SK9822 LEDs, as a display.Drawer. It has a gamma, a limit of power
// and a dither in time, and its dark steps are 31 times as fine as those of the eight bits of a colour.
// Only one goroutine may use it. Draw, Refresh and Halt allocate nothing.
type Matrix struct {
	conn  spi.Conn
	chain *pixel.Chain
	enc   encoder
	frame []byte
	level float64 // perceived brightness
	dark  bool    // halted, and the LEDs have it
}

var _ display.Drawer = (*Matrix)(nil)

// NewMatrix connects to a matrix. Nothing is sent before the first Draw.
func NewMatrix(p spi.Port, o MatrixOpts) (*Matrix, error) {
	if o.Order == "" {
		o.Order = "BGR"
	}
	if o.Speed == 0 {
		o.Speed = 8 * physic.MegaHertz
	}
	if o.Speed < 100*physic.KiloHertz || o.Speed > 20*physic.MegaHertz {
		return nil, fmt.Errorf("apa102: speed %v, want 100kHz to 20MHz", o.Speed)
	}
	if o.White {
		return nil, errors.New("apa102: there is no white channel")
	}
	places, err := pixel.Order(o.Order, false)
	if err != nil {
		return nil, fmt.Errorf("apa102: %w", err)
	}
	m := &Matrix{enc: encoder{len(o.Map.Pixel), places}, level: 1}
	if o.Power.Draw == [5]float64{} {
		o.Power.Draw = draw
	}
	m.frame = make([]byte, m.enc.Size())
	o.Gain, o.Frame = maxCurrent, time.Duration(8*len(m.frame))*o.Speed.Period()
	if m.chain, err = pixel.NewChain(o.Options); err != nil {
		return nil, fmt.Errorf("apa102: %w", err)
	}
	if m.conn, err = p.Connect(o.Speed, spi.Mode0, 8); err != nil {
		return nil, fmt.Errorf("apa102: %w", err)
	}
	return m, nil
}

// String implements conn.Resource.
func (m *Matrix) String() string { return fmt.Sprintf("APA102{%s, %d LEDs}", m.conn, m.enc.leds) }

// ColorModel implements display.Drawer.
func (m *Matrix) ColorModel() color.Model { return color.RGBAModel }

// Bounds implements display.Drawer; its Min is at (0, 0).
func (m *Matrix) Bounds() image.Rectangle { return m.chain.Bounds() }

// SetBrightness takes a perceived brightness, 0 to 1, for the next Draw.
func (m *Matrix) SetBrightness(level float64) { m.level = level }

// Draw implements display.Drawer. It lights a matrix that was halted.
func (m *Matrix) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	m.dark = false
	m.chain.SetBrightness(m.level)
	m.chain.Draw(r, src, sp)
	return m.send()
}

// RefreshAfter is when Refresh shows a further step of the dither; 0 when the picture has no step that a
// dither would make finer.
func (m *Matrix) RefreshAfter() time.Duration { return m.chain.RefreshAfter() }

// Refresh sends the picture again, in the next phase of its dither: a matrix that lost its supply shows
// it again.
func (m *Matrix) Refresh() error {
	if m.chain.RefreshAfter() > 0 {
		m.chain.Next()
	}
	return m.send()
}

// Halt implements conn.Resource: the matrix goes dark, and keeps its picture for the next Draw.
func (m *Matrix) Halt() error {
	if m.dark {
		return nil
	}
	m.chain.SetBrightness(0)
	m.chain.Draw(image.Rectangle{}, image.Black, image.Point{})
	err := m.send()
	m.dark = err == nil
	return err
}

func (m *Matrix) send() error {
	m.enc.Encode(m.frame, m.chain)
	if err := m.conn.Tx(m.frame, nil); err != nil {
		return fmt.Errorf("apa102: %w", err)
	}
	return nil
}

// draw is what an LED takes in milliwatts: red, green and blue at full light, a white channel that it
// does not have, and the chip when dark.
var draw = [5]float64{100, 100, 100, 100, 5}

// The bytes of a frame (APA102C datasheet).
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

// Size is the length of a frame in bytes.
func (e *encoder) Size() int { return start + 4*e.leds + 4 + (e.leds+15)/16 }

// Encode writes the frame of a picture. Each LED gets the smallest current that can
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
