// SPDX-License-Identifier: Apache-2.0

package wavetest

import (
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
)

// clock is a generator of the clock manager.
type clock struct {
	on      bool
	source  uint32
	divider uint32 // 12 bits, and 12 of a fraction
}

func (b *Board) generator(reg uintptr) (c *clock, divides bool) {
	if c = b.clocks[reg]; c != nil {
		return c, false
	}
	return b.clocks[reg-4], true
}

func (b *Board) loadClock(reg uintptr) uint32 {
	c, divides := b.generator(reg)
	switch {
	case divides:
		return c.divider
	case c.on:
		return c.source | 1<<4 | 1<<7
	}
	return c.source
}

func (b *Board) storeClock(reg uintptr, v uint32) {
	c, divides := b.generator(reg)
	switch {
	case v>>24 != 0x5a:
		b.fault("clock without its password")
	case divides && c.on:
		b.fault("divider changed while the clock runs")
	case divides:
		c.divider = v & 0xffffff
	default:
		if v>>9&3 != 0 {
			b.fault("the clock jitters (MASH)")
		}
		c.source, c.on = v&15, v>>4&1 == 1 && v>>5&1 == 0
	}
}

// after is how long so many periods of a clock take; ok is false where it rests.
func (b *Board) after(c *clock, periods int64) (d time.Duration, ok bool) {
	hertz := map[uint32]int64{1: 19_200_000, 6: 500_000_000}
	if b.chip == gpiomem.BCM2711 {
		hertz = map[uint32]int64{1: 54_000_000, 6: 750_000_000}
	}
	f := hertz[c.source]
	if !c.on || f == 0 || c.divider>>12 == 0 {
		return 0, false
	}
	return time.Duration(periods * int64(c.divider>>12) * int64(time.Second) / f), true
}
