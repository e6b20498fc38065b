// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"errors"
	"fmt"
	"image"
	"math/bits"
	"slices"
	"strconv"

	"github.com/ledpost/ledpost/hw/hub75"
)

// A kind is what a panel wants before it lights rows one after the other.
type kind struct {
	address   string // row_address
	addresses int    // rows that are lit in turn
	init      hub75.Init
	inverse   bool
	fault     fault
}

// A driving is how a wire is driven; its addresses belong to the search.
type driving struct {
	address string
	init    hub75.Init
	inverse bool
	slow    *int // nil is the board's
}

// A rowProbe lights one address of the wire, in both halves.
type rowProbe struct {
	driving
	line int
}

// How often people have each, the commonest first.
var (
	addressWeights = map[string]float64{"direct": 80, "abc-shift": 4, "ab-shift": 3}
	initWeights    = []struct {
		init   hub75.Init
		weight float64
	}{{"", 10}, {"FM6126A", 3}, {"FM6127", 1}}
)

// errNoKind is for rows that no kind of panel lights.
var errNoKind = errors.New("no known kind of panel lights so many rows. Check the wiring of A to E, LAT, OE and CLK, " +
	"the panel's own supply of 5 V, and that IN, not OUT, is connected; then take the last answers back, " +
	"or begin again. " + readMarks)

// findRows asks how many rows are lit until one kind is left.
func (r *run) findRows() error {
	all := r.kinds()
	if len(all) == 0 {
		return fmt.Errorf("no panel of %d×%d is known", r.size.X, r.size.Y)
	}
	for {
		after := func(p rowProbe) []outcome { return outcomes(all, r.weight, func(k kind) int { return r.rows(k, p) }) }
		p, ok := chosen(r, func() []rowProbe { return r.rowProbes(all) }, after)
		if !ok {
			r.kind = likeliest(all, r.weight)
			return nil
		}
		rows, err := r.askRows(p, likely(after(p), strconv.Itoa))
		if err != nil {
			return err
		}
		r.counted = append(r.counted, counted{p, rows})
		all = slices.DeleteFunc(all, func(k kind) bool { return r.rows(k, p) != rows })
		if len(all) > 0 {
			continue
		}
		suspects := r.suspects()
		if len(suspects) == 0 {
			return r.errRows()
		}
		r.kind = likeliest(suspects, suspect.weight).kind
		return nil
	}
}

// kinds are all that fit the size.
func (r *run) kinds() (all []kind) {
	var addresses []int
	for _, p := range r.fitting(r.size) {
		if !slices.Contains(addresses, p.Addresses) {
			addresses = append(addresses, p.Addresses)
		}
	}
	slices.Sort(addresses)
	for _, address := range hub75.RowAddresses() {
		for _, n := range addresses {
			if n > r.addresses(address) {
				continue
			}
			for _, i := range initWeights {
				all = append(all, kind{address, n, i.init, false, fault{}}, kind{address, n, i.init, true, fault{}})
			}
		}
	}
	return all
}

// addresses is how many addresses are driven.
func (s *Search) addresses(address string) int {
	if address == "abcd-lines" {
		return 4 // a line each
	}
	return s.driven
}

// weight is how often people have a kind.
func (r *run) weight(k kind) float64 {
	w := max(addressWeights[k.address], 1)
	for _, i := range initWeights {
		if i.init == k.init {
			w *= i.weight
		}
	}
	if k.inverse {
		w /= 20
	}
	return w
}

// rowProbes are all that may be asked about kinds, the plainest first. Chips keep a set-up until they
// lose their supply. Therefore a set-up is sent only when no kind is awake without it: then it is known
// which kinds it wakes. After a dark panel come the probes that light all kinds that are awake, if there
// are any.
func (r *run) rowProbes(all []kind) []rowProbe {
	var probes, bright []rowProbe
	init, awake := r.waking(all)
	for _, inverse := range []bool{false, true} {
		for _, address := range hub75.RowAddresses() {
			for line := range 2 {
				p := rowProbe{driving{address: address, init: init, inverse: inverse}, line}
				probes = append(probes, p)
				if !slices.ContainsFunc(awake, func(k kind) bool { return r.rows(k, p) == 0 }) {
					bright = append(bright, p)
				}
			}
		}
	}
	if n := len(r.counted); n > 0 && r.counted[n-1].rows == 0 && len(awake) < len(all) && len(bright) > 0 {
		return bright
	}
	return probes
}

// waking is the first set-up that wakes some of the kinds, and those.
func (r *run) waking(all []kind) (init hub75.Init, awake []kind) {
	for _, i := range initWeights {
		for _, k := range all {
			if r.awake(k, i.init) {
				awake = append(awake, k)
			}
		}
		if init = i.init; awake != nil {
			break
		}
	}
	return init, awake
}

// rows is how many rows a panel of a kind lights.
func (r *run) rows(k kind, p rowProbe) int {
	if !r.awake(k, p.init) {
		return 0
	}
	var lit uint64
	for address, rows := range r.selected(k, p.address) {
		if (address == p.line) == (k.inverse == p.inverse) {
			lit |= k.fault.rows(rows)
		}
	}
	return bits.OnesCount64(lit) * r.size.Y / k.addresses
}

// awake reports whether a set-up, or one that was sent before it, wakes a kind.
func (r *run) awake(k kind, sent hub75.Init) bool {
	for _, i := range initWeights {
		if i.init == k.init || r.wakes(k.init, i.init) {
			return true
		}
		if i.init == sent {
			break
		}
	}
	return false
}

// selected are the rows that a panel of a kind lights at each address of the wire.
func (s *Search) selected(k kind, driver string) []uint64 {
	key := pair{k.address, k.addresses, driver}
	if s.lit[key] == nil {
		s.lit[key] = hub75.Selected(k.address, k.addresses, driver, s.addresses(driver))
	}
	return s.lit[key]
}

// wakes is hub75.Wakes, worked out once.
func (s *Search) wakes(wants, sent hub75.Init) bool {
	key := [2]hub75.Init{wants, sent}
	woken, known := s.woken[key]
	if !known {
		woken = hub75.Wakes(wants, sent)
		s.woken[key] = woken
	}
	return woken
}

// A pair is a panel and what drives it.
type pair struct {
	panel     string
	addresses int
	driver    string
}

// fitting are the places of all multiplexings that fit the size, by name.
func (s *Search) fitting(size image.Point) map[string]hub75.Places {
	if s.places[size] == nil {
		all := map[string]hub75.Places{}
		for _, name := range hub75.Multiplexings() {
			if p, err := hub75.PlacesOf(name, size); err == nil {
				all[name] = p
			}
		}
		s.places = map[image.Point]map[string]hub75.Places{size: all}
	}
	return s.places[size]
}

// askRows asks for the number of lit rows.
func (r *run) askRows(p rowProbe, likely []string) (rows int, err error) {
	q := Question{Kind: Rows, Likely: likely, Text: fmt.Sprintf("How many rows of LEDs are lit, of the %d? "+
		"A row counts if any of its LEDs is lit; 0 if all are dark.", r.size.Y)}
	err = r.ask(q, r.wire(p.driving, func(image.Point) bool { return true }, p.line), func(text string) bool {
		rows, err = strconv.Atoi(text)
		return err == nil && rows >= 0 && rows <= r.size.Y
	})
	return rows, err
}
