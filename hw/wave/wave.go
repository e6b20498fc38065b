// SPDX-License-Identifier: Apache-2.0

// Package wave makes the level of a GPIO line from memory: DMA moves words to the PWM or
// PCM peripheral of a Raspberry Pi 0 to 4, which sends them bit by bit. The program may be
// late without a wrong pulse. A Pi 5 has neither peripheral.
//
// The numbers come from "BCM2835 ARM Peripherals" (chapters 4 DMA, 6 GPIO and clocks, 8
// PCM, 9 PWM), "BCM2711 ARM Peripherals", and the page "Mailbox property interface" of
// the Raspberry Pi firmware. The package is proven against a model of these registers
// (wavetest), not on a board.
//
// The buffer is memory of VideoCore. [Port.Close] returns it; a killed process cannot,
// and VideoCore then keeps those 4 to 32 KiB until the Pi restarts. DMA reaches all of the
// machine's memory, so a refresher process has the Port, see package refresh, and the program
// only gives it frames ([Open]).
package wave

import (
	"errors"
	"fmt"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"periph.io/x/conn/v3/physic"
)

// ErrStuck says that the peripheral or its clock does not go on.
var ErrStuck = errors.New("the peripheral takes no data; does another program, or sound, use it?")

// Hardware is a board's registers and memory, or a model's. One goroutine uses it.
type Hardware interface {
	// Chip is the board's chip.
	Chip() gpiomem.Chip
	// Block returns the registers of a peripheral, by its offset from the base of all.
	Block(offset int64) (Words, error)
	// Property sends a message of VideoCore's property interface, which is answered in
	// place.
	Property(message []uint32) error
	// Memory returns so many bytes at a physical address.
	Memory(physical int64, size int) (Words, error)
}

// Words are accessed at offsets that are multiples of 4.
type Words interface {
	Load(offset uintptr) uint32
	Store(offset uintptr, v uint32)
	Close() error
}

// A Port is a line whose level is the bits of frames, high bits first; between frames it
// is low. It is an SPI port with MOSI alone. Only one goroutine may use it.
type Port struct {
	name    string
	hw      Hardware
	blocks  []Words
	gpio    Words
	clock   clock
	out     output
	dma     channel
	buf     *buffer
	speed   physic.Frequency
	until   time.Time // when the last frame has been sent
	running bool
}

// New returns the port of a line on hw, by the name of which [bus.WaveLine] knows.
func New(hw Hardware, name string) (*Port, error) {
	n, block, ok := bus.WaveLine(name)
	if !ok {
		return nil, fmt.Errorf("%q is not GPIO12, 13, 18, 19 or 21", name)
	}
	if err := Refusal(hw.Chip(), n); err != nil {
		return nil, err
	}
	p := &Port{name: name, hw: hw}
	if err := p.wire(n, block); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), p.unmap())
	}
	return p, nil
}

// Refusal returns why a chip cannot make a wave on a line, and what to wire instead; nil
// if it can.
func Refusal(c gpiomem.Chip, line int) error {
	switch c {
	case gpiomem.BCM2835, gpiomem.BCM2836, gpiomem.BCM2837, gpiomem.BCM2711:
		return nil
	}
	return fmt.Errorf("PWM and PCM drive GPIO%d on the Raspberry Pi 0 to 4 only: "+
		"connect DIN to pin 19 (GPIO 10, MOSI), and write port = %q", line, bus.DefaultSPI)
}

// send makes the line follow the bits of frame, once the last frame is over.
func (p *Port) send(frame []byte) error {
	if err := p.wait(p.dma.idle); err != nil {
		return err
	}
	if err := p.fit(len(frame)); err != nil {
		return err
	}
	p.buf.write(frame)
	if !p.running || !p.clock.holds() || !p.out.holds() { // another program may have changed them
		if err := p.start(); err != nil {
			p.stop()
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	p.dma.start(p.buf.bus)
	p.until = time.Now().Add(time.Duration(8*len(frame)) * p.speed.Period())
	return nil
}

// start prepares the peripheral, whose line is low then, and gives it the pin.
func (p *Port) start() error {
	p.running = false
	p.out.stop()
	if err := errors.Join(p.dma.claim(), p.clock.set()); err != nil {
		return err
	}
	p.out.start()
	p.out.connect(p.gpio)
	p.running = true
	return nil
}

// wait returns when the last frame is over, as done tells.
func (p *Port) wait(done func() bool) error {
	if !p.running {
		return nil
	}
	time.Sleep(time.Until(p.until))
	if within(done) && !p.dma.failed() {
		return nil
	}
	p.stop()
	return fmt.Errorf("%s: %w", p.name, ErrStuck)
}

// stop ends all that reads the buffer. The line is low.
func (p *Port) stop() {
	p.dma.stop()
	p.out.stop()
	p.clock.stop()
	p.running = false
}

// Close ends the last frame, stops DMA and peripheral, gives the memory back, and makes
// the line an input, as it is when a Pi starts.
func (p *Port) Close() error {
	err := p.wait(func() bool { return p.dma.idle() && p.out.drained() })
	p.stop()
	p.out.release(p.gpio)
	if p.buf != nil {
		err = errors.Join(err, p.buf.free())
		p.buf = nil
	}
	return errors.Join(err, p.unmap())
}

// within reports whether done becomes true in 20 ms; the longest word takes 15 µs.
func within(done func() bool) bool {
	for range 200 {
		if done() {
			return true
		}
		time.Sleep(100 * time.Microsecond)
	}
	return done()
}
