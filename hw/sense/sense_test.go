// SPDX-License-Identifier: Apache-2.0

package sense

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"periph.io/x/conn/v3/i2c/i2ctest"
)

// devices is the folder of Industrial I/O devices.
const devices = "sys/bus/iio/devices"

// file is one of sysfs.
func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

// thermometer is a processor's own, air a BME280 of the kernel's driver, dht a
// DHT22 of its own, and chip one that is read raw.
var kernel = fstest.MapFS{
	devices + "/iio:device0/name":                      file("ads1015\n"),
	devices + "/iio:device0/in_voltage0_raw":           file("17\n"),
	devices + "/iio:device1/name":                      file("mpu6050\n"),
	devices + "/iio:device1/in_temp_raw":               file("-3920\n"),
	devices + "/iio:device1/in_temp_offset":            file("12420\n"),
	devices + "/iio:device1/in_temp_scale":             file("2.941176\n"),
	devices + "/iio:device2/name":                      file("bme280\n"),
	devices + "/iio:device2/in_temp_input":             file("21460\n"),
	devices + "/iio:device2/in_humidityrelative_input": file("48213.867187500\n"),
	devices + "/iio:device3/name":                      file("dht11@0\n"),
	devices + "/iio:device3/in_humidityrelative_input": file("55000\n"),
	devices + "/iio:device4/name":                      file("broken\n"),
	devices + "/iio:device4/in_temp_input":             file("warm\n"),
}

func TestIIO(t *testing.T) {
	rows := []struct {
		name, device, says string
		want               Reading
		fault              string
	}{
		{"the first with humidity", "", "bme280 (iio:device2)",
			Reading{Temperature: known(21.46), Humidity: known(48.2138671875)}, ""},
		{"by its name", "dht11@0", "dht11@0 (iio:device3)", Reading{Humidity: known(55)}, ""},
		{"by its folder, read raw", "iio:device1", "mpu6050 (iio:device1)", Reading{Temperature: known(25)}, ""},
		{"not there", "sht31", "", Reading{}, `sense: the kernel knows no sensor of temperature or humidity called "sht31"`},
		{"measures something else", "ads1015", "", Reading{}, "knows no sensor"},
		{"says nonsense", "broken", "broken (iio:device4)", Reading{}, `sense: in_temp_input: "warm" is not a number`},
	}
	for _, row := range rows {
		s, err := NewIIO(kernel, IIOConfig{Device: row.device})
		var got Reading
		if err == nil {
			if s.String() != row.says {
				t.Errorf("%s: %v, want %s", row.name, s, row.says)
			}
			got, err = s.Read(t.Context())
		}
		if (err == nil) != (row.fault == "") || err != nil && !strings.Contains(err.Error(), row.fault) ||
			!near(got, row.want) {
			t.Errorf("%s: %+v, %v, want %+v, %s", row.name, got, err, row.want, row.fault)
		}
	}
	if _, err := NewIIO(fstest.MapFS{}, IIOConfig{}); !errors.Is(err, ErrNoIIO) {
		t.Errorf("no sensor: %v", err)
	}
}

// near reports whether two readings are the same to a hundredth.
func near(a, b Reading) bool {
	same := func(a, b Value) bool { return a.Known == b.Known && math.Abs(a.Is-b.Is) < 0.01 }
	return same(a.Temperature, b.Temperature) && same(a.Humidity, b.Humidity) && same(a.CO2, b.CO2)
}

func TestSHT3x(t *testing.T) {
	rows := []struct {
		name   string
		answer []byte
		want   Reading
		fault  string
	}{
		{"a room", []byte{0x61, 0x9A, 0x78, 0x7B, 0x6E, 0xF1},
			Reading{Temperature: known(21.72), Humidity: known(48.22)}, ""},
		{"the least", []byte{0, 0, 0x81, 0, 0, 0x81}, Reading{Temperature: known(-45), Humidity: known(0)}, ""},
		{"the most", []byte{0xFF, 0xFF, 0xAC, 0xFF, 0xFF, 0xAC}, Reading{Temperature: known(130), Humidity: known(100)}, ""},
		{"a wrong checksum", []byte{0x61, 0x9A, 0, 0x7B, 0x6E, 0}, Reading{}, "came garbled: 61 9a 00 7b 6e 00"},
		{"nothing on the bus", []byte{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}, Reading{}, "came garbled"},
	}
	for _, row := range rows {
		answer := row.answer
		if row.fault == "" {
			answer[2], answer[5] = crc(answer[0], answer[1]), crc(answer[3], answer[4])
		}
		bus := &i2ctest.Playback{DontPanic: true, Ops: []i2ctest.IO{
			{Addr: 0x45, W: []byte{0x24, 0x00}}, // one reading, high repeatability
			{Addr: 0x45, R: answer},
		}}
		s := must.Get(NewSHT3x(bus, SHT3xConfig{Address: 0x45}))(t)
		got, err := s.Read(t.Context())
		if (err == nil) != (row.fault == "") || err != nil && !strings.Contains(err.Error(), row.fault) ||
			!near(got, row.want) {
			t.Errorf("%s: %+v, %v, want %+v %s", row.name, got, err, row.want, row.fault)
		}
		if err := s.Close(); err != nil {
			t.Errorf("%s: %v", row.name, err)
		}
	}
	if got := crc(0xBE, 0xEF); got != 0x92 { // the datasheet's example
		t.Errorf("the checksum of BEEF is %#x, want 0x92", got)
	}
}

