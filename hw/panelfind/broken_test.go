// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/internal/must"
)

// wiring is what is wrong with the wires of a panel. The zero value is nothing.
type wiring struct {
	low, high, crossed string // address lines
	dead               string // colour lines that do not arrive, such as "R1 G1"
	exchanged          string // two colour lines, such as "R1 G1"
	dark               bool   // no light at all
	stale              bool   // what is sent does not come into the panel's registers, or not out of them
	column             int    // columns before this one stay dark; 0 = none
	loose              bool   // the cable to the second panel
}

// address is what the panel reads of A to E.
func (w wiring) address(levels uint64) uint64 {
	bit := func(name byte) uint64 { return 1 << (name - 'A') }
	for i := range len(w.low) {
		levels &^= bit(w.low[i])
	}
	for i := range len(w.high) {
		levels |= bit(w.high[i])
	}
	if w.crossed != "" {
		a, b := bit(w.crossed[0]), bit(w.crossed[1])
		if (levels&a != 0) != (levels&b != 0) {
			levels ^= a | b
		}
	}
	return levels
}

// colours are what the three inputs of a half read.
func (w wiring) colours(half int, lines color.RGBA) (level [3]uint8) {
	sent := map[string]uint8{}
	for i, v := range []uint8{lines.R, lines.G, lines.B} {
		sent[fmt.Sprintf("%c%d", "RGB"[i], half+1)] = v
	}
	if a, b, ok := strings.Cut(w.exchanged, " "); ok {
		sent[a], sent[b] = sent[b], sent[a]
	}
	for i := range level {
		name := fmt.Sprintf("%c%d", "RGB"[i], half+1)
		if !strings.Contains(w.dead, name) {
			level[i] = sent[name]
		}
	}
	return level
}

// pattern is what a panel shows that takes nothing: nothing, or the columns of its registers.
func (w wiring) pattern(size image.Point) map[image.Point]color.RGBA {
	lit := map[image.Point]color.RGBA{}
	for i := range size.X * size.Y {
		if x := i % size.X; w.stale && x%3 == 1 {
			lit[image.Pt(x, i/size.X)] = color.RGBA{R: 255}
		}
	}
	return lit
}

// colour is what somebody says of lit LEDs.
func (p *panel) colour(lit map[image.Point]color.RGBA) string {
	var half [2]string
	for led, c := range lit {
		half[2*led.Y/p.size.Y] = map[color.RGBA]string{{R: 255}: "red", {G: 255}: "green", {B: 255}: "blue"}[c]
	}
	switch {
	case half[0] == half[1] && half[0] == "":
		return "none"
	case half[1] == "":
		return "upper"
	case half[0] == "":
		return "lower"
	case half[0] != half[1]:
		return "two"
	}
	return half[0]
}

// loose reports whether the picture has something for a second panel, which does not arrive.
func (p *panel) loose(probe *Probe) bool {
	second := probe.Picture.Rect.Dx() - 2*p.columns
	return p.broken.loose && probe.Picture.RGBAAt(second, 0).R != 0 && probe.Picture.RGBAAt(second+p.columns-1, 0).R != 0
}

