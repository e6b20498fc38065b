// SPDX-License-Identifier: Apache-2.0

package ws2812

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/strip"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// What the chips make of their wire (WS2812B-V5 datasheet, with the tolerance of
// real ones).
const (
	oneAbove   = 550 * time.Nanosecond  // a longer pulse is a 1
	latchAfter = 250 * time.Microsecond // low for so long shows the frame
)

// dubious reports whether a pulse is too short, between a 0 and a 1, or longer
// than a 1 and yet no resting line: chips of one make or another misread it.
func dubious(width time.Duration) bool {
	return width < 200*time.Nanosecond ||
		width > 500*time.Nanosecond && width < 580*time.Nanosecond ||
		width > 1100*time.Nanosecond && width < 10*time.Microsecond
}

// A Strip is an emulated chain of LEDs that looks at the level of its wire, as
// the chips do, not at bytes. It is also an SPI port whose MOSI is that wire.
// Only one goroutine may use it.
type Strip struct {
	bus.Emulated
	m      pixel.Map
	places []int
	bits   []byte // since the last reset, one a byte
	shown  []byte // values in the order of the wire
	rise   time.Duration
	fall   time.Duration
	high   bool
	wrong  int
	frames int
	// As a port.
	at     time.Duration
	period time.Duration
}

// NewStrip returns the LEDs that cfg describes, dark.
func NewStrip(cfg Config) (*Strip, error) {
	m, places, err := kind().LEDs(strip.Config(cfg))
	if err != nil {
		return nil, err
	}
	s := &Strip{m: m, places: places, shown: make([]byte, len(m.Pixel)*len(places))}
	s.Name = fmt.Sprintf("strip of %d LEDs", len(m.Pixel))
	s.Connected, s.Take = s.connect, s.send
	return s, nil
}

// Level sets the level of the strip's wire from time at on.
func (s *Strip) Level(at time.Duration, high bool) {
	switch {
	case high == s.high:
		return
	case high:
		if at-s.fall >= latchAfter {
			s.latch()
		}
		s.rise = at
	default:
		s.pulse(at - s.rise)
		s.fall = at
	}
	s.high = high
}

// pulse is one bit, or a wrong one.
func (s *Strip) pulse(width time.Duration) {
	if dubious(width) {
		s.wrong++
	}
	bit := byte(0)
	if width > oneAbove {
		bit = 1
	}
	if len(s.bits) < 8*len(s.shown) { // more goes on to LEDs that are not there
		s.bits = append(s.bits, bit)
	}
}

// latch shows what came since the last reset; LEDs that got nothing keep theirs.
func (s *Strip) latch() {
	per := 8 * len(s.places)
	if len(s.bits) >= per {
		s.frames++
	}
	for i := range len(s.bits) / per * per / 8 {
		v := byte(0)
		for _, b := range s.bits[8*i : 8*i+8] {
			v = v<<1 | b
		}
		s.shown[i] = v
	}
	s.bits = s.bits[:0]
}

// Rest leaves the level of the strip's wire as it is until time at.
func (s *Strip) Rest(at time.Duration) {
	if !s.high && at-s.fall >= latchAfter {
		s.latch()
	}
}

// arrived returns the strip as it is after a reset, if all LEDs have got their bits
// since the last one; else s itself.
func (s *Strip) arrived() *Strip {
	if len(s.bits) < 8*len(s.shown) {
		return s
	}
	after := *s
	after.bits, after.shown = slices.Clone(s.bits), slices.Clone(s.shown)
	after.latch()
	return &after
}

// Frames is how many frames were shown.
func (s *Strip) Frames() int { return s.frames }

// Wrong is how many pulses were of no length that the chips are made for.
func (s *Strip) Wrong() int { return s.wrong }

// LED is the values that an LED shows: red, green, blue, white.
func (s *Strip) LED(n int) (v [4]byte) {
	for ch, place := range s.places {
		v[ch] = s.shown[n*len(s.places)+place]
	}
	return v
}

// Picture is the values of the LEDs where their pixels are; a white channel is
// added to the colours.
func (s *Strip) Picture() *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: s.m.Size})
	for n, at := range s.m.Pixel {
		if at < 0 {
			continue
		}
		v := s.LED(n)
		add := func(a byte) byte { return byte(min(int(a)+int(v[3]), 255)) }
		m.SetRGBA(int(at)%s.m.Size.X, int(at)/s.m.Size.X, color.RGBA{add(v[0]), add(v[1]), add(v[2]), 255})
	}
	return m
}

// connect is what a Pi does: MOSI is high between messages.
func (s *Strip) connect(f physic.Frequency, _ spi.Mode, _ int) error {
	s.period = f.Period()
	s.Level(s.at, true)
	return nil
}

// send is the wire's level during a message.
func (s *Strip) send(data []byte) {
	s.at += 100 * time.Microsecond
	for _, b := range data {
		for bit := 7; bit >= 0; bit-- {
			s.Level(s.at, b>>bit&1 == 1)
			s.at += s.period
		}
	}
	s.Rest(s.at)
	s.Level(s.at, true)
}
