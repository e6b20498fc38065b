// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"os"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/internal/must"
)

var update = flag.Bool("update", false, "write testdata/faults.txt")

// wiring is what is wrong with the wires of a panel. The zero value is a panel wired correctly.
type wiring struct {
	low, high, crossed string // address lines
	dead               string // colour lines that do not arrive, such as "R1 G1"
	exchanged          string // two colour lines, such as "R1 G1"
	joined             string // two colour lines that are connected with each other
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

// colours are what the three inputs of a half read; lines are those of both halves.
func (w wiring) colours(half int, lines [2]color.RGBA) (level [3]uint8) {
	sent := map[string]uint8{}
	for h, l := range lines {
		for i, v := range []uint8{l.R, l.G, l.B} {
			sent[fmt.Sprintf("%c%d", "RGB"[i], h+1)] = v
		}
	}
	if a, b, ok := strings.Cut(w.exchanged, " "); ok {
		sent[a], sent[b] = sent[b], sent[a]
	}
	if a, b, ok := strings.Cut(w.joined, " "); ok {
		sent[a] = max(sent[a], sent[b])
		sent[b] = sent[a]
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

// bands are the colours that somebody sees side by side, in the upper half and in the lower one.
func (p *panel) bands(lit map[image.Point]color.RGBA) string {
	var halves [2]string
	for i := range halves {
		for n := range 3 {
			halves[i] += p.band(lit, i*p.size.Y/2, n)
		}
	}
	switch all := halves[0] + "/" + halves[1]; {
	case strings.Contains(all, "+"):
		return "part"
	case strings.Contains(all, "x"):
		return "other"
	case halves[0] == halves[1]:
		return halves[0]
	default:
		return all
	}
}

// band is the colour of a third of the panel in the half that begins with row top; + if a part of it is dark.
func (p *panel) band(lit map[image.Point]color.RGBA, top, n int) string {
	return colourOf(lit, image.Rect((n*p.size.X+2)/3, top, ((n+1)*p.size.X+2)/3, top+p.size.Y/2))
}

// stripes are the colours that somebody sees below each other, in the upper half and in the lower one.
func (p *panel) stripes(lit map[image.Point]color.RGBA) string {
	var halves [2]string
	for i := range halves {
		for n := range 3 {
			rows := p.size.Y / 2
			edge := rows / 16 // of large stripes, where a panel that is upside down differs
			top, bottom := i*rows+(n*rows+2)/3+edge, i*rows+((n+1)*rows+2)/3-edge
			halves[i] += colourOf(lit, image.Rect(0, top, p.size.X, bottom))
		}
	}
	if all := halves[0] + "/" + halves[1]; !strings.ContainsAny(all, "x+") {
		return all
	}
	return "other"
}

// colourOf is the colour of a part of the panel: a letter, - for a dark one, + for one whose LEDs are lit
// in part, x for a mixed colour.
func colourOf(lit map[image.Point]color.RGBA, part image.Rectangle) string {
	seen := ""
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			name, ok := map[color.RGBA]string{{}: "-", {R: 255}: "r", {G: 255}: "g", {B: 255}: "b"}[lit[image.Pt(x, y)]]
			if !ok {
				name = "x"
			}
			if !strings.Contains(seen, name) {
				seen += name
			}
		}
	}
	switch {
	case len(seen) == 1:
		return seen
	case strings.Contains(seen, "-"):
		return "+"
	}
	return "x"
}

// loose reports whether the picture has something for a second panel, which does not arrive.
func (p *panel) loose(probe *Probe) bool {
	second := probe.Picture.Rect.Dx() - 2*p.columns
	return p.broken.loose && probe.Picture.RGBAAt(second, 0) != color.RGBA{A: 255}
}

// TestBrokenWires: the search ends in a sentence that names the wire, after few questions.
func TestBrokenWires(t *testing.T) {
	const most = 6
	type row struct {
		why    string
		broken wiring
		want   string
	}
	rows := []row{
		{"no light", wiring{dark: true}, "stays dark: check OE (pin 15), CLK (pin 13) and LAT (pin 14)"},
		{"no clock, or fed backwards", wiring{stale: true}, "CLK (pin 13) and LAT (pin 14) do not both arrive"},
		{"the upper half dark", wiring{dead: "R1 G1 B1"}, "half of the panel stays dark"},
		{"the lower half dark", wiring{dead: "R2 G2 B2"}, "half of the panel stays dark"},
		{"R1 and R2 missing", wiring{dead: "R1 R2"}, "the colour lines R1 (pin 1) and R2 (pin 5) do not arrive"},
		{"a loose cable between two panels", wiring{loose: true}, "from OUT of the panel before it to its IN"},
	}
	for _, columns := range []int{8, 16, 24, 32, 48, 60} {
		rows = append(rows, row{fmt.Sprintf("the %d columns far from the plug dark", columns), wiring{column: columns},
			"dark: a driver chip of it, or a joint between two chips"})
	}
	for _, line := range strings.Fields("R1 G1 B1 R2 G2 B2") {
		rows = append(rows, row{line + " missing", wiring{dead: line}, "the colour line " + wire(line) + " does not arrive"})
	}
	inputs := strings.Fields("R1 G1 B1 R2 G2 B2")
	for i, a := range inputs {
		for _, b := range inputs[i+1:] {
			rows = append(rows, row{a + " and " + b + " exchanged", wiring{exchanged: a + " " + b},
				"the lines " + wires(a, b) + " are exchanged: cross their two wires"})
			if a[1] != b[1] {
				rows = append(rows, row{a + " and " + b + " connected", wiring{joined: a + " " + b},
					"the lines " + wires(a, b) + " are connected with each other: check the plug"})
			}
		}
	}
	table := bytes.NewBufferString(
		"# Faults of a panel of 64x64 LEDs: questions until the search ends, and its sentence.\n")
	sizes := []image.Point{{64, 64}, {64, 32}, {32, 16}}
	names := "ABCDE"
	for a := range names {
		line := names[a : a+1]
		lost := "the line " + wire(line) + " does not arrive, the panel takes it as "
		rows = append(rows, row{line + " low", wiring{low: line}, lost + "low"},
			row{line + " high", wiring{high: line}, lost + "high"})
		for b := range a {
			other := names[b : b+1]
			rows = append(rows, row{other + " and " + line + " exchanged", wiring{crossed: other + line},
				"the lines " + wires(other, line) + " are exchanged"})
		}
	}
	for _, two := range []wiring{
		{low: "AB"}, {high: "CD"}, {low: "DE"}, {low: "A", high: "B"}, {low: "ABCDE"}, {high: "ABCDE"}, {low: "ABCD"}, {low: "ABC"},
	} {
		all := strings.Split(two.low+two.high, "")
		rows = append(rows, row{strings.Join(all, " and ") + map[bool]string{false: " low", true: " stuck"}[two.high != ""], two,
			"the lines " + wires(all...) + " do not arrive: push the plug in"})
	}
	for i, size := range sizes {
		for _, r := range rows {
			if strings.ContainsAny(r.broken.low+r.broken.high+r.broken.crossed, names[5-i:]) {
				continue // the panel has no such line
			}
			if r.broken.column > size.X*15/16 {
				continue // less than a chip is lit
			}
			p := plain(size)
			p.addresses, p.address, p.order, p.broken = size.Y/2, "direct", "RGB", r.broken
			step := p.fails(t, r.why, most, r.want)
			if i == 0 {
				fmt.Fprintf(table, "%-38s %d  %s.\n", r.why, step.Asked, step.Failed)
			}
			if r.broken.dead+r.broken.exchanged+r.broken.joined != "" && i == 1 { // one size is enough
				p.turn()
				p.fails(t, r.why+", upside down", most, r.want)
			}
		}
	}
	const golden = "testdata/faults.txt"
	if *update {
		must.Do(t, os.WriteFile(golden, table.Bytes(), 0o644))
	}
	if want := string(must.Get(os.ReadFile(golden))(t)); table.String() != want {
		t.Errorf("%s differs, go test -update renews it:\n%s", golden, table)
	}
}

// TestBrokenColoursOfAnyPanel: a colour line that does not arrive is named on panels of every
// kind, after at most nine questions.
func TestBrokenColoursOfAnyPanel(t *testing.T) {
	asked := map[int]int{}
	for _, p := range panels(t) {
		if testing.Short() && p.size.X > 32 || p.rows()*2 > p.size.Y {
			continue
		}
		p.addresses, p.order, p.broken = p.rows(), "GRB", wiring{dead: "B1"}
		for _, p.address = range hub75.RowAddresses() {
			if p.address != "abcd-lines" || p.addresses <= 4 {
				asked[p.fails(t, p.String(), 9, "the colour line B1 (pin 3)").Asked]++
			}
		}
	}
	t.Logf("panels by their number of questions: %v", asked)
}

// fails searches until the search fails, after so many questions at most, and returns both.
func (p *panel) fails(t *testing.T, why string, most int, want string) Step {
	t.Helper()
	s := must.Get(New(hub75.Config{Chain: 2}))(t)
	for s.Step().Question != nil {
		must.Do(t, s.Answer(p.answer(t, s.Step())))
	}
	if step := s.Step(); step.Asked > most || !strings.Contains(step.Failed, want) {
		t.Errorf("%v, %s: %d questions %q: %s; want %q", p.size, why, step.Asked, s.answers, step.Failed, want)
	}
	return s.Step()
}

// TestRowsOfNoFault: where a fault explained the rows and no longer does, nothing more is asked.
func TestRowsOfNoFault(t *testing.T) {
	r := &run{
		Search: must.Get(New(hub75.Config{}))(t), size: image.Pt(64, 32), seen: map[spot]int32{},
		kind:    kind{address: "direct", addresses: 16, fault: fault{low: 1}},
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
		"adafruit-triple-bonnet": "leave it out. Connect it", "regular": "leave it out. Connect it",
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
