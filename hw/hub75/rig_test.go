// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"image"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/pio/piotest"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/must"
)

// random is a picture of random colours.
func random(size image.Point, seed uint64) *image.RGBA {
	rng := rand.New(rand.NewPCG(seed, 75))
	m := image.NewRGBA(image.Rectangle{Max: size})
	for i := range m.Pix {
		m.Pix[i] = uint8(rng.Uint32())
		if i%4 == 3 {
			m.Pix[i] = 255
		}
	}
	return m
}

// rig is everything between a picture and the panels, without a process.
type rig struct {
	config   Config
	geometry *geometry
	wire     wire
	emulator *Emulator
}

func newRig(t testing.TB, c Config) *rig {
	t.Helper()
	e := must.Get(NewEmulator(c))(t)
	r := &rig{config: e.config, geometry: e.geometry, emulator: e}
	r.wire = newWire(&r.config, e.geometry, e.pins, gpiomem.Board{})
	return r
}

// byRegisters shows m once through the registers of a Broadcom chip.
func (r *rig) byRegisters(t testing.TB, m *image.RGBA, brightness float64) {
	t.Helper()
	e := newEncoder(&r.config, r.geometry, &r.wire.Pins, pixel.Dither{})
	e.setBrightness(brightness)
	frame := make([]byte, 4*e.frameSize())
	e.pack(words(frame), m)
	s, tape := r.scan()
	must.Do(t, s.Refresh(frame))
	r.play(tape)
}

// scan is a refresher on a tape.
func (r *rig) scan() (*scan, *gpiomem.Tape) {
	tape := newTape(&r.wire)
	return newScan(&r.wire, tape.Regs(), instant{tape.Regs(), 1 << r.wire.Pins.OE}), tape
}

// play lets the panels see what is on a tape.
func (r *rig) play(tape *gpiomem.Tape) {
	for i := range tape.Len() {
		r.emulator.Store(tape.At(i))
	}
	tape.Rewind()
}

// byPIO shows m once through the programs of the Pi 5.
func (r *rig) byPIO(t testing.TB, m *image.RGBA, brightness float64) {
	t.Helper()
	r.streamed(t, m, brightness, r.interpreter())
}

// streamed is byPIO on machines of one's own.
func (r *rig) streamed(t testing.TB, m *image.RGBA, brightness float64, i *interpreter) {
	t.Helper()
	s := newStream(&r.wire, i)
	must.Do(t, s.start())
	e := streamEncoder(&r.config, r.geometry, &r.wire, pixel.Dither{})
	e.setBrightness(brightness)
	frame := make([]byte, 4*e.frameSize())
	e.pack(words(frame), m)
	must.Do(t, s.Refresh(frame))
}

// interpreter is a PIO device that runs what it is sent, and lets pins see what the lines
// do.
type interpreter struct {
	block *piotest.Block
	pins  func(at time.Duration, levels uint32)
}

// interpreter is one whose lines are the panels'.
func (r *rig) interpreter() *interpreter {
	return &interpreter{piotest.New(1<<r.wire.Pins.OE, r.wire.programs()...), r.emulator.Pins}
}

func (i *interpreter) Send(machine int, words []uint32) error {
	i.block.Send(machine, words)
	return i.block.Run(i.pins)
}
