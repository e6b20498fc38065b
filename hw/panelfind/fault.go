// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// A fault is an address line that does not arrive, or two that are exchanged. The zero value is
// none.
type fault struct {
	broken      bool
	line, other int  // from A, 0; other is what line is exchanged with, or line itself
	high        bool // what the panel takes a line for that does not arrive
}

// faults are all of so many lines, those that do not arrive first.
func faults(lines int) (all []fault) {
	for line := range lines {
		all = append(all, fault{broken: true, line: line, other: line}, fault{true, line, line, true})
	}
	for line := range lines {
		for other := range line {
			all = append(all, fault{broken: true, line: other, other: line})
		}
	}
	return all
}

// row is the row that a panel lights in place of another one.
func (f fault) row(address int) int {
	switch {
	case !f.broken:
	case f.line != f.other:
		a, b := address>>f.line&1, address>>f.other&1
		return address ^ (a^b)<<f.line ^ (a^b)<<f.other
	case f.high:
		return address | 1<<f.line
	default:
		return address &^ (1 << f.line)
	}
	return address
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

// fails is the sentence with which the search ends.
func (f fault) fails(wiring string) error {
	name := func(line int) string { return string(rune('A' + line)) }
	if f.line != f.other {
		return fmt.Errorf("the lines %s are exchanged: cross their two wires, then begin again",
			wires(name(f.line), name(f.other)))
	}
	e := name(f.line) == "E"
	if e && (strings.HasPrefix(wiring, "adafruit-hat") || strings.HasPrefix(wiring, "adafruit-bonnet")) {
		return errors.New("the line E (pin 8) does not arrive: on Adafruit's HAT and bonnet bridge the pad E " +
			"with the pad 8, or with 16 if that does not help, then begin again")
	}
	level, mend := "low", "check its wire from the Pi to the plug, and the plug"
	if f.high {
		level = "high"
	}
	if e {
		mend = "some adapters and cables leave it out: connect it"
	}
	return fmt.Errorf("the line %s does not arrive, the panel takes it as %s: %s, then begin again",
		wire(name(f.line)), level, mend)
}

// A suspect explains the answers by a fault: a panel that would be known without it.
type suspect struct {
	kind kind
	arrangement
}

// weight is how often people have it: few exchange two lines.
func (s suspect) weight() float64 {
	w := s.arrangement.weight()
	if s.name == "direct" {
		w *= 20
	}
	if s.kind.fault.line == s.kind.fault.other {
		w *= 3
	}
	return w
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

// findDark returns an error if an arrangement explains all that was seen but LEDs that stay
// dark; it lights one more LED, next to the plug.
func (r *run) findDark() error {
	const near = 3 // columns from the plug
	dark := -1
	for at, led := range r.seen {
		if led == nothing && (dark < 0 || at.back < dark) {
			dark = at.back
		}
	}
	if dark <= near || dark >= r.size.X || len(r.lightable()) == 0 {
		return nil
	}
	if _, err := r.light(spot{near, r.codes()[2], 0}); err != nil || len(r.lightable()) == 0 {
		return err
	}
	return fmt.Errorf("the panel is dark %d columns from its plug: a chip or a joint of it is broken, "+
		"or the cable is in OUT, not IN", dark+1)
}

// lightable are the arrangements that have all LEDs that were seen, whatever stays dark.
func (r *run) lightable() []arrangement {
	return slices.DeleteFunc(r.arrangements(r.kind.addresses), func(a arrangement) bool {
		for at, led := range r.seen {
			if led != nothing && a.at(at) != led {
				return true
			}
		}
		return false
	})
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
	const again = "then take the last answers back, or begin again. If nothing helps, read the marks of its chips: " +
		"chips that time their light by themselves cannot be driven, see docs/choosing.md"
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