// TestBrokenWires: the search ends in a sentence that names the wire, after few questions.
func TestBrokenWires(t *testing.T) {
	// Questions at most. Colours are asked for when the places are known, and the frame last.
	const address, colour, frame = 6, 8, 10
	type row struct {
		why    string
		broken wiring
		most   int
		want   string
	}
	rows := []row{
		{"OE, or the supply", wiring{dark: true}, address, "stays dark: check OE (pin 15), CLK (pin 13) and LAT (pin 14)"},
		{"CLK, or fed backwards", wiring{stale: true}, address, "CLK (pin 13) and LAT (pin 14) do not both arrive"},
		{"the upper half", wiring{dead: "R1 G1 B1"}, address, "half of the panel stays dark"},
		{"the lower half", wiring{dead: "R2 G2 B2"}, address, "half of the panel stays dark"},
		{"red exchanged with green", wiring{exchanged: "R1 G1"}, colour, "show two colours"},
		{"green exchanged with blue", wiring{exchanged: "G2 B2"}, colour, "show two colours"},
		{"both reds", wiring{dead: "R1 R2"}, colour, "colour lines R1 (pin 1) and R2 (pin 5) do not arrive"},
	}
	rows = append(rows,
		row{"B1", wiring{dead: "B1"}, frame, "B1 (pin 3) or B2 (pin 7) does not arrive"},
		row{"B2", wiring{dead: "B2"}, frame, "B1 (pin 3) or B2 (pin 7) does not arrive"},
		row{"a loose cable between two panels", wiring{loose: true}, frame, "from OUT of the panel before it to its IN"},
		row{"the left part", wiring{column: 24}, address, "columns from its plug: a chip or a joint"})
	for _, line := range strings.Fields("R1 G1 R2 G2") {
		rows = append(rows, row{line, wiring{dead: line}, colour, "the colour line " + wire(line) + " does not arrive"})
	}
	sizes := []image.Point{{64, 64}, {64, 32}, {32, 16}}
	names := "ABCDE"
	for a := range names {
		line := names[a : a+1]
		lost := "the line " + wire(line) + " does not arrive, the panel takes it as "
		rows = append(rows, row{line + " low", wiring{low: line}, address, lost + "low"},
			row{line + " high", wiring{high: line}, address, lost + "high"})
		for b := range a {
			other := names[b : b+1]
			rows = append(rows, row{other + " and " + line, wiring{crossed: other + line}, address,
				"the lines " + wires(other, line) + " are exchanged"})
		}
	}
	for i, size := range sizes {
		for _, r := range rows {
			if strings.ContainsAny(r.broken.low+r.broken.high+r.broken.crossed, names[5-i:]) {
				continue // the panel has no such line
			}
			p := plain(size)
			p.addresses, p.address, p.order, p.broken = size.Y/2, "direct", "RGB", r.broken
			p.fails(t, r.why, r.most, r.want)
			if r.most == colour && i == 1 { // one size is enough: the halves are exchanged
				p.turn()
				p.fails(t, r.why+", upside down", r.most, r.want)
			}
		}
	}
}

// fails searches until the search fails, after so many questions at most.
func (p *panel) fails(t *testing.T, why string, most int, want string) {
	t.Helper()
	s := must.Get(New(hub75.Config{Chain: 2}))(t)
	for s.Step().Question != nil {
		must.Do(t, s.Answer(p.answer(t, s.Step())))
	}
	if step := s.Step(); step.Asked > most || !strings.Contains(step.Failed, want) {
		t.Errorf("%v, %s: %d questions %q: %s; want %q", p.size, why, step.Asked, s.answers, step.Failed, want)
	}
}

// TestRowsOfNoFault: where a fault explained the rows and no longer does, nothing more is asked.
func TestRowsOfNoFault(t *testing.T) {
	r := &run{
		Search: must.Get(New(hub75.Config{}))(t), size: image.Pt(64, 32), seen: map[spot]int32{},
		kind:    kind{address: "direct", addresses: 16, fault: fault{broken: true}},
		counted: []counted{{rowProbe{driving: driving{address: "direct"}}, 5}},
	}
	if _, err := r.findPlaces(); !errors.Is(err, errNoKind) {
		t.Errorf("%v, want %v", err, errNoKind)
	}
}

// TestBonnetWithoutE: 64 rows on a bonnet as it is sold have no line E.
func TestBonnetWithoutE(t *testing.T) {
	for wired, want := range map[hub75.Wiring]string{
		"adafruit-bonnet": "bridge the pad E with the pad 8, or with 16", "adafruit-hat-pwm": "bridge the pad E",
		"adafruit-triple-bonnet": "leave it out: connect it", "regular": "leave it out: connect it",
	} {
		p := plain(image.Pt(64, 64))
		p.addresses, p.address, p.order, p.broken = 32, "direct", "RGB", wiring{low: "E"}
		s := must.Get(New(hub75.Config{Wiring: wired}))(t)
		for s.Step().Question != nil {
			must.Do(t, s.Answer(p.answer(t, s.Step())))
		}
		if !strings.Contains(s.Step().Failed, want) {
			t.Errorf("%s: %s", wired, s.Step().Failed)
		}
	}
}
