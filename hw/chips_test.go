// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/i2c/i2ctest"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/light"
	"github.com/ledpost/ledpost/hw/sense"
)

// A chip is what a sensor's chip answers on the bus in one reading with its defaults, by its
// datasheet, and what the sensor makes of that.
type chip struct {
	ops  []i2ctest.IO
	want string
}

// to is bytes that are sent to a chip, from is its answer.
func to(at uint16, b ...byte) i2ctest.IO   { return i2ctest.IO{Addr: at, W: b} }
func from(at uint16, b ...byte) i2ctest.IO { return i2ctest.IO{Addr: at, R: b} }

// chips are the emulated chips by the name of their sensor.
var chips = map[string]chip{
	"bh1750": {
		[]i2ctest.IO{
			to(0x23, 0x01), to(0x23, 0x01), to(0x23, 0x42), to(0x23, 0x65), // power on, measurement time 69
			to(0x23, 0x21), from(0x23, 0x01, 0x90), to(0x23, 0x00), // 400 counts of half lux
		}, "166.7 lx",
	},
	"jsa1127": {
		[]i2ctest.IO{
			to(0x29, 0x8C), to(0x29, 0x04), to(0x29, 0x08), to(0x29, 0x30), // asleep, once, begin, end
			from(0x29, 0xE8, 0x83), to(0x29, 0x8C), to(0x29, 0x8C), // 1000 counts, valid
		}, "166.7 lx",
	},
	"ads1115": {
		[]i2ctest.IO{
			{Addr: 0x48, W: []byte{0x01}, R: []byte{0x85, 0x83}}, to(0x48, 0x01, 0xC3, 0x83),
			// 1.376 V
			{Addr: 0x48, W: []byte{0x01}, R: []byte{0xC3, 0x83}}, {Addr: 0x48, W: []byte{0x00}, R: []byte{0x2B, 0x00}},
		}, "10.0 lx",
	},
	"sht3x": {[]i2ctest.IO{to(0x44, 0x24, 0x00), from(0x44, 0x61, 0x9A, 0xC2, 0x7B, 0x6E, 0x04)}, "21.7 °C, 48.2 %"},
	"bme280": {
		[]i2ctest.IO{
			{Addr: 0x76, W: []byte{0xD0}, R: []byte{0x60}},
			{Addr: 0x76, W: []byte{0x88},
				R: []byte{0x10, 0x6E, 0x6C, 0x66, 0x32, 0x00, 0x5D, 0x95, 0xB8, 0xD5, 0xD0, 0x0B, 0x77, 0x1E, 0x9D, 0xFF, 0xF9,
					0xFF, 0xAC, 0x26, 0x0A, 0xD8, 0xBD, 0x10, 0x00, 0x4B}},
			{Addr: 0x76, W: []byte{0xE1}, R: []byte{0x6E, 0x01, 0x00, 0x13, 0x05, 0x00, 0x1E}},
			to(0x76, 0xF4, 0x24, 0xF2, 0x01, 0xF5, 0xA0, 0xF4, 0x24), to(0x76, 0xF4, 0x25),
			{Addr: 0x76, W: []byte{0xF3}, R: []byte{0}},
			{Addr: 0x76, W: []byte{0xF7}, R: []byte{0x4A, 0x52, 0xC0, 0x80, 0x96, 0xC0, 0x7A, 0x76}},
		}, "23.7 °C, 65.3 %",
	},
	"scd4x": {
		[]i2ctest.IO{
			to(0x62, 0x3F, 0x86), to(0x62, 0x21, 0xB1), to(0x62, 0xE4, 0xB8), from(0x62, 0x80, 0x06, 0x04),
			to(0x62, 0xEC, 0x05), from(0x62, 0x01, 0xF4, 0x33, 0x66, 0x67, 0xA2, 0x5E, 0xB9, 0x3C), to(0x62, 0x3F, 0x86),
		}, "25.0 °C, 37.0 %, 500 ppm",
	},
}

// TestEverySensorReadsItsChip: each sensor of the tables that is on a bus reads an emulated
// chip, opened as the program opens it. One without a row of chips fails.
func TestEverySensorReadsItsChip(t *testing.T) {
	var read []string
	for _, l := range lights().all {
		plan, err := l.new().Plan()
		if err == nil && plan.Place.Kind != bus.None {
			read = append(read, l.name)
			reads(t, l.name, plan.On, func(ctx context.Context, s light.Sensor) (string, error) {
				lux, err := s.Lux(ctx)
				return fmt.Sprintf("%.1f lx", lux), err
			})
			absurd(t, l.name, plan.On)
		}
	}
	for _, l := range airs().all {
		plan, err := l.new().Plan()
		if err == nil && plan.Place.Kind != bus.None {
			read = append(read, l.name)
			reads(t, l.name, plan.On, func(ctx context.Context, s sense.Sensor) (string, error) {
				r, err := s.Read(ctx)
				return inWords(r), err
			})
		}
	}
	for name := range chips {
		if !slices.Contains(read, name) {
			t.Errorf("chips has a row for %s, which no table has", name)
		}
	}
}

// ones is a bus on which every bit of every answer is set.
type ones struct{ i2ctest.Record }

func (*ones) Close() error { return nil }

func (*ones) Tx(_ uint16, _, r []byte) error {
	for i := range r {
		r[i] = 0xFF
	}
	return nil
}

// absurd opens a light sensor on a bus of ones: what it makes of them is an error, or light that
// a room can have. Lux of more than that wants believable of package light.
func absurd(t *testing.T, name string, open func(i2c.BusCloser) (light.Sensor, error)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s, err := open(&ones{})
		if err != nil {
			return
		}
		if lux, err := s.Lux(t.Context()); err == nil && !(lux >= 0 && lux <= 200_000) {
			t.Errorf("%s measures %v lx where all bits are set, want 0 to 200,000 or an error", name, lux)
		}
	})
}

// inWords returns what was measured.
func inWords(r sense.Reading) (s string) {
	for _, v := range []struct {
		of     sense.Value
		format string
	}{{r.Temperature, "%.1f °C"}, {r.Humidity, ", %.1f %%"}, {r.CO2, ", %.0f ppm"}} {
		if v.of.Known {
			s += fmt.Sprintf(v.format, v.of.Is)
		}
	}
	return s
}

// reads opens a sensor on its chip and measures once.
func reads[S interface{ Close() error }](
	t *testing.T, name string, open func(i2c.BusCloser) (S, error), measure func(context.Context, S) (string, error),
) {
	t.Helper()
	c, ok := chips[name]
	if !ok || open == nil {
		t.Errorf("%s has no emulated chip in chips, or its plan no bus: add what its datasheet says", name)
		return
	}
	synctest.Test(t, func(t *testing.T) {
		s, err := open(&i2ctest.Playback{DontPanic: true, Ops: c.ops})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		if got, err := measure(t.Context(), s); err != nil || got != c.want {
			t.Errorf("%s measures %q, %v; want %q", name, got, err, c.want)
		}
		if err := s.Close(); err != nil { // the chip has been asked less than it can answer, too
			t.Errorf("%s: %v", name, err)
		}
	})
}
