// SPDX-License-Identifier: Apache-2.0

package wave_test

import (
	"testing"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/wave"
	"github.com/ledpost/ledpost/internal/must"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// quick is hardware whose transfers are over at once.
type quick struct{}

func (quick) Chip() gpiomem.Chip                    { return gpiomem.BCM2837 }
func (quick) Block(at int64) (wave.Words, error)    { return &words{at: at}, nil }
func (quick) Memory(int64, int) (wave.Words, error) { return &words{}, nil }
func (quick) Property(m []uint32) error             { m[1], m[5] = 0x80000000, 0xc1000000; return nil }

type words struct {
	at int64
	v  [16384]uint32
}

func (w *words) Close() error           { return nil }
func (w *words) Load(at uintptr) uint32 { return w.v[at/4] }
func (w *words) Store(at uintptr, v uint32) {
	switch {
	case w.at == 0x7000:
		v = 0 // idle
	case w.at == 0x101000 && v>>4&1 == 1:
		v |= 1 << 7 // runs
	}
	w.v[at/4] = v
}

// TestNothingIsAllocated for a frame after the first.
func TestNothingIsAllocated(t *testing.T) {
	p := must.Get(wave.New(quick{}, "GPIO18"))(t)
	c := must.Get(p.Connect(25*physic.MegaHertz, spi.Mode0, 8))(t)
	frame := pulses(make([]byte, 3*296))
	send := func() { must.Do(t, c.Tx(frame, nil)) }
	send()
	must.Equal(t, testing.AllocsPerRun(20, send), 0, "allocations")
}
