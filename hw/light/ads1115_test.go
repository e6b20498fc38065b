// SPDX-License-Identifier: Apache-2.0

package light

import (
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"periph.io/x/conn/v3/i2c/i2ctest"
)

func TestADS1115Bytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := &i2ctest.Playback{Ops: []i2ctest.IO{
			{Addr: 0x48, W: []byte{0x01}, R: []byte{0x85, 0x83}}, // is it there?
			{Addr: 0x48, W: []byte{0x01, 0xC3, 0x83}},            // one reading of input 0, ±4.096 V
			{Addr: 0x48, W: []byte{0x01}, R: []byte{0x43, 0x83}}, // not ready
			{Addr: 0x48, W: []byte{0x01}, R: []byte{0xC3, 0x83}}, // ready
			{Addr: 0x48, W: []byte{0x00}, R: []byte{0x2B, 0x00}}, // 11008 counts = 1.376 V
		}}
		s := must.Get(NewADS1115(bus, ADS1115Config{}))(t)
		lux, err := s.Lux(t.Context())
		if math.Abs(s.ohms-13983) > 1 || math.Abs(lux-10.02) > 0.01 || err != nil {
			t.Errorf("1.376 V is an LDR of %v ohms and %v lx, %v; want 13983 and 10.02", s.ohms, lux, err)
		}
		if want := "LDR of 13983 ohms on ADS1115 at 0x48"; !strings.Contains(s.String(), want) {
			t.Errorf("it is a %s, want %s", s, want)
		}
		must.Do(t, s.Close())
	})
}

func TestADS1115Calibration(t *testing.T) {
	// The user measured 50 kΩ at 2 lx and 1 kΩ at 400 lx: gamma 1.354.
	measured := ADS1115Config{Resistor: 4700, Channel: 2, Dim: Calibration{2, 50_000}, Bright: Calibration{400, 1000}}
	bottom := measured
	bottom.LDR, bottom.Supply = "bottom", 3.0
	for _, c := range []struct {
		why  string
		cfg  ADS1115Config
		ohms float64 // of the LDR
		lux  float64
		off  float64 // of lux, relative
	}{
		{"dim point", measured, 50_000, 2, 0.01},
		{"bright point", measured, 1000, 400, 0.01},
		{"between, by the logarithm", measured, math.Sqrt(50_000 * 1000), math.Sqrt(2 * 400), 0.01},
		{"darker", measured, 500_000, 2 * math.Pow(0.1, 1.354), 0.02},
		{"LDR below, dim", bottom, 50_000, 2, 0.02},
		{"LDR below, bright", bottom, 1000, 400, 0.01},
		{"wire off: as dark as can be", measured, math.Inf(1), 0, 0},
		{"short circuit: not more than sunlight", measured, 0, most, 0},
		{"LDR below, short circuit", bottom, 0, most, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			supply := 3.3
			upper, lower := c.ohms, c.cfg.Resistor
			if c.cfg.LDR == "bottom" {
				supply, upper, lower = 3.0, c.cfg.Resistor, c.ohms
			}
			chip := &ads1115{volts: [4]float64{9, 9, supply * lower / (upper + lower), 9}}
			s := must.Get(NewADS1115(&emulated{address: 0x48, chip: chip}, c.cfg))(t)
			start := time.Now()
			lux, err := s.Lux(t.Context())
			if math.Abs(lux-c.lux) > c.off*c.lux+0.001 || err != nil {
				t.Errorf("%s: %v ohms read as %v lx, %v; want %v", c.why, c.ohms, lux, err, c.lux)
			}
			if took := time.Since(start); took < 8594*time.Microsecond || took > 20*time.Millisecond {
				t.Errorf("%s: took %v, want the chip's 8.6 ms and little more", c.why, took)
			}
		})
	}
}

func TestADS1115Faults(t *testing.T) {
	for want, cfg := range map[string]ADS1115Config{
		"address":           {Address: 0x4C},
		"channel":           {Channel: 4},
		"supply":            {Supply: 5},
		"resistor":          {Resistor: 1},
		"ldr":               {LDR: "left"},
		"each want":         {Dim: Calibration{Lux: 10, Ohms: 100}},
		"fewer lux and":     {Dim: Calibration{100, 10_000}, Bright: Calibration{10, 1000}},
		"more ohms":         {Dim: Calibration{10, 1000}, Bright: Calibration{100, 10_000}},
		"ohms above 0":      {Dim: Calibration{10, math.NaN()}, Bright: Calibration{100, 1000}},
		"want 1 to 4 volts": {Supply: math.NaN()},
	} {
		bus := &emulated{address: 0x48, chip: &ads1115{}}
		if _, err := NewADS1115(bus, cfg); err == nil || !strings.Contains(err.Error(), want) || bus.closed != 1 {
			t.Errorf("error %v, bus closed %d times; want one with %q", err, bus.closed, want)
		}
	}
	absent(t, NewADS1115, &ads1115{}, "at 0x48")
	synctest.Test(t, func(t *testing.T) {
		s := must.Get(NewADS1115(&emulated{address: 0x48, chip: &ads1115{stuck: true}}, ADS1115Config{}))(t)
		_, err := s.Lux(t.Context())
		must.Fail(t, err, "does not end", "a chip that never ends")
	})
}
