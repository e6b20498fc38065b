// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"strings"
	"testing"
	"testing/fstest"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"

	"github.com/ledpost/ledpost/hw/apa102"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/ws2812"
	"github.com/ledpost/ledpost/internal/must"
)

// port is an SPI port that takes so many bytes at once.
type port int

func (p port) String() string                                            { return "SPI0.0" }
func (p port) Close() error                                              { return nil }
func (p port) LimitSpeed(physic.Frequency) error                         { return nil }
func (p port) Connect(physic.Frequency, spi.Mode, int) (spi.Conn, error) { return p, nil }
func (p port) Tx(w, r []byte) error                                      { return nil }
func (p port) TxPackets([]spi.Packet) error                              { return nil }
func (p port) Duplex() conn.Duplex                                       { return conn.Full }
func (p port) MaxTxSize() int                                            { return int(p) }

// frame is the length that the driver says its frames have.
func frame(t *testing.T, c interface{ Plan() (panel.Plan, error) }) int {
	t.Helper()
	s := must.Get(c.Plan())(t)
	return s.Frame
}

// TestFrameBytes: what the doctor compares with the kernel's limit is what the
// drivers do.
func TestFrameBytes(t *testing.T) {
	for _, c := range []struct {
		name string
		size int
		open func(p port) error
	}{
		{"ws2812", frame(t, ws2812.Config{}), func(p port) error { _, err := ws2812.New(p, ws2812.Config{}); return err }},
		{"ws2812 RGBW",
			frame(t, ws2812.Config{Order: "GRBW", Layout: pixel.Layout{Width: 9, Height: 3}}), func(p port) error {
				_, err := ws2812.New(p, ws2812.Config{Order: "GRBW", Layout: pixel.Layout{Width: 9, Height: 3}})
				return err
			}},
		{"apa102", frame(t, apa102.Config{}), func(p port) error { _, err := apa102.New(p, apa102.Config{}); return err }},
		{"apa102 small", frame(t, apa102.Config{Layout: pixel.Layout{Width: 5, Height: 5}}), func(p port) error {
			_, err := apa102.New(p, apa102.Config{Layout: pixel.Layout{Width: 5, Height: 5}})
			return err
		}},
	} {
		if err := c.open(port(c.size)); err != nil {
			t.Errorf("%s: %d bytes are not enough: %v", c.name, c.size, err)
		}
		if err := c.open(port(c.size - 1)); err == nil {
			t.Errorf("%s: %d bytes are enough", c.name, c.size-1)
		}
	}
}

// TestBuzzer: its line needs the kernel's driver, and must be free.
func TestBuzzer(t *testing.T) {
	const missing = "fault sound GPIO E3 GPIO"
	for _, row := range []struct {
		why, line string
		root      fstest.MapFS
		owner     string
		want, not string
	}{
		{"all well", "GPIO13", with(four(), "dev/gpiochip0"), "", "ok sound GPIO", "pins"},
		{"a kernel without lines", "13", without(four(), "dev/gpiochip0"), "", missing, "pins"},
		{"a driver has the line", "GPIO13", with(four(), "dev/gpiochip0"), "fan", "fault sound pins E12 PIN", missing},
		{"the device runs", "GPIO13", with(four(), "dev/gpiochip0"), "ledpost", "ok sound GPIO", "pins"},
		{"none", "", without(four(), "dev/gpiochip0"), "", "", "sound"},
	} {
		m := service(row.root)
		if row.owner != "" {
			m.Lines = held(gpiomem.Line{Pin: 13, Owner: row.owner})
		}
		cfg := config(t, noPanel)
		cfg.Buzzer = row.line
		got := brief(Check(t.Context(), cfg, m))
		if !strings.Contains(got, row.want) || strings.Contains(got, row.not) {
			t.Errorf("%s: got\n%s\nwant %q without %q", row.why, got, row.want, row.not)
		}
	}
}

// TestChainsOfAComputeModule: more than three chains need lines that few boards have, and
// what the system does with those.
func TestChainsOfAComputeModule(t *testing.T) {
	const six = "driver = \"hub75\"\nwiring = \"compute-module\"\nplanes = 8\nparallel = 6\n"
	const fewer = "into the [panel] table, or use a Compute Module 1, 3, 3+ or 4S, which has GPIO 0 to 45"
	const free = "end the program or remove the driver that has it: sudo gpioinfo says its name, sudo lsof " +
		"/dev/gpiochip* which program it is"
	board := func(model string, m Machine) Machine {
		m.Root.(fstest.MapFS)["proc/device-tree/model"] = &fstest.MapFile{Data: []byte(model + "\x00")}
		return m
	}
	module := board("Raspberry Pi Compute Module 3 Plus Rev 1.0", well(three()))
	led := module
	led.Lines = held(gpiomem.Line{Pin: 44, Owner: "led"})
	for _, row := range []struct {
		why, config string
		m           Machine
		want        string
	}{
		{"with the lines", six, module, ""},
		{"with a line that is in use", six, led, "fault panel pins E12 PIN: " + free},
		{"with a line that no chain has", strings.Replace(six, "parallel = 6", "parallel = 5", 1), led, ""},
		{"without the lines", six, well(three()), "fault panel parallel E0 CFG: write parallel = 3 " + fewer},
		{"on the fourth module", six, board("Raspberry Pi Compute Module 4 Rev 1.1", well(four())),
			"fault panel parallel E0 CFG: write parallel = 3 " + fewer},
		{"with the advice taken", strings.Replace(six, "parallel = 6", "parallel = 3", 1), well(three()), ""},
		{"on own pins",
			"driver = \"hub75\"\nwiring = {oe=18, clk=17, lat=4, address=[22,23,24,25], chains=[[28,29,30,31,32,33]]}\n",
			well(three()), "fault panel parallel E0 CFG: correct the [panel] table, see docs/hardware.md"},
	} {
		must.Equal(t, unwell(t, row.config, row.m), row.want, row.why)
	}
}
