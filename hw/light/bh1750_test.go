// SPDX-License-Identifier: Apache-2.0

package light

import (
	"bytes"
	"context"
	"errors"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"periph.io/x/conn/v3/i2c/i2ctest"
)

func TestBH1750Commands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := &i2ctest.Playback{Ops: []i2ctest.IO{
			{Addr: 0x5C, W: []byte{0x01}},                                // power on
			{Addr: 0x5C, W: []byte{0x01}},                                // power on
			{Addr: 0x5C, W: []byte{0x42}}, {Addr: 0x5C, W: []byte{0x65}}, // measurement time 69
			{Addr: 0x5C, W: []byte{0x21}},       // one reading, half lux
			{Addr: 0x5C, R: []byte{0x01, 0x90}}, // 400 counts = 166.7 lx
			{Addr: 0x5C, W: []byte{0x00}},       // power down
		}}
		s := must.Get(NewBH1750(bus, BH1750Config{Address: 0x5C}))(t)
		start := time.Now()
		lux, err := s.Lux(t.Context())
		if math.Abs(lux-166.667) > 0.001 || err != nil {
			t.Errorf("400 counts are %v lx, %v", lux, err)
		}
		if took := time.Since(start); took != 180*time.Millisecond {
			t.Errorf("waited %v for the conversion, want the datasheet's longest", took)
		}
		must.Do(t, s.Close())
	})
}

func TestBH1750Range(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chip := &bh1750{}
		s := must.Get(NewBH1750(&emulated{address: 0x23, chip: chip}, BH1750Config{}))(t)
		for _, c := range []struct {
			why  string
			lux  float64
			off  float64 // how far the reading may be
			span int     // in which the next one is
			took time.Duration
		}{
			{"starts in half lux, sees the dark", 0.3, 0.21, 0, 180 * time.Millisecond},
			{"finest: 0.11 lx a count", 0.3, 0.057, 0, 180 * time.Millisecond * 254 / 69},
			{"nothing at all", 0, 0, 0, 180 * time.Millisecond * 254 / 69},
			{"between the thresholds it stays fine", 120, 0.06, 0, 180 * time.Millisecond * 254 / 69},
			{"lamp: still fits, coarser next", 500, 0.06, 1, 180 * time.Millisecond * 254 / 69},
			{"between the thresholds it stays coarse", 120, 0.21, 1, 180 * time.Millisecond},
			{"cloudy day: still fits", 25_000, 0.21, 2, 180 * time.Millisecond},
			{"sun", 100_000, 1, 2, 180 * time.Millisecond * 31 / 69},
			{"dark again, coarse", 1, 1, 0, 180 * time.Millisecond * 31 / 69},
			{"sun at once: full in two spans, measured three times", 110_000, 1, 2,
				180*time.Millisecond*254/69 + 180*time.Millisecond + 180*time.Millisecond*31/69},
			{"brighter than it can: the most it can", 199_000, 78_000, 2, 180 * time.Millisecond * 31 / 69},
		} {
			chip.lux = c.lux
			start := time.Now()
			lux, err := s.Lux(t.Context())
			if math.Abs(lux-c.lux) > c.off || err != nil || s.span != c.span {
				t.Errorf("%s: %v lx reads as %v, %v, then span %d, want %d", c.why, c.lux, lux, err, s.span, c.span)
			}
			if took := time.Since(start); took != c.took {
				t.Errorf("%s: took %v, want %v", c.why, took, c.took)
			}
		}
	})
}

func TestBH1750SurvivesItsOwnRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chip := &bh1750{lux: 10}
		s := must.Get(NewBH1750(&emulated{address: 0x23, chip: chip}, BH1750Config{}))(t)
		s.Lux(t.Context())
		*chip = bh1750{lux: 10, time: 69} // its power failed for a moment
		if lux, err := s.Lux(t.Context()); math.Abs(lux-10) > 0.1 || err != nil {
			t.Errorf("reads %v, %v, want 10: the settings were lost with the power", lux, err)
		}
	})
}

func TestBH1750Faults(t *testing.T) {
	faults(t, NewBH1750, &bh1750{}, BH1750Config{Address: 0x24}, BH1750Config{Factor: -1}, BH1750Config{Factor: math.NaN()})
	absent(t, NewBH1750, &bh1750{}, "no answer from a BH1750 at 0x23 of I2C1")
}

func TestBH1750EndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chip := &bh1750{}
		bus := &emulated{address: 0x23, chip: chip}
		s := must.Get(NewBH1750(bus, BH1750Config{Factor: 2}))(t)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if _, err := s.Lux(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want the deadline's", err)
		}
		chip.lux = 20
		if lux, err := s.Lux(t.Context()); math.Abs(lux-40) > 1 || err != nil {
			t.Errorf("after that %v, %v, want twice 20", lux, err)
		}
		chip.lux = 110_000
		if lux, err := s.Lux(t.Context()); lux != most || err != nil {
			t.Errorf("twice the sun reads as %v, %v, want the most that is believed", lux, err)
		}
		if err := s.Close(); err != nil || chip.on || bus.closed != 1 {
			t.Errorf("closed: %v, chip on: %v, bus closed %d times", err, chip.on, bus.closed)
		}
		if !bytes.HasSuffix(chip.commands, []byte{0x00}) {
			t.Errorf("last command %#x, want power down", chip.commands[len(chip.commands)-1])
		}
	})
}
