// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/must"
)

// A module is the panels on the lines of a Compute Module. It knows registers and pins by
// itself: nothing of it is the driver's or the emulator's.
type module struct {
	t       *testing.T
	wiring  [][6]int // of each chain R1 G1 B1 R2 G2 B2
	width   int
	rows    int // that one panel lights in turn
	inverse bool

	levels, outputs, used uint64
	shifted, latched      [][]uint8 // of each chain the columns, the leftmost first
	plane                 []int     // pulses of each row so far
	level                 [][3]int  // of each LED, row by row from the top left
	clocks, latch         []byte    // at each clock so far: the colour lines, 0, 1 or ? where they differ, and the latch
}

// moduleChains are the lines of rpi-rgb-led-matrix's adapter compute-module, as
// docs/hardware.md has them.
var moduleChains = [][6]int{{7, 8, 9, 10, 11, 12}, {13, 14, 15, 19, 20, 21}, {22, 23, 24, 25, 26, 27},
	{28, 29, 30, 31, 32, 33}, {34, 35, 36, 37, 38, 39}, {40, 41, 42, 43, 44, 45}}

// The other lines of that adapter.
const moduleClock, moduleLatch, moduleLight, moduleA = 16, 17, 18, 2

func newModule(t *testing.T, r *rig, wiring [][6]int) *module {
	m := &module{t: t, wiring: wiring[:r.config.Parallel], width: r.config.Cols * r.config.Chain, rows: r.config.Rows / 2,
		inverse: r.config.Inverse}
	m.plane, m.level = make([]int, m.rows), make([][3]int, len(m.wiring)*2*m.rows*m.width)
	for _, chain := range m.wiring {
		m.shifted, m.latched = append(m.shifted, make([]uint8, m.width)), append(m.latched, make([]uint8, m.width))
		for _, pin := range chain {
			m.used |= 1 << pin
		}
	}
	return m
}

// play takes the stores of a tape.
func (m *module) play(tape *gpiomem.Tape) {
	for i := range tape.Len() {
		offset, v := tape.At(i)
		switch levels := m.levels; offset {
		case 0x1c: // GPSET0
			m.to(levels | uint64(v))
		case 0x20: // GPSET1
			m.to(levels | uint64(v)<<32)
		case 0x28: // GPCLR0
			m.to(levels &^ uint64(v))
		case 0x2c: // GPCLR1
			m.to(levels &^ (uint64(v) << 32))
		default: // GPFSEL0 to 5: three bits a line, 001 is an output
			for n := range 10 {
				if v>>(3*n)&7 == 1 {
					m.outputs |= 1 << (int(offset)/4*10 + n)
				}
			}
		}
	}
	tape.Rewind()
}

// to takes the levels of all lines.
func (m *module) to(levels uint64) {
	rose, fell := levels&^m.levels, m.levels&^levels
	lit := m.outputs>>moduleLight&1 != 0 && m.levels>>moduleLight&1 == 0
	m.levels = levels
	if all := m.used | 1<<moduleClock | 1<<moduleLatch | 1<<moduleLight | 0x1f<<moduleA; (rose|fell)&^all != 0 {
		m.t.Fatalf("lines %#x are not the panels'", (rose|fell)&^all)
	}
	if lit && (rose|fell)&(0x1f<<moduleA|1<<moduleLatch) != 0 {
		m.t.Fatal("the row changes while it is lit")
	}
	if rose>>moduleClock&1 != 0 {
		m.clock()
	}
	if fell>>moduleLatch&1 != 0 {
		for chain := range m.shifted {
			copy(m.latched[chain], m.shifted[chain])
		}
	}
	if lit && rose>>moduleLight&1 != 0 {
		m.pulse()
	}
}

// clock is a rising clock: each chain takes a column in at its right end.
func (m *module) clock() {
	for chain, pins := range m.wiring {
		var column uint8
		for i, pin := range pins {
			column |= uint8(m.levels>>pin&1) << i
		}
		m.shifted[chain] = append(m.shifted[chain][1:], column)
	}
	same := byte('?')
	if v := m.levels & m.used; v == 0 {
		same = '0'
	} else if v == m.used {
		same = '1'
	}
	m.clocks, m.latch = append(m.clocks, same), append(m.latch, '0'+byte(m.levels>>moduleLatch&1))
}

// pulse is the end of a pulse of light: each pulse of a row has twice the light of the
// pulse before.
func (m *module) pulse() {
	row := int(m.levels >> moduleA & 0x1f)
	if row >= m.rows {
		m.t.Fatalf("row %d of %d is lit", row, m.rows)
	}
	for chain, line := range m.latched {
		for x, column := range line {
			if m.inverse {
				column = ^column
			}
			for input := range 6 {
				y := chain*2*m.rows + input/3*m.rows + row
				m.level[y*m.width+x][input%3] += int(column>>input&1) << m.plane[row]
			}
		}
	}
	m.plane[row]++
}

