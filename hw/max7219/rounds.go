// SPDX-License-Identifier: Apache-2.0

package max7219

import (
	"image"
	"image/color"
	"math"

	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/refresh"
)

// rounds is a chain with levels of gray at the other end of the wires: its light
// is the mean over the planes of a round, all of which last equally long.
//
// The shutdown register follows the digits of a round's first plane alone, so a
// capture may begin anywhere: until the first whole round nothing is known.
type rounds struct {
	chain  *Chain
	params GrayParams
	sum    []float64 // light of each LED in this round, a duty cycle a plane
	planes int       // of this round so far; 0 = its first plane is not known yet
	shown  []float64 // mean duty of the last whole round
}

func newRounds(chain *Chain, p GrayParams) *rounds {
	n := chain.geo.size.X * chain.geo.size.Y
	return &rounds{chain: chain, params: p, sum: make([]float64, n), shown: make([]float64, n)}
}

// packet takes what went to the chain between two edges of CS. whole reports
// whether it completed a round, or put the chain to sleep.
func (r *rounds) packet(data []byte) (whole bool) {
	r.chain.Send(data)
	if len(data) < 2 {
		return false
	}
	switch data[len(data)-2] & 15 { // what the chip next to the Pi got
	case regShutdown:
		if data[len(data)-1]&1 == 0 {
			clear(r.shown)
			r.planes = 0
			return true
		}
		clear(r.sum)
		r.planes = 0
		return r.plane()
	case regDigit0 + 7:
		return r.planes > 0 && r.plane()
	}
	return false
}

// plane adds what the chain shows now.
func (r *rounds) plane() (whole bool) {
	width := r.chain.geo.size.X
	r.chain.Duty(func(x, y int, duty float64) { r.sum[y*width+x] += duty })
	if r.planes++; r.planes < r.params.Planes {
		return false
	}
	for i, sum := range r.sum {
		r.shown[i] = sum / float64(r.params.Planes)
	}
	r.planes = 0
	return true
}

// Picture returns the light of each LED, of the most that a chip gives.
func (r *rounds) Picture() *image.Gray16 {
	m := image.NewGray16(image.Rectangle{Max: r.chain.geo.size})
	for i, duty := range r.shown {
		m.SetGray16(i%m.Rect.Dx(), i/m.Rect.Dx(), color.Gray16{Y: uint16(math.Round(duty / most * 65535))})
	}
	return m
}

// most is the greatest duty cycle of a chip: intensity 15 of 16 (datasheet, table 7).
const most = 31.0 / 32

// emulateGray is Emulate for a chain with levels of gray.
func (c Config) emulateGray() (panel.Emulation, error) {
	geo, err := c.resolve()
	if err != nil {
		return panel.Emulation{}, err
	}
	chain, err := NewChain(c)
	if err != nil {
		return panel.Emulation{}, err
	}
	p := c.grayParams()
	r := newRounds(chain, p)
	start := func(GrayParams) (publisher, error) {
		return &emulatedRounds{rounds: r, frame: make([]byte, p.FrameSize())}, nil
	}
	return panel.EmulateSPI(r.packet, r.Picture, func() (*Gray, error) { return startGray(c, geo, start) }), nil
}

// emulatedRounds shows each frame once on an emulated chain.
type emulatedRounds struct {
	*rounds
	frame []byte
}

func (e *emulatedRounds) Back() []byte         { return e.frame }
func (e *emulatedRounds) Err() error           { return nil }
func (e *emulatedRounds) Note() string         { return "" }
func (e *emulatedRounds) Stats() refresh.Stats { return refresh.Stats{} }

// Publish implements publisher.
func (e *emulatedRounds) Publish() error {
	n := e.params.Modules
	for _, row := range [][]byte{register(regTest, 0, n), register(regDecode, 0, n), register(regScanLimit, 7, n)} {
		e.packet(row)
	}
	for plane := range e.params.Planes {
		for row := range rowsOfPlane {
			e.packet(e.params.row(e.frame, plane, row))
		}
		if plane == 0 {
			e.packet(e.params.row(e.frame, e.params.Planes, 0))
		}
	}
	return nil
}

// Close implements publisher: the chips are shut down.
func (e *emulatedRounds) Close() error {
	e.packet(register(regShutdown, 0, e.params.Modules))
	return nil
}
