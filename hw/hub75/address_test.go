// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"errors"
	"image"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/must"
)

// addressed are panels of each row address type: with few rows, and with as many as
// there may be.
func addressed() map[string]Config {
	return map[string]Config{
		"direct, 32 rows":     {RowAddress: "direct", Rows: 64, Cols: 16, Planes: 4},
		"ab-shift, 4 rows":    {RowAddress: "AB-Shift", Rows: 8, Cols: 16, Planes: 4},
		"ab-shift, 32 rows":   {RowAddress: "ab-shift", Rows: 64, Cols: 16, Planes: 4, Slowdown: new(2)},
		"abcd-lines, 4 rows":  {RowAddress: "abcd-lines", Rows: 16, Cols: 32, Multiplexing: "stripe", Planes: 4},
		"abc-shift, 16 rows":  {RowAddress: "abc-shift", Rows: 32, Cols: 16, Planes: 4},
		"abc-shift, 32 rows":  {RowAddress: "abc-shift", Rows: 64, Cols: 128, Planes: 4},
		"sm5266, 8 rows":      {RowAddress: "sm5266", Rows: 16, Cols: 16, Planes: 4},
		"sm5266, 16 rows":     {RowAddress: "sm5266", Rows: 32, Cols: 16, Planes: 4},
		"sm5266, 32 rows":     {RowAddress: "sm5266", Rows: 64, Cols: 16, Planes: 4, Wiring: "adafruit-hat"},
		"b707, 32 rows":       {RowAddress: "b707", Rows: 64, Cols: 128, Planes: 4},
		"b707 with an FM6126": {RowAddress: "b707", Rows: 16, Cols: 32, Planes: 4, Init: "FM6126A"},
	}
}

// TestRowsArriveByEveryAddress shows pictures on panels with each kind of decoder, by
// registers and by PIO: every pixel is in its row, in all its levels, for two refreshes.
func TestRowsArriveByEveryAddress(t *testing.T) {
	for name, c := range addressed() {
		for way, show := range ways() {
			t.Run(name+"/"+way, func(t *testing.T) {
				r := newRig(t, c)
				for seed := range uint64(2) {
					m := random(r.geometry.size, seed)
					show(r, t, m, 1)
					must.Do(t, r.emulator.Compare(m, 1))
				}
			})
		}
	}
}

// TestRowsAfterPower: a register of rows holds anything when it gets its supply; no refresh
// lights rows by that.
func TestRowsAfterPower(t *testing.T) {
	for _, name := range []string{"b707, 32 rows", "b707 with an FM6126"} {
		for way, show := range ways() {
			t.Run(name+"/"+way, func(t *testing.T) {
				r := newRig(t, addressed()[name])
				r.emulator.rows.(*register).q = ^uint64(0)
				m := random(r.geometry.size, 1)
				show(r, t, m, 1)
				must.Do(t, r.emulator.Compare(m, 1))
			})
		}
	}
}

// darkRows shifts high bits through the four stages of ab-shift.
const darkRows = "10 11 10 11 10 11 10 11 10 11 "

// TestDecoders feeds the models of the chips by hand, so that what the driver sends is
// not all that they know: the levels of A to E, A the last digit.
func TestDecoders(t *testing.T) {
	for _, d := range []struct {
		kind   string
		rows   int
		levels string // binary, in turn
		want   uint64
		why    string
	}{
		{"direct", 32, "10001", 1 << 17, "a binary number"},
		{"abcd-lines", 4, "1011", 1 << 2, "the line that is low"},
		{"abcd-lines", 4, "1001", 0b110, "two lines that are low light two rows"},
		{"ab-shift", 4, darkRows + "0 1 10 11", 1 << 0,
			"data low for the last clock but one: the outputs are a clock behind"},
		{"ab-shift", 4, darkRows + "0 1 10 11 10 11", 1 << 1, "a clock later the next row"},
		{"ab-shift", 4, darkRows + "0 1", 0, "not shown before the clock that follows"},
		{"abc-shift", 8, "100 101 0 1", 1 << 1, "data high, then a clock more"},
		{"abc-shift", 8, "100 101 100", 1 << 0, "a falling clock does nothing"},
		{"b707", 8, "110 111 110 10 11", 1 << 1, "a clock a row"},
		{"b707", 8, "100 101", 0, "B low: it does not shift"},
		{"sm5266", 32, "110 111 110 100 101 100 10000", 1 << (16 + 1), "E alone is the third chip of eight rows"},
		{"sm5266", 32, "10 11 10", 0, "C low: it does not shift"},
	} {
		dec := newRowDecoder(d.kind, d.rows)
		for _, text := range strings.Fields(d.levels) {
			var levels uint32
			for _, digit := range text {
				levels = levels<<1 | uint32(digit-'0')
			}
			dec.change(levels)
		}
		if got := dec.lit(); got != d.want {
			t.Errorf("%s, %s: rows %b, want %b (%s)", d.kind, d.levels, got, d.want, d.why)
		}
	}
}

// TestWrongRowsAreSeen: a panel of another kind shows something else, and the emulator
// says so.
func TestWrongRowsAreSeen(t *testing.T) {
	for _, kind := range []string{"ab-shift", "abc-shift", "sm5266", "b707"} {
		r := newRig(t, Config{Rows: 32, Cols: 16, Planes: 4})
		r.wire.RowAddress, r.wire.Lines = kind, addressLines(kind, 16)
		m := random(r.geometry.size, 1)
		r.byRegisters(t, m, 1)
		if err := r.emulator.Compare(m, 1); err == nil {
			t.Errorf("a panel with direct addresses shows the picture that %s sends", kind)
		}
	}
}

func TestRowAddressesThatDoNotFit(t *testing.T) {
	for _, c := range []Config{
		{RowAddress: "abcde"},
		{RowAddress: "abcd-lines", Rows: 32}, // 16 rows in turn, four lines
	} {
		_, err := NewEmulator(c)
		must.Fail(t, err, "row_address", c)
	}
}

// TestRowsOfRecordings decodes what a recording has on the pins, as a logic analyser
// would have it.
func TestRowsOfRecordings(t *testing.T) {
	for name, c := range addressed() {
		path := filepath.Join(t.TempDir(), "panel.vcd")
		c.GPIO = "vcd:" + path
		p := must.Get(Open(c))(t)
		m := random(p.Bounds().Size(), 3)
		must.Do(t, errors.Join(p.Draw(p.Bounds(), m, image.Point{}), p.Close()))
		f := must.Get(vcd.Open(path))(t)
		e := must.Get(NewEmulator(c))(t)
		err := e.Replay(f.Reader, nil, func(time.Duration) error { return nil })
		if err := errors.Join(err, f.Close(), e.Compare(m, 1)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
