// SPDX-License-Identifier: Apache-2.0

package wave

import (
	"errors"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// Offsets of the blocks from the base of the peripherals.
const (
	dmaBlock   = 0x007000
	clockBlock = 0x101000
	gpioBlock  = 0x200000
	pcmBlock   = 0x203000
	pwmBlock   = 0x20c000

	busBase = 0x7e000000 // of the peripherals, for DMA
)

// wire maps what the port writes to.
func (p *Port) wire(line int, block string) error {
	chip, at := p.hw.Chip(), int64(pwmBlock)
	if block == "PCM" {
		at = pcmBlock
	}
	var blocks [4]Words
	for i, offset := range []int64{gpioBlock, clockBlock, dmaBlock, at} {
		b, err := p.hw.Block(offset)
		if err != nil {
			return err
		}
		p.blocks, blocks[i] = append(p.blocks, b), b
	}
	p.gpio = blocks[0]
	p.clock = clock{regs: blocks[1], at: pwmClock, source: chip.PLLD()}
	if block == "PCM" {
		p.clock.at = pcmClock
		p.out = &pcm{blocks[3]}
	} else {
		p.out = newPWM(blocks[3], line)
	}
	p.dma = channel{regs: blocks[2], n: channelFor(chip, block)}
	return nil
}

func (p *Port) unmap() (err error) {
	for _, b := range p.blocks {
		err = errors.Join(err, b.Close())
	}
	p.blocks = nil
	return err
}

func (p *Port) String() string { return p.name }

// LimitSpeed implements spi.PortCloser; Connect's speed holds.
func (p *Port) LimitSpeed(physic.Frequency) error { return nil }

// Connect implements spi.Port: f, 130 kHz to 25 MHz, is the rate of bits. Nothing is sent.
func (p *Port) Connect(f physic.Frequency, _ spi.Mode, _ int) (spi.Conn, error) {
	if err := p.clock.rate(f); err != nil {
		return nil, err
	}
	p.speed = f
	return &line{p}, nil
}

// line keeps Tx apart from the port's own methods.
type line struct{ p *Port }

func (c *line) String() string      { return c.p.name }
func (c *line) Duplex() conn.Duplex { return conn.Half }

// Tx implements conn.Conn. It returns when DMA has begun; the next call waits for the end.
func (c *line) Tx(w, _ []byte) error { return c.p.send(w) }

// TxPackets implements spi.Conn.
func (c *line) TxPackets(packets []spi.Packet) error {
	for _, p := range packets {
		if err := c.p.send(p.W); err != nil {
			return err
		}
	}
	return nil
}