// shows compares the light of every LED with the picture, and forgets all light.
func (m *module) shows(picture *image.RGBA, order string, planes int) error {
	defer func() { clear(m.plane); clear(m.level) }()
	var levels [256]int
	for v := range levels {
		levels[v] = lightness(uint8(v), planes)
	}
	for y := range len(m.wiring) * 2 * m.rows {
		for x := range m.width {
			c := picture.RGBAAt(x, y)
			for input := range 3 {
				v := map[byte]uint8{'R': c.R, 'G': c.G, 'B': c.B}[order[input]]
				if got, want := m.level[y*m.width+x][input], levels[v]; got != want {
					return fmt.Errorf("LED (%d, %d), input %d, has the level %d, want %d for %d", x, y, input, got, want, v)
				}
			}
		}
	}
	return nil
}

// lightness is the level of a value by CIE 15: Y = ((L+16)/116)³, and below L = 8 Y = L/903.3.
func lightness(v uint8, planes int) int {
	l := float64(v) / 255 * 100
	y := math.Pow((l+16)/116, 3)
	if l <= 8 {
		y = l * 27 / 24389
	}
	level := int(y*float64(int(1)<<planes-1) + 0.5)
	if v > 0 {
		level = max(level, 1)
	}
	return level
}

// own is a table of pins whose first chain is in the second bank, its second in both.
const own = "oe=18 clk=16 lat=17 address=2,3,4,5,6 chain=40,41,42,43,44,45 chain=12,31,32,33,7,8 chain=9,10,11,13,14,15"

// TestChainsOfAComputeModule decodes what the driver stores in the registers of both banks.
func TestChainsOfAComputeModule(t *testing.T) {
	for name, c := range map[string]Config{
		"three, in one bank":   {Parallel: 3, Planes: 6, Rows: 16, Cols: 16},
		"four":                 {Parallel: 4, Planes: 11, Rows: 16, Cols: 16},
		"five":                 {Parallel: 5, Planes: 8, Rows: 16, Cols: 16, Chain: 2},
		"six":                  {Parallel: 6, Planes: 11, Rows: 64, Cols: 8},
		"six, on a slow clock": {Parallel: 6, Planes: 5, Rows: 8, Cols: 21, Slowdown: new(3)},
		"six, another order":   {Parallel: 6, Planes: 5, Order: "GBR", Rows: 8, Cols: 8},
		"six, inverse":         {Parallel: 6, Planes: 5, Inverse: true, Rows: 8, Cols: 8},
		"six, set up":          {Parallel: 6, Planes: 5, Rows: 8, Cols: 16, Init: "FM6126A"},
		"own pins":             {Parallel: 3, Planes: 7, Rows: 8, Cols: 8, Wiring: own},
		"own pins, inverse":    {Parallel: 3, Planes: 7, Rows: 8, Cols: 8, Wiring: own, Inverse: true},
		"own pins, first only": {Parallel: 1, Planes: 7, Rows: 8, Cols: 8, Wiring: own},
	} {
		t.Run(name, func(t *testing.T) {
			wiring := [][6]int{{40, 41, 42, 43, 44, 45}, {12, 31, 32, 33, 7, 8}, {9, 10, 11, 13, 14, 15}}
			if c.Wiring == "" {
				c.Wiring, wiring = "compute-module", moduleChains
			}
			r := newRig(t, c)
			m := newModule(t, r, wiring)
			e := newEncoder(&r.config, r.geometry, &r.wire.Pins, pixel.Dither{})
			frame := make([]byte, 4*e.frameSize())
			s, tape := r.scan()
			m.play(tape)
			for n, picture := range r.pictures() {
				e.pack(words(frame), picture)
				must.Do(t, s.Refresh(frame))
				m.play(tape)
				if err := m.shows(picture, r.config.Order, r.config.Planes); err != nil {
					t.Fatalf("picture %d: %v", n, err)
				}
			}
			m.left(s, tape)
		})
	}
}

// left checks what a blanked panel leaves: dark, in outputs, with empty registers.
func (m *module) left(s *scan, tape *gpiomem.Tape) {
	must.Do(m.t, s.Blank())
	m.play(tape)
	if m.levels != 1<<moduleLight {
		m.t.Errorf("lines %#x are high in the end, want the light's alone, which is dark then", m.levels)
	}
	if want := m.used | 1<<moduleClock | 1<<moduleLatch | 1<<moduleLight; m.outputs&want != want {
		m.t.Errorf("outputs %#x, want %#x", m.outputs, want)
	}
	for chain, line := range m.latched {
		for _, column := range line {
			if m.inverse {
				column = ^column & 0x3f
			}
			if column != 0 {
				m.t.Fatalf("chain %d has light in its registers in the end", chain+1)
			}
		}
	}
}

