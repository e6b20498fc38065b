// SPDX-License-Identifier: Apache-2.0

package light

import (
	"context"
	"errors"
	"math"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// jsa1127 emulates the chip as its maker's driver for Linux knows it: a value of 15 bits, the low
// byte first, whose highest bit says that it is valid; asleep, or before a measurement, it is none.
type jsa1127 struct {
	lux    float64
	awake  bool
	begun  time.Time
	result uint16
	late   int // reads before the result is valid
}

func (c *jsa1127) tx(w, r []byte) error {
	for _, b := range w {
		switch b {
		case 0x8C:
			c.awake = false
		case 0x04:
			c.awake, c.begun, c.result = true, time.Time{}, 0
		case 0x08:
			c.begun = time.Now()
		case 0x30:
			if c.awake && !c.begun.IsZero() {
				counts := c.lux * 6 * float64(time.Since(c.begun)) / float64(200*time.Millisecond)
				c.result = 0x8000 | uint16(min(math.Round(counts), 0x7FFF))
			}
		}
	}
	if len(r) == 2 && c.late > 0 {
		c.late--
		r[0], r[1] = 0xFF, 0x7F
	} else if len(r) == 2 && c.awake {
		r[0], r[1] = byte(c.result), byte(c.result>>8)
	}
	return nil
}

// TestJSA1127: readings from the dark to more than it can, and sleep in between.
func TestJSA1127(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		chip := &jsa1127{}
		bus := &emulated{address: 0x29, chip: chip}
		s := must.Get(NewJSA1127(bus, JSA1127Config{}))(t)
		for _, lux := range []float64{0, 1, 300, 5000} {
			chip.lux = lux
			got, err := s.Lux(t.Context())
			if math.Abs(got-lux) > 0.1 || err != nil || chip.awake {
				t.Errorf("%v lx reads as %v, %v, awake %v", lux, got, err, chip.awake)
			}
		}
		chip.lux = 50_000
		if got, err := s.Lux(t.Context()); got < 5461 || got > 5462 || err != nil {
			t.Errorf("more than it can: %v, %v", got, err)
		}
		chip.lux = 300
		for _, row := range []struct {
			why  string
			late int
			want float64 // 0 = an error
		}{{"valid at the second read", 1, 300}, {"never valid", math.MaxInt, 0}} {
			chip.late = row.late
			if got, err := s.Lux(t.Context()); math.Abs(got-row.want) > 0.1 || (err != nil) != (row.want == 0) || chip.awake {
				t.Errorf("%s: %v, %v, awake %v", row.why, got, err, chip.awake)
			}
		}
		chip.late = 0
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if _, err := s.Lux(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want the deadline's", err)
		}
		if err := s.Close(); err != nil || chip.awake || bus.closed != 1 {
			t.Errorf("closed: %v, awake %v, bus closed %d times", err, chip.awake, bus.closed)
		}
	})
}

// TestJSA1127Faults: wrong keys, and a bus without the chip; the bus is closed.
func TestJSA1127Faults(t *testing.T) {
	faults(t, NewJSA1127, &jsa1127{}, JSA1127Config{Address: 0x23}, JSA1127Config{Factor: -1},
		JSA1127Config{Factor: math.NaN()})
	absent(t, NewJSA1127, &jsa1127{}, "no answer from a JSA1127 at 0x29 of I2C1")
	bus := &emulated{address: 0x39, chip: &jsa1127{}}
	must.Equal(t, must.Get(NewJSA1127(bus, JSA1127Config{Address: 0x39, Factor: 2}))(t).factor, 2, "at 0x39")
}
