// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"errors"
	"fmt"
	"image"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/internal/keyerr"
)

// Mappers say how the panels of all chains are arranged, in steps that follow each
// other, separated by semicolons; empty is each chain in a row and one chain below the
// other. In the configuration it is a list, see docs/hardware.md. The names of
// rpi-rgb-led-matrix mean the same here.
type Mappers string

// UnmarshalTOML reads a list of steps, or steps in one string.
func (m *Mappers) UnmarshalTOML(v any) error {
	switch v := v.(type) {
	case string:
		*m = Mappers(v)
		return nil
	case []any:
		var steps []string
		for _, step := range v {
			s, ok := step.(string)
			if !ok {
				return fmt.Errorf("%v is not a mapper such as \"U\" or \"rotate:90\"", step)
			}
			steps = append(steps, s)
		}
		if *m = Mappers(strings.Join(steps, ";")); *m == "" {
			return errors.New("an empty list arranges nothing: leave the key out")
		}
		return nil
	}
	return fmt.Errorf("%v is not a list of mappers", v)
}

// mappers are all kinds by name, made from the text after the colon.
func mappers() map[string]func(param string) (mapper, error) {
	return map[string]func(string) (mapper, error){
		"u": newU, "v": newV, "rotate": newRotate, "mirror": newMirror, "row": newRow, "stacktorow": newRow,
		"remap": newRemap,
	}
}

// steps are the mappers in order.
func (m Mappers) steps() (all []mapper, err error) {
	for step := range strings.SplitSeq(string(m), ";") {
		step = strings.TrimSpace(step)
		name, param, _ := strings.Cut(step, ":")
		name = strings.ReplaceAll(strings.TrimSuffix(strings.ToLower(name), "-mapper"), "-", "")
		kind, ok := mappers()[name]
		if !ok {
			return nil,
				keyerr.New("mappers", "hub75: mappers has %q, want U, V, rotate, mirror, row, stack-to-row or remap", step)
		}
		one, err := kind(strings.ToUpper(strings.TrimSpace(param)))
		if err != nil {
			return nil, keyerr.New("mappers", "hub75: mappers: %q: %w", step, err)
		}
		all = append(all, one)
	}
	return all, nil
}

// A wall is a picture on its way from the wire to the eye: its size, and of how many
// panels side by side and one below the other it is made.
type wall struct {
	size            image.Point
	chain, parallel int
}

// panel is the size of one of the wall's panels.
func (w wall) panel() image.Point { return image.Pt(w.size.X/w.chain, w.size.Y/w.parallel) }

// A mapper is one step: the size that a wall has after it, and where a place of the wall
// is then, or false if it is not seen.
type mapper func(wall) (size image.Point, to func(image.Point) (image.Point, bool), err error)

// anywhere is a step in which no place is lost.
func anywhere(
	size image.Point, to func(image.Point) image.Point,
) (image.Point, func(image.Point) (image.Point, bool), error) {
	return size, func(p image.Point) (image.Point, bool) { return to(p), true }, nil
}

// flip is p turned by half a turn within an area from (0, 0).
func flip(p, size image.Point) image.Point { return image.Pt(size.X-1-p.X, size.Y-1-p.Y) }

// newU folds each chain in the middle: the half at the Pi stays, and the other half
// comes back below it, upside down.
func newU(param string) (mapper, error) {
	if param != "" {
		return nil, fmt.Errorf("the mapper takes no %q", param)
	}
	return func(w wall) (image.Point, func(image.Point) (image.Point, bool), error) {
		if w.chain%2 != 0 {
			return image.Point{}, nil, fmt.Errorf("a chain of %d panels has no middle to be folded at", w.chain)
		}
		half := image.Pt(w.size.X/2, w.size.Y/w.parallel)
		return anywhere(image.Pt(half.X, 2*w.size.Y), func(p image.Point) image.Point {
			chain, at := p.Y/half.Y, image.Pt(p.X-half.X, p.Y%half.Y)
			if at.X < 0 {
				at = flip(image.Pt(p.X, at.Y-half.Y), half)
			}
			return at.Add(image.Pt(0, 2*half.Y*chain))
		})
	}, nil
}

// newV lets each chain rise, chain 1 at the left: the panel at the Pi is the lowest one.
// With Z every second one, from below, is upside down.
func newV(param string) (mapper, error) {
	if param != "" && param != "Z" {
		return nil, fmt.Errorf("want nothing or Z behind the colon")
	}
	return func(w wall) (image.Point, func(image.Point) (image.Point, bool), error) {
		one := w.panel()
		return anywhere(image.Pt(one.X*w.parallel, one.Y*w.chain), func(p image.Point) image.Point {
			level, at := p.X/one.X, image.Pt(p.X%one.X, p.Y%one.Y)
			if param == "Z" && (w.chain-1-level)%2 == 1 {
				at = flip(at, one)
			}
			return at.Add(image.Pt(p.Y/one.Y*one.X, level*one.Y))
		})
	}, nil
}