// The registers of a BME280, as periph's driver reads them: the calibration of a
// real one (bmxx80, bmx280_test.go).
func bme280(id byte, ops ...i2ctest.IO) *i2ctest.Playback {
	start := []i2ctest.IO{
		{Addr: 0x76, W: []byte{0xD0}, R: []byte{id}}, // which chip it is
		{Addr: 0x76, W: []byte{0x88},
			R: []byte{0x10, 0x6E, 0x6C, 0x66, 0x32, 0x00, 0x5D, 0x95, 0xB8, 0xD5, 0xD0, 0x0B, 0x77, 0x1E, 0x9D, 0xFF, 0xF9, 0xFF,
				0xAC, 0x26, 0x0A, 0xD8, 0xBD, 0x10, 0x00, 0x4B}},
	}
	return &i2ctest.Playback{DontPanic: true, Ops: append(start, ops...)}
}

func TestBME280(t *testing.T) {
	bus := bme280(0x60,
		// calibration of humidity
		i2ctest.IO{Addr: 0x76, W: []byte{0xE1}, R: []byte{0x6E, 0x01, 0x00, 0x13, 0x05, 0x00, 0x1E}},
		i2ctest.IO{Addr: 0x76, W: []byte{0xF4, 0x24, 0xF2, 0x01, 0xF5, 0xA0, 0xF4, 0x24}}, // asleep, 1x, no filter
		i2ctest.IO{Addr: 0x76, W: []byte{0xF4, 0x25}},                                     // one reading
		i2ctest.IO{Addr: 0x76, W: []byte{0xF3}, R: []byte{0}},                             // done
		i2ctest.IO{Addr: 0x76, W: []byte{0xF7}, R: []byte{0x4A, 0x52, 0xC0, 0x80, 0x96, 0xC0, 0x7A, 0x76}},
	)
	s := must.Get(NewBME280(bus, BME280Config{}))(t)
	if r, err := s.Read(t.Context()); err != nil || !near(r, Reading{Temperature: known(23.72), Humidity: known(65.31)}) {
		t.Errorf("%+v, %v", r, err)
	}
	if err := s.Close(); err != nil || !strings.HasPrefix(s.String(), "BME280 at 0x76 of ") {
		t.Errorf("%v, %v", s, err)
	}
	stuck := make([]i2ctest.IO, 2*mostTransfers)
	for i := range stuck {
		stuck[i] = i2ctest.IO{Addr: 0x76, W: []byte{0xF3}, R: []byte{8}} // measuring, for ever
	}
	bus = bme280(0x58, append([]i2ctest.IO{
		{Addr: 0x76, W: []byte{0xF4, 0x24, 0xF5, 0xA0, 0xF4, 0x24}}, {Addr: 0x76, W: []byte{0xF4, 0x25}},
	}, stuck...)...)
	s = must.Get(NewBME280(bus, BME280Config{}))(t)
	_, err := s.Read(t.Context())
	must.Fail(t, err, "does not end its measurement", "a chip that never is done")
	_, err = NewBME280(&i2ctest.Playback{DontPanic: true}, BME280Config{})
	must.Fail(t, err, "no answer from a BME280 at 0x76", "nothing on the bus")
}

func TestConfigs(t *testing.T) {
	for _, row := range []struct {
		name string
		cfg  interface{ Check() error }
		want string
	}{
		{"all unset", IIOConfig{}, ""},
		{"another address", BME280Config{Address: 0x44}, "want 0x76 or 0x77"},
		{"another address", SHT3xConfig{Address: 0x76}, "want 0x44 or 0x45"},
		{"an offset beyond reason", SHT3xConfig{Config: Config{Offset: 50}}, "offset is 50"},
		{"no offset", IIOConfig{Config: Config{Offset: math.NaN()}}, "offset is NaN"},
	} {
		if err := row.cfg.Check(); (err == nil) != (row.want == "") ||
			err != nil && !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %q", row.name, err, row.want)
		}
	}
}

// TestCorrected: colder air, in which as much water is, is more humid.
func TestCorrected(t *testing.T) {
	r := Config{Offset: -3}.corrected(Reading{Temperature: known(25), Humidity: known(40)})
	if !near(r, Reading{Temperature: known(22), Humidity: known(47.9)}) && math.Abs(r.Humidity.Is-47.9) > 0.2 {
		t.Errorf("%+v", r)
	}
	if r := (Config{Offset: -20}).corrected(Reading{Temperature: known(25), Humidity: known(90)}); r.Humidity.Is != 100 {
		t.Errorf("%+v, want fog", r)
	}
}

// flaky fails at its third reading.
type flaky struct{ n *int }

func (f flaky) Read(context.Context) (Reading, error) {
	*f.n++
	if *f.n == 3 {
		return Reading{}, errors.New("pulled out")
	}
	if *f.n == 5 {
		return Reading{Temperature: known(130)}, nil
	}
	return Reading{Temperature: known(20)}, nil
}

func (f flaky) Close() error { return nil }

// TestLoop: what fails, or says what cannot be, is told once and opened again.
func TestLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 65*time.Second)
		defer cancel()
		n, opened, readings := 0, 0, 0
		var faults []string
		err := Loop{
			Open:  func() (Sensor, error) { opened++; return flaky{&n}, nil },
			Yield: func(r Reading) { readings++ },
			Fault: func(err error) {
				if err == nil {
					faults = append(faults, "works")
				} else {
					faults = append(faults, err.Error())
				}
			},
		}.Run(ctx)
		want := "pulled out; works; sense: a reading of 130 °C and 0 %; works"
		if got := strings.Join(faults, "; "); err != nil || opened != 3 || readings != 5 || got != want {
			t.Errorf("%v, opened %d, %d readings, %s", err, opened, readings, got)
		}
	})
}
