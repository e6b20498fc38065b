// SPDX-License-Identifier: Apache-2.0

package bus

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/must"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

func TestNames(t *testing.T) {
	for name, want := range map[string][2]int{"SPI0.0": {0, 0}, "spi1.2": {1, 2}, "/dev/spidev10.1": {10, 1}} {
		bus, chip, err := SPIName(name)
		if err != nil || bus != want[0] || chip != want[1] {
			t.Errorf("%s is %d.%d, %v", name, bus, chip, err)
		}
	}
	for _, name := range []string{"", "SPI", "SPI0", "SPI0.", "SPI-1.0", "SPI0.0.0", "/dev/spidev0", "/dev/ttyS0", "0.0",
		"SPI300.0"} {
		if bus, chip, err := SPIName(name); err == nil {
			t.Errorf("%q is accepted as %d.%d", name, bus, chip)
		}
	}
	for name, want := range map[string]int{"I2C1": 1, "i2c20": 20, "/dev/i2c-3": 3} {
		if n, err := I2CName(name); err != nil || n != want {
			t.Errorf("%s is %d, %v", name, n, err)
		}
	}
	for _, name := range []string{"", "I2C", "I2C-1", "1", "/dev/i2c-", "I2C999"} {
		if n, err := I2CName(name); err == nil {
			t.Errorf("%q is accepted as %d", name, n)
		}
	}
}

func TestMissingDevicesSayWhatToChange(t *testing.T) {
	if _, err := os.Stat("/dev/spidev99.8"); err == nil {
		t.Skip("there is a /dev/spidev99.8")
	}
	if _, err := OpenSPI("SPI99.8"); err == nil ||
		!strings.Contains(err.Error(), `"dtoverlay=spi99-9cs"`) && !strings.Contains(err.Error(), "Linux") {
		t.Errorf("SPI: %v", err)
	}
	_, err := OpenI2C("I2C99")
	must.Fail(t, err, `"dtoverlay=i2c99"`, "I2C")
	if err := explain(os.ErrPermission, "/dev/spidev0.0", "spi", ""); !strings.Contains(err.Error(), "group spi") {
		t.Errorf("permission: %v", err)
	}
}

// TestLines of config.txt, as docs/hardware.md has them (overlays/README of the
// Raspberry Pi's firmware).
func TestLines(t *testing.T) {
	for port, want := range map[[2]int]string{
		{0, 0}: "dtparam=spi=on", {0, 1}: "dtparam=spi=on", {0, 2}: "dtoverlay=spi0-3cs",
		{1, 0}: "dtoverlay=spi1-1cs", {1, 2}: "dtoverlay=spi1-3cs",
	} {
		if got := SPILine(port[0], port[1]); got != want {
			t.Errorf("SPI%d.%d: %s, want %s", port[0], port[1], got, want)
		}
	}
	for n, want := range map[int]string{0: "dtparam=i2c_vc=on", 1: "dtparam=i2c_arm=on", 3: "dtoverlay=i2c3"} {
		if got := I2CLine(n); got != want {
			t.Errorf("I2C%d: %s, want %s", n, got, want)
		}
	}
}

func TestRecordingPorts(t *testing.T) {
	dir := t.TempDir()
	p := must.Get(OpenSPI("vcd:" + filepath.Join(dir, "spi.vcd")))(t)
	b := must.Get(OpenI2C("vcd:" + filepath.Join(dir, "i2c.vcd")))(t)
	for name, c := range map[string]interface{ Close() error }{"spi.vcd": p, "i2c.vcd": b} {
		must.Do(t, c.Close())
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !strings.Contains(string(data), "$timescale 100 ns $end") {
			t.Errorf("%s: %v\n%s", name, err, data)
		}
	}
}

