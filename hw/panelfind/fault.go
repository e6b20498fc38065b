// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
)

// A fault is address lines that do not arrive, or two that are exchanged, each set as bits from A. The
// zero value says that there is no fault.
type fault struct {
	low, high int // lines that do not arrive, by what the panel takes them for
	crossed   int // two lines that are exchanged
}

// faults are all of so many lines.
func faults(lines int) (all []fault) {
	stuck := []fault{{}}
	for line := range lines {
		for _, f := range stuck {
			stuck = append(stuck, fault{low: f.low | 1<<line, high: f.high}, fault{low: f.low, high: f.high | 1<<line})
		}
	}
	all = stuck[1:]
	for line := range lines {
		for other := range line {
			all = append(all, fault{crossed: 1<<line | 1<<other})
		}
	}
	return all
}

// broken reports whether f is a fault.
func (f fault) broken() bool { return f != fault{} }

// stuck are the lines that do not arrive.
func (f fault) stuck() int { return f.low | f.high }

// row is the row that a panel lights in place of another one.
func (f fault) row(address int) int {
	if got := address & f.crossed; got != 0 && got != f.crossed {
		address ^= f.crossed
	}
	return address&^f.low | f.high
}

// rows is row for a set of rows.
func (f fault) rows(lit uint64) (all uint64) {
	for ; lit != 0; lit &= lit - 1 {
		all |= 1 << f.row(bits.TrailingZeros64(lit))
	}
	return all
}

// plugs are the pins of a HUB75 plug of 2×8, by the names of the lines.
var plugs = map[string]int{
	"R1": 1, "G1": 2, "B1": 3, "R2": 5, "G2": 6, "B2": 7,
	"E": 8, "A": 9, "B": 10, "C": 11, "D": 12, "CLK": 13, "LAT": 14, "OE": 15,
}

// wire is a line with its pin.
func wire(name string) string { return fmt.Sprintf("%s (pin %d)", name, plugs[name]) }

// wires are lines with their pins.
func wires(names ...string) string {
	var all []string
	for _, name := range names {
		all = append(all, wire(name))
	}
	last := len(all) - 1
	if last == 0 {
		return all[0]
	}
	return strings.Join(all[:last], ", ") + " and " + all[last]
}

// lines are the names of address lines.
func lines(set int) (names []string) {
	for line := range "ABCDE" {
		if set>>line&1 != 0 {
			names = append(names, string(rune('A'+line)))
		}
	}
	return names
}

// fails is the sentence with which the search ends.
func (f fault) fails(wiring string) error {
	const e = 1 << 4
	level := "low"
	if f.high != 0 {
		level = "high"
	}
	switch names := lines(f.stuck()); {
	case f.crossed != 0:
		return errExchanged(lines(f.crossed)...)
	case len(names) > 1:
		return fmt.Errorf("the lines %s do not arrive: "+pushIn, wires(names...))
	case f.stuck() == e && (strings.HasPrefix(wiring, "adafruit-hat") || strings.HasPrefix(wiring, "adafruit-bonnet")):
		return errors.New("the line E (pin 8) does not arrive: on Adafruit's HAT and bonnet bridge the pad E " +
			"with the pad 8, or with 16 if that does not help, then begin again")
	case f.stuck() == e:
		return fmt.Errorf("the line E (pin 8) does not arrive, the panel takes it as %s. Some adapters and cables leave it "+
			"out. Connect it, then begin again", level)
	default:
		return fmt.Errorf("the line %s does not arrive, the panel takes it as %s: "+
			"check its wire from the Pi to the plug, and the plug, then begin again", wire(names[0]), level)
	}
}

// errExchanged is the sentence for two lines.
func errExchanged(names ...string) error {
	return fmt.Errorf("the lines %s are exchanged: cross their two wires, then begin again", wires(names...))
}

// pushIn mends several lines.
const pushIn = "push the plug in all the way, check their wires from the Pi to it, then begin again"

// A suspect explains the answers by a fault: a panel that would be known without it.
type suspect struct {
	kind kind
	arrangement
}

// weight is how often people have it: few exchange two lines, and few miss several.
func (s suspect) weight() float64 {
	w := s.usual()
	if stuck := bits.OnesCount(uint(s.kind.fault.stuck())); stuck > 0 {
		w *= 3 * math.Pow(4, float64(1-stuck))
	}
	return w
}

// usual is the weight of an arrangement where it has to explain what no panel does that is right.
func (a arrangement) usual() float64 {
	if a.name == "direct" {
		return 20 * a.weight()
	}
	return a.weight()
}