// newRotate turns the picture clockwise.
func newRotate(param string) (mapper, error) {
	degrees, err := strconv.Atoi(param)
	if err != nil || degrees%90 != 0 {
		return nil, fmt.Errorf("want 0, 90, 180 or 270 behind the colon")
	}
	quarters := (degrees/90%4 + 4) % 4
	return func(w wall) (image.Point, func(image.Point) (image.Point, bool), error) {
		size := w.size
		if quarters%2 == 1 {
			size.X, size.Y = size.Y, size.X
		}
		return anywhere(size, func(p image.Point) image.Point {
			switch quarters {
			case 1:
				return image.Pt(p.Y, w.size.X-1-p.X)
			case 2:
				return flip(p, w.size)
			case 3:
				return image.Pt(w.size.Y-1-p.Y, p.X)
			}
			return p
		})
	}, nil
}

// newMirror swaps left and right (H, or nothing) or top and bottom (V).
func newMirror(param string) (mapper, error) {
	if param != "" && param != "H" && param != "V" {
		return nil, fmt.Errorf("want H or V behind the colon")
	}
	return func(w wall) (image.Point, func(image.Point) (image.Point, bool), error) {
		return anywhere(w.size, func(p image.Point) image.Point {
			if param == "V" {
				return image.Pt(p.X, w.size.Y-1-p.Y)
			}
			return image.Pt(w.size.X-1-p.X, p.Y)
		})
	}, nil
}

// newRow puts chains that were one below the other side by side. With Z every second chain
// is upside down, with F the second half is, with both the chains of either but not both.
func newRow(param string) (mapper, error) {
	if strings.Trim(param, "ZF") != "" {
		return nil, fmt.Errorf("want nothing, Z, F or both behind the colon")
	}
	second, half := strings.Contains(param, "Z"), strings.Contains(param, "F")
	return func(w wall) (image.Point, func(image.Point) (image.Point, bool), error) {
		strand := image.Pt(w.size.X, w.size.Y/w.parallel)
		return anywhere(image.Pt(strand.X*w.parallel, strand.Y), func(p image.Point) image.Point {
			n, at := p.Y/strand.Y, image.Pt(p.X, p.Y%strand.Y)
			if (second && n%2 == 1) != (half && n >= w.parallel/2) {
				at = flip(at, strand)
			}
			return at.Add(image.Pt(n*strand.X, 0))
		})
	}, nil
}

// Places say which LED of one panel each word on the wire lights.
type Places struct {
	Size      image.Point // of the panel, in LEDs
	Columns   int         // words of a line, the first one shifted first
	Addresses int         // rows that are lit in turn
	// LED is y·Size.X+x for each address, column and half of the panel, in this order, or
	// -1 where no LED is.
	LED []int32
}

// PlacesOf returns the places of a multiplexing on a panel of that size, or why it does
// not fit.
func PlacesOf(multiplexing string, size image.Point) (Places, error) {
	c := Config{Rows: size.Y, Cols: size.X, Multiplexing: multiplexing}
	g, _, err := resolve(&c)
	if err != nil {
		return Places{}, err
	}
	return Places{Size: size, Columns: g.width, Addresses: g.addresses, LED: g.source}, nil
}

// Multiplexings returns the names of all, in the order of the alphabet.
func Multiplexings() []string { return slices.Sorted(maps.Keys(multiplexings())) }

// RowAddresses returns the names of the kinds of row address, direct first.
func RowAddresses() []string { return rowAddresses() }

// Selected returns the rows that a panel lights, bit n for row n, at each address of a
// driver. The panel takes the addresses of its rows by one kind, the driver selects so
// many by another. Both have run for a while.
func Selected(panel string, rows int, driver string, addresses int) (lit []uint64) {
	d := newRowDecoder(panel, rows)
	wired := uint32(1)<<min(addressLines(panel, rows), addressLines(driver, addresses)) - 1
	var levels uint32
	rounds := 3 // a shift register is full after the first two
	if driver == rowB707 {
		rounds++ // one in the dark comes first
	}
	for range rounds {
		lit = lit[:0]
		for address := range addresses {
			for _, next := range steps(driver, address, addresses) {
				d.change(levels & uint32(next) & wired) // cleared before it is set
				levels = uint32(next)
				d.change(levels & wired)
			}
			lit = append(lit, d.lit()&(1<<rows-1))
		}
	}
	return lit
}

// Wakes reports whether chips light up that want to be set up as wants says and are set
// up as sent says.
func Wakes(wants, sent Init) bool {
	c := newChip(wants)
	if c == nil {
		return true
	}
	words, _ := sent.settings() // words that cannot be read set nothing up
	for _, s := range words {
		c.registers[s.clocks] = fmt.Sprintf("%016b", s.bits)
	}
	return c.awake()
}
