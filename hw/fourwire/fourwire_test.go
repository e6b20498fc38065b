// SPDX-License-Identifier: Apache-2.0

package fourwire

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/must"
	"periph.io/x/conn/v3/physic"
)

func kind() *Kind {
	return &Kind{Name: "display", Speed: physic.MegaHertz, Least: physic.KiloHertz, Most: physic.MegaHertz,
		Clock: "SCL", Data: "SDA", Command: "DC"}
}

func connection(t *testing.T, c Config, light string) Connection {
	t.Helper()
	return must.Get(kind().Resolve(c, light))(t)
}

// TestPlace: its lines are the bus's and its own.
func TestPlace(t *testing.T) {
	for _, row := range []struct {
		why   string
		c     Config
		light string
		own   uint64
		wires string
	}{
		{"the usual lines", Config{}, "", 1<<25 | 1<<27, "SDA 10, SCL 11, CS 8, DC 25, RES 27, VCC, GND"},
		{"with a light, and without a reset", Config{Port: "SPI0.1", DC: "24", Reset: None}, "GPIO13", 1<<24 | 1<<13,
			"SDA 10, SCL 11, CS 7, DC 24, BLK 13, VCC, GND"},
		{"D/C on the line that displays do not use, as boards of Pimoroni have it", Config{DC: "GPIO9", Reset: None}, "",
			1 << 9, "SDA 10, SCL 11, CS 8, DC 9, VCC, GND"},
		{"a recording", Config{Port: "vcd:/tmp/x.vcd"}, "", 0, "DC 25, RES 27, VCC, GND"},
	} {
		r := connection(t, row.c, row.light)
		var wires []string
		for _, w := range r.Terminals() {
			if w.Source >= 0 && w.Source < 28 {
				wires = append(wires, fmt.Sprintf("%s %d", w.Name, w.Source))
			} else {
				wires = append(wires, w.Name)
			}
		}
		if p := r.Place(); p.Own != row.own || p.Pins&row.own != row.own || strings.Join(wires, ", ") != row.wires {
			t.Errorf("%s: lines %b, wires %v", row.why, p.Own, wires)
		}
	}
}

// levels notes what lines were set to.
type levels struct {
	set    []string
	closed bool
}

func (l *levels) Set(levels, mask uint64) error {
	l.set = append(l.set, fmt.Sprintf("%b of %b", levels, mask))
	return nil
}

func (l *levels) Close() error {
	l.closed = true
	return nil
}

// TestWire: D/C is set before the bytes that it is for, and only where it changes; long
// data go in messages that the port takes.
func TestWire(t *testing.T) {
	l := &levels{}
	var sent []string
	port := &bus.Emulated{Most: 3, Take: func(data []byte) {
		sent = append(sent, fmt.Sprintf("%x after %d", data, len(l.set)))
	}}
	w := must.Get(connection(t, Config{Reset: None}, "13").on(port, l))(t)
	for _, step := range []error{
		w.Send(false, []byte{1}), w.Send(false, []byte{2}), w.Send(true, []byte{3, 4, 5, 6, 7}), w.Send(false, []byte{8}),
		w.Set(Backlight, true), w.Set(Reset, true), w.Close(),
	} {
		if step != nil {
			t.Fatal(step)
		}
	}
	if want := []string{"0 of 1", "1 of 1", "0 of 1", "10 of 10"}; !slices.Equal(l.set, want) {
		t.Errorf("lines %q, want %q", l.set, want)
	}
	if want := []string{"01 after 1", "02 after 1", "030405 after 2", "0607 after 2",
		"08 after 3"}; !slices.Equal(sent, want) {
		t.Errorf("sent %q, want %q", sent, want)
	}
	if !l.closed || !port.Closed {
		t.Error("something stays open")
	}
}

// TestRecording: what is recorded is read back with its D/C.
func TestRecording(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.vcd")
	w := must.Get(connection(t, Config{Port: "vcd:" + path}, "").Open())(t)
	must.Do(t,
		errors.Join(w.Set(Reset, true), w.Send(false, []byte{0x2C}), w.Send(true, []byte{0xA5, 0x5A}),
			w.Send(false, []byte{0x29}), w.Close()))
	dump := must.Get(os.ReadFile(path))(t)
	d := must.Get(vcd.NewReader(bytes.NewReader(dump)))(t)
	var got []string
	err := Play(d, nil, func(data bool, b byte) {
		got = append(got, fmt.Sprintf("%v %02x", data, b))
	}, func(time.Duration) error {
		got = append(got, "frame")
		return nil
	})
	if want := []string{"false 2c", "true a5", "true 5a", "frame", "false 29"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("read %q, %v; want %q", got, err, want)
	}
}