func (s suspect) at(at spot) int32 {
	at.address = s.kind.fault.row(at.address)
	return s.arrangement.at(at)
}

// suspects are all faults that explain the answers.
func (r *run) suspects() (all []suspect) {
	for _, k := range r.kinds() {
		if k.address != "direct" || k.inverse || k.addresses&(k.addresses-1) != 0 {
			continue
		}
		for _, f := range faults(bits.Len(uint(k.addresses - 1))) {
			k.fault = f
			if !r.explains(k) {
				continue
			}
			for _, a := range r.arrangements(k.addresses) {
				if s := (suspect{k, a}); r.fits(s) {
					all = append(all, s)
				}
			}
		}
	}
	return all
}

// explains reports whether a kind lights as many rows as were counted.
func (r *run) explains(k kind) bool {
	return !slices.ContainsFunc(r.counted, func(c counted) bool { return r.rows(k, c.probe) != c.rows })
}

// fits reports whether a suspect lights the LEDs that were seen.
func (r *run) fits(s suspect) bool {
	for at, led := range r.seen {
		if s.at(at) != led {
			return false
		}
	}
	return true
}

// enough is how many LEDs a fault has to explain, so that no panel of an unknown kind is taken
// for one.
const enough = 3

// findFault lights further LEDs until one fault is left, and returns it as an error; nil where
// no fault explains what was seen.
func (r *run) findFault() error {
	all := r.suspects()
	for n := 0; len(all) > 0; n++ {
		after := func(s spot) []outcome {
			return outcomes(all, suspect.weight, func(c suspect) int { return int(c.at(s)) })
		}
		s, more := chosen(r, r.tells, after)
		first := likeliest(all, suspect.weight)
		if !slices.ContainsFunc(all, func(s suspect) bool { return s.kind.fault != first.kind.fault }) {
			more = false
		}
		if !more && len(r.seen) >= enough {
			r.kind = first.kind
			return first.kind.fault.fails(string(r.base.Wiring))
		}
		if !more {
			s = r.unasked(first.arrangement, n%2)
		}
		if _, err := r.light(s, likely(after(s), r.place)...); err != nil {
			return err
		}
		all = slices.DeleteFunc(all, func(s suspect) bool { return !r.fits(s) })
	}
	return nil
}

// tells are spots by which the lines are told apart: some columns of each of a line's addresses.
func (r *run) tells() (all []spot) {
	for _, address := range r.codes() {
		for half := range 2 {
			for _, back := range []int{0, r.size.X / 2, r.size.X} {
				all = append(all, spot{back, address, half})
			}
		}
	}
	for address := 1; address < r.kind.addresses; address *= 2 {
		all = append(all, spot{0, address, 0}, spot{r.size.X / 2, address, 1})
	}
	return all
}

// codes are addresses at which each line is low once and high once, and each two lines
// differ: the place of an LED at each of them tells which lines arrive where.
func (r *run) codes() []int {
	all := []int{0b11001, 0b01010, 0b10100}
	for i := range all {
		all[i] &= 1<<(bits.Len(uint(r.kind.addresses))-1) - 1
	}
	return all
}

// counted is an answer to how many rows are lit.
type counted struct {
	probe rowProbe
	rows  int
}

// errRows is the sentence for rows that no kind of panel lights.
func (r *run) errRows() error {
	const again = "then take the last answers back, or begin again. " + readMarks
	all := func(rows int) bool {
		return !slices.ContainsFunc(r.counted, func(c counted) bool { return c.rows != rows })
	}
	switch {
	case all(0):
		return errors.New("the panel stays dark: check " + wires("OE", "CLK", "LAT") + ", the panel's own supply of 5 V, " +
			"and that the cable is in IN, not OUT; " + again)
	case all(r.size.Y):
		return errors.New("the panel shows the same whatever is sent: " + wires("CLK", "LAT") + " do not both arrive, " +
			"or the cable is in OUT, not IN; " + again)
	case r.halved():
		return errors.New("half of the panel stays dark: if it is the upper half, check " + wires("R1", "G1", "B1") +
			", else " + wires("R2", "G2", "B2") + "; " + again)
	}
	return errNoKind
}

// halved reports whether a kind explains the answers whose one half stays dark.
func (r *run) halved() bool {
	return slices.ContainsFunc(r.kinds(), func(k kind) bool {
		return !slices.ContainsFunc(r.counted, func(c counted) bool { return r.rows(k, c.probe) != 2*c.rows })
	})
}
