// SPDX-License-Identifier: Apache-2.0

package vcd

import (
	"fmt"
	"io"
	"time"
)

// Wiring says which lines of a capture carry a bus: name on the bus (CLK, MOSI,
// CS, SCL, SDA) to name in the capture. Lines that are not named are looked for
// by the usual names.
type Wiring map[string]string

// usual are the names under which people and boards know the lines.
func usual(line string) []string {
	switch line {
	case Clock:
		return []string{"CLK", "SCK", "SCLK", "SPI_CLK"}
	case Data:
		return []string{"MOSI", "DIN", "DI", "SDI", "COPI", "DATA", "SPI_MOSI"}
	case Command:
		return []string{"DC", "D/C", "D/C#", "A0", "RS"}
	case Select:
		return []string{"CS", "CS#", "CE", "CE0", "CE1", "LOAD", "NSS", "SS"}
	}
	return []string{line}
}

// find is the line of a capture that carries the line of a bus.
func (w Wiring) find(d *Reader, line string) (int, error) {
	if name := w[line]; name != "" {
		return d.Line(name)
	}
	return d.Line(usual(line)...)
}

// SPI decodes a bus in mode 0 or 3 (data valid at the rising clock), the highest
// bit first, and calls packet with what went out from each falling to the next
// rising CS; bits beyond the last whole byte are dropped. A capture that begins
// within a packet begins with the next one. packet must not keep data.
func (d *Reader) SPI(w Wiring, packet func(at time.Duration, data []byte) error) error {
	clock, err := w.find(d, Clock)
	if err != nil {
		return err
	}
	data, err := w.find(d, Data)
	if err != nil {
		return err
	}
	sel, err := w.find(d, Select)
	if err != nil {
		return err
	}
	d.roles = &roles{clock: clock, data: []int{data}, slow: []int{sel}}
	s := shift{}
	selected, first := false, true
	return d.edges(func(at time.Duration, was, is uint64) error {
		if is>>sel&1 == 1 {
			if selected {
				selected = false
				return packet(at, s.bytes)
			}
			first = false
			return nil
		}
		if !selected && !first && was>>sel&1 == 1 {
			selected = true
			s.reset()
		}
		if selected && is>>clock&1 == 1 && was>>clock&1 == 0 {
			return s.in(is>>data&1 == 1)
		}
		return nil
	})
}

// Bits decodes a bus without CS: it calls bit at each rising clock.
func (d *Reader) Bits(w Wiring, bit func(at time.Duration, high bool) error) error {
	clock, err := w.find(d, Clock)
	if err != nil {
		return err
	}
	data, err := w.find(d, Data)
	if err != nil {
		return err
	}
	d.roles = &roles{clock: clock, data: []int{data}}
	return d.edges(func(at time.Duration, was, is uint64) error {
		if is>>clock&1 == 0 || was>>clock&1 == 1 {
			return nil
		}
		return bit(at, is>>data&1 == 1)
	})
}

// Changes calls change at each change of one line of the bus, and at its level when
// the capture begins.
func (d *Reader) Changes(w Wiring, line string, change func(at time.Duration, high bool) error) error {
	n, err := w.find(d, line)
	if err != nil {
		return err
	}
	begun := false
	return d.edges(func(at time.Duration, was, is uint64) error {
		if begun && (was^is)>>n&1 == 0 {
			return nil
		}
		begun = true
		return change(at, is>>n&1 == 1)
	})
}

// I2C decodes a bus and calls packet with the address and the bytes of each
// transaction that writes, at its stop or repeated start. packet must not keep
// data.
func (d *Reader) I2C(w Wiring, packet func(at time.Duration, addr uint16, data []byte) error) error {
	scl, err := w.find(d, SerialClock)
	if err != nil {
		return err
	}
	sda, err := w.find(d, SerialData)
	if err != nil {
		return err
	}
	d.roles = &roles{clock: scl, data: []int{sda}}
	s := shift{}
	busy, ack := false, 0
	flush := func(at time.Duration) error {
		if !busy || len(s.bytes) < 1 || s.bytes[0]&1 == 1 {
			return nil
		}
		return packet(at, uint16(s.bytes[0]>>1), s.bytes[1:])
	}
	return d.edges(func(at time.Duration, was, is uint64) error {
		high := is>>sda&1 == 1
		switch {
		case was>>scl&1 == 1 && is>>scl&1 == 1 && (was^is)>>sda&1 == 1: // start, stop
			err := flush(at)
			busy, ack = !high, 0
			s.reset()
			return err
		case busy && was>>scl&1 == 0 && is>>scl&1 == 1:
			if ack++; ack%9 == 0 {
				return nil
			}
			return s.in(high)
		}
		return nil
	})
}

// edges calls f for each instant with the levels before and after it.
func (d *Reader) edges(f func(at time.Duration, was, is uint64) error) error {
	at, was, err := d.Next()
	if err != nil {
		return err
	}
	if err := f(at, was, was); err != nil {
		return err
	}
	for {
		at, is, err := d.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := f(at, was, is); err != nil {
			return err
		}
		was = is
	}
}

// shift gathers bits into bytes.
type shift struct {
	bytes []byte
	bits  uint
	word  byte
}

func (s *shift) reset() { *s = shift{bytes: s.bytes[:0]} }

func (s *shift) in(high bool) error {
	s.word <<= 1
	if high {
		s.word |= 1
	}
	if s.bits++; s.bits < 8 {
		return nil
	}
	if len(s.bytes) == maxTx {
		return fmt.Errorf("vcd: a packet of more than %d bytes", maxTx)
	}
	s.bytes = append(s.bytes, s.word)
	s.bits = 0
	return nil
}

// Levels calls f with the levels of lines of the bus, in their order, whenever one of
// them has changed, and once when the capture begins. f must not keep high.
func (d *Reader) Levels(w Wiring, f func(at time.Duration, high []bool) error, lines ...string) error {
	at, mask, high := make([]int, len(lines)), uint64(0), make([]bool, len(lines))
	for i, name := range lines {
		n, err := w.find(d, name)
		if err != nil {
			return err
		}
		at[i], mask = n, mask|1<<n
	}
	begun := false
	return d.edges(func(t time.Duration, was, is uint64) error {
		if begun && (was^is)&mask == 0 {
			return nil
		}
		begun = true
		for i, n := range at {
			high[i] = is>>n&1 == 1
		}
		return f(t, high)
	})
}