// pictures are all plain colours, dark and light, and random pictures.
func (r *rig) pictures() (all []*image.RGBA) {
	for c := range 8 {
		for _, v := range []uint8{255, 9} {
			m := image.NewRGBA(image.Rectangle{Max: r.geometry.size})
			for i := range m.Pix {
				m.Pix[i] = 255
				if channel := i % 4; channel < 3 {
					m.Pix[i] = v * uint8(c>>channel&1)
				}
			}
			all = append(all, m)
		}
	}
	one := image.NewRGBA(image.Rectangle{Max: r.geometry.size}) // each panel's corner, at a different level
	for y := 0; y < one.Rect.Max.Y; y += r.config.Rows {
		one.SetRGBA(0, y, color.RGBA{uint8(40 * (y/r.config.Rows + 1)), 0, 7, 255})
	}
	all = append(all, one)
	for seed := range uint64(4) {
		all = append(all, random(r.geometry.size, seed))
	}
	return all
}

// TestSetUpOfBothBanks is TestInitFM6126A for the lines of both banks.
func TestSetUpOfBothBanks(t *testing.T) {
	const (
		data  = "01111111111111110111111111111111" + "00000000010000000000000001000000"
		latch = "00000000000000000000011111111111" + "00000000000000000000111111111111"
	)
	r := newRig(t, Config{Rows: 16, Cols: 16, Chain: 2, Parallel: 6, Planes: 4, Init: "FM6126A", Wiring: "compute-module"})
	m := newModule(t, r, moduleChains)
	_, tape := r.scan() // sets up the chips
	m.play(tape)
	// The lines that measure a shift follow.
	if got := string(m.clocks); got[:64] != data || string(m.latch[:64]) != latch {
		t.Errorf("data  %s\nwant  %s\nlatch %s\nwant  %s", got, data, m.latch, latch)
	}
}

// TestTooFewLines: a board refuses chains whose lines it lacks, and the error names the limit.
func TestTooFewLines(t *testing.T) {
	for _, row := range []struct {
		why   string
		c     Config
		model string
		want  string
	}{
		{"six", Config{Parallel: 6, Wiring: "compute-module"}, "Raspberry Pi Compute Module 3 Plus Rev 1.0", ""},
		{"three need no module", Config{Parallel: 3, Wiring: "compute-module"}, "Raspberry Pi 4 Model B Rev 1.4", ""},
		{"four", Config{Parallel: 4, Wiring: "compute-module"}, "Raspberry Pi 3 Model B Rev 1.2",
			"hub75: parallel is 4, a Raspberry Pi 3 Model B Rev 1.2 has the lines of 3 (GPIO 0 to 27): write parallel = 3; " +
				"for more chains, a Compute Module 1, 3, 3+ or 4S has GPIO 0 to 45"},
		{"six on the fourth", Config{Parallel: 6, Wiring: "compute-module"}, "Raspberry Pi Compute Module 4 Rev 1.1",
			"hub75: parallel is 6, a Raspberry Pi Compute Module 4 Rev 1.1 has the lines of 3 (GPIO 0 to 27): write " +
				"parallel = 3; " +
				"for more chains, a Compute Module 1, 3, 3+ or 4S has GPIO 0 to 45"},
		{"own pins", Config{Wiring: own}, "Raspberry Pi 3 Model B Rev 1.2",
			"hub75: the table wiring has GPIO 45, a Raspberry Pi 3 Model B Rev 1.2 " +
				"has GPIO 0 to 27; a Compute Module 1, 3, 3+ or 4S has GPIO 0 to 45"},
	} {
		_, pins, err := resolve(&row.c)
		must.Do(t, err)
		err = row.c.fits(&pins, gpiomem.Board{Model: row.model})
		if (err == nil) != (row.want == "") || err != nil && err.Error() != row.want {
			t.Errorf("%s: %v, want %q", row.why, err, row.want)
		}
	}
	for want, c := range map[string]Config{
		"hub75: parallel is 4, the wiring regular has 3: regular has 3, and compute-module has 6": {Parallel: 4},
		"hub75: parallel is 2, the wiring adafruit-hat has 1: regular has 3, and compute-module has 6": {Parallel: 2,
			Wiring: "adafruit-hat"},
		"hub75: parallel is 7, want 1 to 6": {Parallel: 7},
		"hub75: parallel is 4, a Raspberry Pi 5 has the lines of 3 (GPIO 0 to 27): write parallel = 3; for more chains, " +
			"a Compute Module 1, 3, 3+ or 4S has GPIO 0 to 45": {Parallel: 4, Wiring: "compute-module", Backend: "pio"},
	} {
		if _, err := c.Plan(); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if p, err := (Config{Parallel: 4, Wiring: "compute-module"}).Plan(); err != nil ||
		!slices.Equal(p.Needs.Registers.Last, []int{18, 21, 27, 33}) {
		t.Errorf("%v, the last lines are %v", err, p.Needs.Registers.Last)
	}
}
