// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"image"
	"image/color"
	"os"
	pathpkg "path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/conn/v3/gpio/gpiotest"
	"periph.io/x/conn/v3/i2c/i2ctest"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spitest"

	"github.com/ledpost/ledpost/hw/apa102"
	"github.com/ledpost/ledpost/hw/drawer"
	"github.com/ledpost/ledpost/hw/fourwire"
	"github.com/ledpost/ledpost/hw/ht16k33"
	"github.com/ledpost/ledpost/hw/is31fl"
	"github.com/ledpost/ledpost/hw/lametric"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/ssd1306"
	"github.com/ledpost/ledpost/hw/ssd1322"
	"github.com/ledpost/ledpost/hw/st7789"
	"github.com/ledpost/ledpost/hw/tm1640"
	"github.com/ledpost/ledpost/hw/unicornhd"
	"github.com/ledpost/ledpost/hw/ws2812"
	"github.com/ledpost/ledpost/internal/must"
)

// wires are periph's own recorders of all buses that a panel may want. Only one panel uses them.
type wires struct {
	port        spitest.Record
	i2c         i2ctest.Record
	data, clock gpiotest.Pin // tm1640
	dc          gpiotest.Pin // displays with D/C
	bits        []byte       // of a message of tm1640, a byte each
	sent        []string     // messages with D/C, and of tm1640
}

// messages are what was sent.
func (w *wires) messages() (all []string) {
	for _, op := range w.port.Ops {
		all = append(all, fmt.Sprintf("% x", op.W))
	}
	for _, op := range w.i2c.Ops {
		all = append(all, fmt.Sprintf("% x", op.W))
	}
	return append(all, w.sent...)
}

// i2cBus is periph's recorder of I²C with an end.
type i2cBus struct{ *i2ctest.Record }

func (i2cBus) Close() error { return nil }

// spiPort is periph's recorder of SPI, which takes several packets as so many messages.
type spiPort struct{ *spitest.Record }

func (p spiPort) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	c, err := p.Record.Connect(f, mode, bits)
	return spiConn{c}, err
}

type spiConn struct{ spi.Conn }

func (c spiConn) TxPackets(all []spi.Packet) error {
	for _, p := range all {
		if err := c.Tx(p.W, p.R); err != nil {
			return err
		}
	}
	return nil
}

// withDC is a port with a line D/C.
type withDC struct{ *wires }

func (w withDC) Send(data bool, b []byte) error {
	err := w.dc.Out(gpio.Level(data))
	kind := "command"
	if w.dc.Read() == gpio.High {
		kind = "data"
	}
	w.sent = append(w.sent, fmt.Sprintf("%s % x", kind, b))
	return err
}

func (withDC) Set(fourwire.Line, bool) error { return nil }
func (withDC) Close() error                  { return nil }

// twoLines are the lines of a TM1640, whose chip takes a bit where the clock rises.
type twoLines struct{ *wires }

func (w twoLines) Set(data, clock bool) error {
	was, before := bool(w.clock.Read()), bool(w.data.Read())
	if err := w.data.Out(gpio.Level(data)); err != nil {
		return err
	}
	if err := w.clock.Out(gpio.Level(clock)); err != nil {
		return err
	}
	switch {
	case was && clock && before && !data: // start
		w.bits = nil
	case was && clock && !before && data: // end
		w.sent = append(w.sent, fmt.Sprintf("% x", lowFirst(w.bits)))
	case !was && clock:
		w.bits = append(w.bits, map[bool]byte{true: 1}[data])
	}
	return nil
}

func (twoLines) Close() error { return nil }

// lowFirst are the bytes of bits, the lowest first.
func lowFirst(bits []byte) (all []byte) {
	for b := range slices.Chunk(bits[:len(bits)/8*8], 8) {
		v := byte(0)
		for i, bit := range b {
			v |= bit << i
		}
		all = append(all, v)
	}
	return all
}

// line is a pin of periph's as a line that a driver sets.
type line struct{ *gpiotest.Pin }

func (l line) Set(levels, _ uint64) error { return l.Out(levels != 0) }
func (line) Close() error                 { return nil }

// A spoken is what a driver sends for a white picture, or a red one, by the data sheet of its chip.
type spoken struct {
	open func(w *wires) (panel.Panel, error)
	red  bool
	want string // begins what is sent, messages with bars between
	has  string // is in it
}