func TestSpeed(t *testing.T) {
	for in, want := range map[string]string{"2MHz": "2MHz", "400kHz": "400kHz", "2.4MHz": "2.400MHz"} {
		var s Speed
		if err := s.UnmarshalText([]byte(in)); err != nil || s.String() != want {
			t.Errorf("%s is %v, %v", in, s, err)
		}
	}
	for _, in := range []string{"", "fast", "-2MHz", "0"} {
		var s Speed
		if err := s.UnmarshalText([]byte(in)); err == nil {
			t.Errorf("%q is accepted as %v", in, s)
		}
	}
	if got := Speed(0).Or(7); got != 7 {
		t.Errorf("no speed is %v, want the other", got)
	}
}

func TestChecksOfPorts(t *testing.T) {
	for _, c := range []struct {
		name, says string
		check      func(string) error
	}{
		{"", "", CheckSPI},
		{"SPI1.0", "", CheckSPI},
		{"vcd:/tmp/a.vcd", "", CheckSPI},
		{"vcd:", `port "vcd:": want a file`, CheckSPI},
		{"SPIO.0", `port "SPIO.0" is not an SPI port such as SPI0.0`, CheckSPI},
		{"I2C1", "is not an SPI port", CheckSPI},
		{"I2C1", "", CheckI2C},
		{"SPI0.0", `port "SPI0.0" is not an I2C bus such as I2C1`, CheckI2C},
	} {
		err := c.check(c.name)
		if (err == nil) != (c.says == "") ||
			err != nil && (!strings.Contains(err.Error(), c.says) || keyerr.Key(err) != "port") {
			t.Errorf("%q: %v of key %q, want %q", c.name, err, keyerr.Key(err), c.says)
		}
	}
}

func TestSpeedsCheck(t *testing.T) {
	for text, says := range map[string]string{"2MHz": "", "1kHz": "speed 1kHz, want 100kHz to 10MHz",
		"11MHz": "speed 11MHz"} {
		var s Speed
		must.Do(t, s.UnmarshalText([]byte(text)))
		err := s.Check(100*physic.KiloHertz, 10*physic.MegaHertz)
		if (err == nil) != (says == "") ||
			err != nil && (!strings.Contains(err.Error(), says) || keyerr.Key(err) != "speed") {
			t.Errorf("%s: %v, want %q", text, err, says)
		}
	}
}

func TestEmulated(t *testing.T) {
	var got []string
	e := &Emulated{Name: "chip", Most: 3, Take: func(data []byte) { got = append(got, fmt.Sprintf("% x", data)) }}
	c, err := e.Connect(physic.MegaHertz, spi.Mode0, 8)
	if err != nil || c.String() != "chip" || e.String() != "chip" || Limit(c) != 3 {
		t.Fatalf("%v, %v, %d bytes", c, err, Limit(c))
	}
	first := []byte{1, 2, 99}[:2] // what follows it must stay
	must.Do(t, errors.Join(
		c.Tx([]byte{7}, nil),
		c.TxPackets([]spi.Packet{{W: first, KeepCS: true}, {W: []byte{3}}, {W: []byte{4}, KeepCS: true}}),
	))
	if fmt.Sprint(got) != "[07 01 02 03 04]" || len(got) != 3 || e.Messages != 2 || first[:3][2] != 99 {
		t.Errorf("took %q in %d messages", got, e.Messages)
	}
	if c.Tx(make([]byte, 4), nil) == nil {
		t.Error("more than the most was taken")
	}
	e.Close()
	if c.Tx(nil, nil) == nil || c.TxPackets(nil) == nil {
		t.Error("a closed port took something")
	}
	refused := errors.New("no")
	e.Connected = func(physic.Frequency, spi.Mode, int) error { return refused }
	if _, err := e.Connect(physic.MegaHertz, spi.Mode0, 8); !errors.Is(err, refused) {
		t.Errorf("connect: %v", err)
	}
	if c, err := (&Emulated{}).Connect(0, 0, 0); err != nil || c.Tx([]byte{1}, nil) != nil {
		t.Errorf("the zero value: %v", err)
	}
}
