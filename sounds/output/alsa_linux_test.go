// SPDX-License-Identifier: Apache-2.0

package output

import (
	"errors"
	"slices"
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// fakePCM keeps what is written to it.
type fakePCM struct {
	s16 []int16
	s32 []int32
	err error
}

func (f *fakePCM) Write(data any) (int, error) {
	switch d := data.(type) {
	case []int16:
		f.s16 = append(f.s16, d...)
	case []int32:
		f.s32 = append(f.s32, d...)
	}
	return 0, f.err
}
func (f *fakePCM) Xruns() int   { return 3 }
func (f *fakePCM) Close() error { return nil }

func TestCardFormats(t *testing.T) {
	block := [][2]float64{{0.5, -0.5}, {2, 0}}
	for _, tt := range []struct {
		channels int
		bits     uint32
		s16      []int16
		s32      []int32
	}{
		{2, 16, []int16{16384, -16384, 32767, 0}, nil},
		{1, 16, []int16{0, 32767}, nil},
		{4, 16, []int16{16384, -16384, 0, 0, 32767, 0, 0, 0}, nil},
		{2, 32, nil, []int32{1 << 30, -1 << 30, 1<<31 - 1, 0}},
	} {
		p := &fakePCM{}
		c := newCard(p, 48000, tt.channels, tt.bits)
		must.Do(t, c.Write(block))
		if !slices.Equal(p.s16, tt.s16) || !slices.Equal(p.s32, tt.s32) {
			t.Errorf("%d channels of %d bits: %v %v", tt.channels, tt.bits, p.s16, p.s32)
		}
	}
}

func TestCardBlocks(t *testing.T) {
	p := &fakePCM{}
	c := newCard(p, 48000, 2, 16)
	if err := c.Write(make([][2]float64, 2*Period+7)); err != nil || len(p.s16) != 2*(2*Period+7) {
		t.Errorf("%d samples, %v", len(p.s16), err)
	}
	must.Equal(t, c.Underruns(), 3, "underruns are not the card's")
	p.err = syscall.ENODEV
	if err := c.Write(make([][2]float64, Period)); !errors.Is(err, syscall.ENODEV) {
		t.Errorf("unplugged: %v", err)
	}
}

func TestCardAllocates(t *testing.T) {
	c := newCard(discardPCM{}, 48000, 2, 16)
	block := make([][2]float64, Period)
	must.Equal(t, testing.AllocsPerRun(100, func() { c.Write(block) }), 0, "allocations a block")
}

type discardPCM struct{}

func (discardPCM) Write(any) (int, error) { return 0, nil }
func (discardPCM) Xruns() int             { return 0 }
func (discardPCM) Close() error           { return nil }