// spokens are the drivers by name.
var spokens = map[string]spoken{
	"max7219": {func(w *wires) (panel.Panel, error) {
		return max7219.New(spiPort{&w.port}, max7219.Config{Modules: 1})
	}, false, "01 ff|02 ff|03 ff|04 ff|05 ff|06 ff|07 ff|08 ff", ""}, // the registers of its eight digits
	"ws2812": {func(w *wires) (panel.Panel, error) {
		return ws2812.New(&w.port, ws2812.Config{Layout: pixel.Layout{Width: 8, Height: 8}})
	}, true, "00 00", " 00 92 49 24 db 6d b6 92 49 24"}, // the reset; three bits a bit of green, red, blue
	"apa102": {func(w *wires) (panel.Panel, error) {
		return apa102.New(&w.port, apa102.Config{Layout: pixel.Layout{Width: 8, Height: 8}})
	}, true, "00 00 00 00 ff 00 00 ff", ""}, // a start, then full current, blue, green, red
	"unicornhd": {func(w *wires) (panel.Panel, error) {
		return unicornhd.New(&w.port, unicornhd.Config{PowerLimit: -1})
	}, true, "72 ff 00 00 ff 00 00", ""}, // red, green, blue
	"ssd1306": {func(w *wires) (panel.Panel, error) {
		return ssd1306.New(i2cBus{&w.i2c}, ssd1306.Config{})
	}, false, "00 b0 00 10|40 ff ff", ""}, // page 0 from column 0 on; eight rows a byte
	"ssd1322": {func(w *wires) (panel.Panel, error) {
		return ssd1322.New(withDC{w}, ssd1322.Config{})
	}, false, "command 15|data 1c 5b|command 75|data 00 3f|command 5c|data ff ff", ""}, // columns, rows, two pixels a byte
	"st7789": {func(w *wires) (panel.Panel, error) {
		return st7789.New(withDC{w}, st7789.Config{})
	}, true, "command 2a|data 00 00 00 ef|command 2b|data 00 00 00 09|command 2c|data ", " f8 00 f8 00 "}, // 5-6-5
	"ht16k33": {func(w *wires) (panel.Panel, error) {
		return ht16k33.New(i2cBus{&w.i2c}, ht16k33.Config{})
	}, false, "00 ff 00 ff", ""}, // the memory from 0 on, in one message; every second byte has no LEDs
	"tm1640": {func(w *wires) (panel.Panel, error) {
		return tm1640.New(twoLines{w}, tm1640.Config{})
	}, false, "40|c0" + strings.Repeat(" ff", 16) + "|8f", ""}, // data, 16 grids from 0 on, the brightest
	"is31fl": {func(w *wires) (panel.Panel, error) {
		return is31fl.New(i2cBus{&w.i2c}, is31fl.Config{})
	}, false, "24 ff ff", ""}, // the first register of light
	"lametric": {func(w *wires) (panel.Panel, error) {
		return lametric.New(&w.port, line{&w.dc}, i2cBus{&i2ctest.Record{}}, lametric.Config{})
	}, true, "04|00 00 ff 00 00 00 ff 00", ""}, // a picture; blue, green, red, white
}

// TestPanelsOnPeriphsRecorders: on periph's own recorders and pins every driver sends the bytes of the data sheet,
// drawn on as by a program for periph.
func TestPanelsOnPeriphsRecorders(t *testing.T) {
	without := map[string]string{"hub75": "registers of the processor", composed: "made of others"}
	for _, name := range Drivers() {
		if _, err := os.Stat(name + "/example_test.go"); err != nil && name != composed {
			t.Errorf("%s has no example: %v", name, err)
		}
		s, ok := spokens[name]
		if !ok && without[name] == "" {
			t.Errorf("%s has no row in spokens: add what its data sheet says", name)
		}
		if !ok {
			continue
		}
		w, colour := &wires{}, color.RGBA{255, 255, 255, 255}
		if s.red {
			colour = color.RGBA{R: 255, A: 255}
		}
		d := drawer.Of(must.Get(s.open(w))(t), name, panel.Color)
		before := len(w.messages())
		must.Do(t, d.Draw(d.Bounds(), image.NewUniform(colour), image.Point{}))
		if got := strings.Join(w.messages()[before:], "|"); !strings.HasPrefix(got, s.want) || !strings.Contains(got, s.has) {
			t.Errorf("%s sends %.300s, want %s and %s", name, got, s.want, s.has)
		}
		must.Do(t, d.Halt())
	}
}

// TestReadyForPeriph: the files that are ready to be given to periph have its header, import nothing of ours but pixel,
// and need no other file of their package.
func TestReadyForPeriph(t *testing.T) {
	const head = "// Copyright 2026 The Periph Authors. All rights reserved.\n" +
		"// Use of this source code is governed under the Apache License, Version 2.0\n" +
		"// that can be found in the LICENSE file.\n\npackage "
	for _, name := range []string{"apa102/matrix.go"} {
		raw := must.Get(os.ReadFile(name))(t)
		if !strings.HasPrefix(string(raw), head) {
			t.Errorf("%s has not periph's header", name)
		}
		fset := token.NewFileSet()
		f := must.Get(parser.ParseFile(fset, name, raw, 0))(t)
		var packages []string
		for _, i := range f.Imports {
			path := must.Get(strconv.Unquote(i.Path.Value))(t)
			packages = append(packages, pathpkg.Base(path))
			first, _, _ := strings.Cut(path, "/")
			if strings.Contains(first, ".") && first != "periph.io" && path != "github.com/ledpost/ledpost/hw/pixel" {
				t.Errorf("%s imports %s", name, path)
			}
		}
		for _, id := range f.Unresolved {
			if types.Universe.Lookup(id.Name) == nil && !slices.Contains(packages, id.Name) {
				t.Errorf("%s has %s from another file of its package", name, id.Name)
			}
		}
	}
}
