// SPDX-License-Identifier: Apache-2.0

package sense

import (
	"strings"
	"testing"
	"testing/synctest"

	"periph.io/x/conn/v3/i2c/i2ctest"

	"github.com/ledpost/ledpost/internal/must"
)

// summed is words of 16 bits with their checksums.
func summed(words ...uint16) (b []byte) {
	for _, w := range words {
		high, low := byte(w>>8), byte(w)
		b = append(b, high, low, crc(high, low))
	}
	return b
}

func TestSCD4x(t *testing.T) {
	to := func(w ...byte) i2ctest.IO { return i2ctest.IO{Addr: 0x62, W: w} }
	from := func(b []byte) i2ctest.IO { return i2ctest.IO{Addr: 0x62, R: b} }
	begin := []i2ctest.IO{to(0x3F, 0x86), to(0x21, 0xB1)}
	garbled := summed(500, 0x6667, 0x5EB9)
	garbled[8]++
	for _, row := range []struct {
		why   string
		ops   []i2ctest.IO
		want  Reading
		fault string
	}{
		{"the datasheet's example, not ready at first", append(begin,
			to(0xE4, 0xB8), from(summed(0x8000)), to(0xE4, 0xB8), from(summed(0x8006)),
			to(0xEC, 0x05), from([]byte{0x01, 0xF4, 0x33, 0x66, 0x67, 0xA2, 0x5E, 0xB9, 0x3C}), to(0x3F, 0x86)),
			Reading{CO2: known(500), Temperature: known(25), Humidity: known(37)}, ""},
		{"a wrong checksum", append(begin, to(0xE4, 0xB8), from(summed(1)), to(0xEC, 0x05), from(garbled), to(0x3F, 0x86)),
			Reading{}, "garbled"},
		{"no sensor", nil, Reading{}, "no answer"},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := must.Get(NewSCD4x(&i2ctest.Playback{DontPanic: true, Ops: row.ops}, SCD4xConfig{}))(t)
			r, err := s.Read(t.Context())
			if (err == nil) != (row.fault == "") || err != nil && !strings.Contains(err.Error(), row.fault) ||
				!near(r, row.want) {
				t.Errorf("%s: %+v, %v; want %+v, %s", row.why, r, err, row.want, row.fault)
			}
			if err := s.Close(); err != nil {
				t.Errorf("%s: %v", row.why, err)
			}
		})
	}
}

// TestSCD4xThatNeverMeasures is told of, and not waited for any longer.
func TestSCD4xThatNeverMeasures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ops := []i2ctest.IO{{Addr: 0x62, W: []byte{0x3F, 0x86}}, {Addr: 0x62, W: []byte{0x21, 0xB1}}}
		for range 60 {
			ops = append(ops, i2ctest.IO{Addr: 0x62, W: []byte{0xE4, 0xB8}}, i2ctest.IO{Addr: 0x62, R: summed(0x8000)})
		}
		s, _ := NewSCD4x(&i2ctest.Playback{DontPanic: true, Ops: ops}, SCD4xConfig{})
		_, err := s.Read(t.Context())
		must.Fail(t, err, "measured nothing for 6s")
	})
}

func TestUnbelievableCO2(t *testing.T) {
	for v, ok := range map[float64]bool{-1: false, 0: false, 399: true, 40_000: true, 40_001: false} {
		if _, err := believable(Reading{CO2: known(v)}); (err == nil) != ok {
			t.Errorf("%v ppm: %v", v, err)
		}
	}
}
