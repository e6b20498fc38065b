// SPDX-License-Identifier: Apache-2.0

package vcd

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// Names of the lines of a recorded SPI bus, in this order.
const (
	Clock  = "CLK"
	Data   = "MOSI"
	Select = "CS"
)

// Command is the line beside SPI that is low while a byte is a command.
const Command = "DC"

const (
	lineClock = iota
	lineData
	lineSelect
)

// gap is how long CS stays high between two packets: the kernel's default delay
// for cs_change (Linux drivers/spi/spi.c, spi_transfer_cs_change_delay_exec).
const gap = 10 * time.Microsecond

// maxTx bounds one transaction, as spidev's bufsiz does on a real port.
const maxTx = 64 << 10

// An SPI is a port that records instead of sending: the lines CLK, MOSI and CS
// (low active) with the timing of the bus. The clock is at most 5 MHz in the
// recording, since a tick is 100 ns; a faster bus is recorded slower than it
// is. Reads yield zeros. It is safe for concurrent use.
type SPI struct {
	name string

	mu      sync.Mutex
	w       *Writer
	since   func() time.Duration // time since the recording began
	limit   physic.Frequency
	freq    physic.Frequency
	mode    spi.Mode
	at      time.Duration // end of the last transaction
	half    time.Duration // half a clock period
	claimed bool
	closed  bool
}

// CreateSPI opens a port that records to the file path, and beside the bus other lines,
// whose levels [SPI.Set] sets.
func CreateSPI(path string, beside ...Line) (*SPI, error) {
	w, err := Create(path, append(spiLines(), beside...)...)
	if err != nil {
		return nil, err
	}
	return &SPI{name: "vcd:" + path, w: w, at: gap, since: w.Since}, nil
}

// NewSPI returns a port that records to w, which has the lines CLK, MOSI, CS. In
// such a recording one transaction follows right after the other.
func NewSPI(w *Writer) *SPI {
	return &SPI{name: "vcd", w: w, at: gap, since: func() time.Duration { return 0 }}
}

// Set sets the level of the nth line beside the bus, from the end of the last
// transaction on.
func (s *SPI) Set(n int, high bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errors.New("vcd: port is closed")
	}
	s.at = max(s.at, s.since())
	s.w.Set(s.at, lineSelect+1+n, high)
	return s.w.Err()
}

func spiLines() []Line { return []Line{{Clock, false}, {Data, false}, {Select, true}} }

func (s *SPI) String() string { return s.name }

// LimitSpeed implements spi.PortCloser.
func (s *SPI) LimitSpeed(f physic.Frequency) error {
	if f <= 0 {
		return fmt.Errorf("vcd: speed %v", f)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limit = f
	return nil
}

// Connect implements spi.Port. Modes 0 to 3 and NoCS are possible, and words of
// 8 bits.
func (s *SPI) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.claimed:
		return nil, errors.New("vcd: Connect() can only be called exactly once")
	case f < 100*physic.Hertz || f > physic.GigaHertz:
		return nil, fmt.Errorf("vcd: clock %v, want 100 Hz to 1 GHz", f)
	case mode&^(spi.Mode3|spi.NoCS) != 0 || bits != 8:
		return nil, fmt.Errorf("vcd: mode %v with words of %d bits, want modes 0 to 3 and 8 bits", mode, bits)
	}
	s.claimed, s.mode, s.freq = true, mode, f
	s.half = 0
	s.w.Set(0, lineClock, s.idle())
	return spiConn{s}, nil
}

// idle is the level of the clock between transactions (CPOL).
func (s *SPI) idle() bool { return s.mode&spi.Mode2 != 0 }

// Close ends the recording.
func (s *SPI) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	return s.w.Close()
}

// spiConn keeps Tx apart from the port's own methods.
type spiConn struct{ s *SPI }

func (c spiConn) String() string      { return c.s.name }
func (c spiConn) Duplex() conn.Duplex { return conn.Full }

// MaxTxSize implements conn.Limits.
func (c spiConn) MaxTxSize() int { return maxTx }

// Tx implements conn.Conn.
func (c spiConn) Tx(w, r []byte) error { return c.TxPackets([]spi.Packet{{W: w, R: r}}) }

// TxPackets implements spi.Conn.
func (c spiConn) TxPackets(packets []spi.Packet) error {
	s := c.s
	s.mu.Lock()
	defer s.mu.Unlock()
	total := 0
	for _, p := range packets {
		total += max(len(p.W), len(p.R))
		if len(p.W) != len(p.R) && len(p.W) != 0 && len(p.R) != 0 {
			return fmt.Errorf("vcd: %d bytes out, %d in", len(p.W), len(p.R))
		}
	}
	switch {
	case s.closed:
		return errors.New("vcd: port is closed")
	case total == 0 || total > maxTx:
		return fmt.Errorf("vcd: a transaction of %d bytes, want 1 to %d", total, maxTx)
	}
	s.setClock()
	s.at = max(s.at, s.since())
	for _, p := range packets {
		s.packet(p)
	}
	return s.w.Err()
}

// setClock takes the lower of the port's and the device's speed.
func (s *SPI) setClock() {
	f := s.freq
	if s.limit != 0 && s.limit < f {
		f = s.limit
	}
	s.half = max(f.Period()/2, Tick)
}

// packet records one packet; CS falls before it and rises after it.
func (s *SPI) packet(p spi.Packet) {
	s.w.Set(s.at, lineSelect, s.mode&spi.NoCS != 0)
	start, n := s.at+2*s.half, 0
	for _, b := range p.W {
		for bit := 7; bit >= 0; bit-- {
			s.bit(start+time.Duration(2*n)*s.half, b>>bit&1 == 1)
			n++
		}
	}
	for range p.R {
		if len(p.W) == 0 {
			n += 8 // nobody looks at a clock without data
		}
	}
	clear(p.R)
	s.at = start + time.Duration(2*n)*s.half
	s.w.Set(s.at+s.half, lineSelect, !p.KeepCS || s.mode&spi.NoCS != 0)
	if !p.KeepCS {
		s.at += gap
	}
}

// bit records one bit that begins at t: with CPHA 0 the data is there before the
// clock's first edge, with CPHA 1 from that edge on.
func (s *SPI) bit(t time.Duration, high bool) {
	if s.mode&spi.Mode1 == 0 {
		s.w.Set(t, lineData, high)
		s.w.Set(t+s.half, lineClock, !s.idle())
		s.w.Set(t+2*s.half, lineClock, s.idle())
		return
	}
	s.w.Set(t, lineClock, !s.idle())
	s.w.Set(t, lineData, high)
	s.w.Set(t+s.half, lineClock, s.idle())
}
