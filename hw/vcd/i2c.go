// SPDX-License-Identifier: Apache-2.0

package vcd

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3/physic"
)

// Names of the lines of a recorded I²C bus, in this order.
const (
	SerialClock = "SCL"
	SerialData  = "SDA"
)

// An I2C is a bus that records instead of sending, as SCL and SDA with every
// byte acknowledged. Nothing answers on it: a transaction that reads fails. It
// is safe for concurrent use.
type I2C struct {
	name string

	mu     sync.Mutex
	w      *Writer
	since  func() time.Duration
	at     time.Duration
	half   time.Duration
	closed bool
}

// CreateI2C opens a bus of 100 kHz that records to the file path.
func CreateI2C(path string) (*I2C, error) {
	w, err := Create(path, Line{SerialClock, true}, Line{SerialData, true})
	if err != nil {
		return nil, err
	}
	return &I2C{name: "vcd:" + path, w: w, half: 5 * time.Microsecond, since: w.Since}, nil
}

func (b *I2C) String() string { return b.name }

// SetSpeed implements i2c.Bus, up to the 3.4 MHz of the specification.
func (b *I2C) SetSpeed(f physic.Frequency) error {
	if f < physic.KiloHertz || f > 3400*physic.KiloHertz {
		return fmt.Errorf("vcd: clock %v, want 1 kHz to 3.4 MHz", f)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.half = max(f.Period()/2, Tick)
	return nil
}

// Tx implements i2c.Bus.
func (b *I2C) Tx(addr uint16, w, r []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.closed:
		return errors.New("vcd: bus is closed")
	case addr > 0x7f:
		return fmt.Errorf("vcd: address %#x, want 7 bits", addr)
	case len(r) != 0:
		return errors.New("vcd: nothing answers on a recorded bus")
	case len(w) > maxTx:
		return fmt.Errorf("vcd: a transaction of %d bytes, want at most %d", len(w), maxTx)
	}
	b.at = max(b.at, b.since())
	b.set(lineSDA, false) // start: SDA falls while SCL is high
	b.set(lineSCL, false)
	b.byte(byte(addr) << 1)
	for _, v := range w {
		b.byte(v)
	}
	b.set(lineSDA, false)
	b.set(lineSCL, true)
	b.set(lineSDA, true) // stop: SDA rises while SCL is high
	b.at += 2 * b.half   // bus free time
	return b.w.Err()
}

const (
	lineSCL = iota
	lineSDA
)

// set changes a line and lets half a period pass.
func (b *I2C) set(line int, high bool) {
	b.w.Set(b.at, line, high)
	b.at += b.half
}

// byte records eight bits, the highest first, and the acknowledge.
func (b *I2C) byte(v byte) {
	for bit := 7; bit >= 0; bit-- {
		b.bit(v>>bit&1 == 1)
	}
	b.bit(false)
}

// bit begins and ends with SCL low.
func (b *I2C) bit(high bool) {
	b.set(lineSDA, high)
	b.set(lineSCL, true)
	b.w.Set(b.at, lineSCL, false)
	b.at += min(b.half/2, Tick)
}

// Close ends the recording.
func (b *I2C) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil
	}
	b.closed = true
	return b.w.Close()
}
