// SPDX-License-Identifier: Apache-2.0

package apa102

import (
	"fmt"
	"image"
	"image/color"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/strip"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// A Strip is an emulated chain of SK9822: LEDs take the bits that come, show
// them at the next 32 zeros, and pass on what follows half a clock later. It is
// also an SPI port. Only one goroutine may use it.
type Strip struct {
	bus.Emulated
	m      pixel.Map
	places []int
	word   uint32 // of an LED, so far
	bits   int    // of the word
	zeros  int    // between words
	next   int    // LED that takes the next word; -1 before a start
	taken  [][4]byte
	shown  [][4]byte // current, red, green, blue
	clocks int       // since the last LED's word
	frames int
}

// NewStrip returns the LEDs that cfg describes, dark.
func NewStrip(cfg Config) (*Strip, error) {
	m, places, err := kind().LEDs(strip.Config(cfg))
	if err != nil {
		return nil, err
	}
	s := &Strip{m: m, places: places, next: -1, taken: make([][4]byte, len(m.Pixel)), shown: make([][4]byte, len(m.Pixel))}
	s.Name = fmt.Sprintf("strip of %d LEDs", len(m.Pixel))
	s.Connected, s.Take = connect, s.Send
	return s, nil
}

func connect(_ physic.Frequency, mode spi.Mode, bits int) error {
	if mode != spi.Mode0 || bits != 8 {
		return fmt.Errorf("apa102: %v with %d bits is not what the LEDs take", mode, bits)
	}
	return nil
}

// Send shifts bytes in.
func (s *Strip) Send(data []byte) {
	for _, b := range data {
		for bit := 7; bit >= 0; bit-- {
			s.Bit(b>>bit&1 == 1)
		}
	}
}

// Bit shifts one bit in. A word begins with a one; zeros between words count.
func (s *Strip) Bit(one bool) {
	s.clocks++
	if s.bits == 0 && !one {
		if s.zeros++; s.zeros == 32 {
			s.show()
		}
		return
	}
	s.zeros = 0
	if s.next < 0 {
		return // no start yet
	}
	s.word <<= 1
	if one {
		s.word |= 1
	}
	if s.bits++; s.bits == 32 {
		s.take()
	}
}

// take gives the word to the next LED, unless it does not begin with three
// ones.
func (s *Strip) take() {
	s.bits, s.clocks = 0, 0
	if s.word>>29 != 7 || s.next >= len(s.taken) {
		return
	}
	v := [4]byte{byte(s.word >> 24 & 31)}
	for ch, place := range s.places {
		v[1+ch] = byte(s.word >> (16 - 8*place))
	}
	s.taken[s.next] = v
	s.next++
}

// show makes the LEDs show the words received, and waits for the first LED's
// word.
func (s *Strip) show() {
	if s.next > 0 {
		copy(s.shown, s.taken[:s.next])
		s.frames++
	}
	s.next = 0
}

// Lag is the number of clocks since the last LED's word was sent: the LEDs need
// 32 and one for each two of them.
func (s *Strip) Lag() int { return s.clocks }

// Frames is how many frames were shown.
func (s *Strip) Frames() int { return s.frames }

// LED is the light of an LED: current 0 to 31, red, green, blue.
func (s *Strip) LED(n int) (current, r, g, b byte) {
	v := s.shown[n]
	return v[0], v[1], v[2], v[3]
}

// Light returns the brightness of a channel of an LED, 0 red to 2 blue, from 0
// to 1.
func (s *Strip) Light(n, channel int) float64 {
	return float64(s.shown[n][0]) * float64(s.shown[n][1+channel]) / (31 * 255)
}

// Picture returns the brightness of the LEDs at the places of their pixels, in
// 16 bits.
func (s *Strip) Picture() *image.RGBA64 {
	m := image.NewRGBA64(image.Rectangle{Max: s.m.Size})
	for n, at := range s.m.Pixel {
		if at < 0 {
			continue
		}
		c := color.RGBA64{A: 65535}
		c.R, c.G, c.B = uint16(s.Light(n, 0)*65535), uint16(s.Light(n, 1)*65535), uint16(s.Light(n, 2)*65535)
		m.SetRGBA64(int(at)%s.m.Size.X, int(at)/s.m.Size.X, c)
	}
	return m
}
