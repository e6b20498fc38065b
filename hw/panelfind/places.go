// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"fmt"
	"image"
	"image/color"
	"slices"

	"github.com/ledpost/ledpost/hw/hub75"
)

// nothing and several are answers about an LED that is no place.
const (
	nothing int32 = -1
	several int32 = -2
)

// An arrangement is where the LEDs of a panel are on the wire.
type arrangement struct {
	name   string // of the multiplexing; empty where none fits
	turned bool   // the panel is upside down
	hub75.Places
}

// at is the LED that a spot lights, as y·width+x, or nothing.
func (a arrangement) at(s spot) int32 {
	if s.back >= a.Columns || s.address >= a.Addresses {
		return nothing
	}
	led := a.LED[(s.address*a.Columns+a.Columns-1-s.back)*2+s.half]
	if led >= 0 && a.turned {
		return int32(a.Size.X*a.Size.Y) - 1 - led
	}
	return led
}

// sure is how many more LEDs one arrangement has to foretell.
const sure = 2

// findPlaces lights single LEDs until one arrangement is left, and more to be sure.
// Where no arrangement is left, an LED was named wrongly, or something else is unusual.
func (r *run) findPlaces() (arrangement, error) {
	all := r.arrangements(r.kind.addresses)
	if r.kind.fault.broken() {
		all = nil
	}
	for told := 0; told < sure || len(all) == 0; {
		if len(all) == 0 {
			var err error
			if all, err = r.recount(); err != nil {
				return arrangement{}, err
			}
			if len(all) == 0 {
				return r.findUnknown()
			}
			told = min(told, sure-1) // what the wrong answer ruled out is back
			continue
		}
		after := func(s spot) []outcome {
			return outcomes(all, arrangement.weight, func(a arrangement) int { return int(a.at(s)) })
		}
		s, ok := chosen(r, r.spots, after)
		if !ok {
			s = r.unasked(all[0], told)
			told++
		}
		led, err := r.light(s, likely(after(s), r.place)...)
		if err != nil {
			return arrangement{}, err
		}
		all = slices.DeleteFunc(all, func(a arrangement) bool { return a.at(s) != led })
	}
	return likeliest(all, arrangement.weight), nil
}

// arrangements are all that fit the size and the number of addresses, upright first.
func (r *run) arrangements(addresses int) (all []arrangement) {
	for _, turned := range []bool{false, true} {
		for _, name := range hub75.Multiplexings() {
			p, fits := r.fitting(r.size)[name]
			if fits && p.Addresses == addresses && (!turned || r.base.Mappers == "") {
				all = append(all, arrangement{name, turned, p})
			}
		}
	}
	return all
}

// weight is how often people have it.
func (a arrangement) weight() float64 {
	if a.turned {
		return 0.1
	}
	return 1
}

// spots are those worth to be asked for: all columns of two addresses.
func (r *run) spots() (all []spot) {
	for _, address := range slices.Compact(r.codes()[:2]) {
		for half := range 2 {
			for back := range stretch * r.size.X {
				all = append(all, spot{back, address, half})
			}
		}
	}
	return all
}

// unasked is a spot that a lights for another look: in the middle of the upper half, or of
// the lower one, at an address of codes that was not looked at.
func (r *run) unasked(a arrangement, half int) spot {
	s := spot{r.size.X * 5 / 8, r.kind.addresses - 1, half}
	if half == 1 {
		s.back = r.size.X*11/16 | 1
	}
	for _, code := range r.codes() {
		if !r.looked(code) {
			s.address = code
			break
		}
	}
	if a.at(s) == nothing {
		s.half = 0
	}
	for _, asked := r.seen[s]; asked; _, asked = r.seen[s] {
		s.back++
	}
	return s
}

// looked reports whether an LED of an address was looked at.
func (r *run) looked(address int) bool {
	for s := range r.seen {
		if s.address == address {
			return true
		}
	}
	return false
}

// place writes the answer for an LED.
func (r *run) place(led int) string {
	if led < 0 {
		return "none"
	}
	return fmt.Sprintf("%d,%d", led%r.size.X+1, led/r.size.X+1)
}

// light lights a spot, unless it was lit before, and returns the LED that was seen.
func (r *run) light(s spot, likely ...string) (led int32, err error) {
	if led, ok := r.seen[s]; ok {
		return led, nil
	}
	return r.look(s, Question{Kind: LED, Likely: likely, Text: "Which LED is lit? " + howLED})
}

// howLED says how an LED is named.
const howLED = "Its column from the left and its row from the top, both from 1, such as 12,3; none if all are dark, " +
	"several if more than one is lit."

// look lights a spot and asks for the LED that is lit.
func (r *run) look(s spot, q Question) (led int32, err error) {
	p := r.wire(r.kind.driving(), func(at image.Point) bool { return at == image.Pt(s.back, s.half) }, s.address)
	err = r.ask(q, p, func(text string) bool {
		led = map[string]int32{"none": nothing, "several": several}[text]
		if led < 0 {
			return true
		}
		at, ok := numbers(text, ",")
		at = at.Sub(image.Pt(1, 1))
		led = int32(at.Y*r.size.X + at.X)
		return ok && at.In(image.Rectangle{Max: r.size})
	})
	if err == nil && led == several {
		return led, r.findStripes()
	}
	r.seen[s] = led
	return led, err
}

// stretch is how many words a line of any kind of panel has for each of its columns, at
// most.
const stretch = 4

// careful is the slowdown while nothing is known: slow enough for any cable.
var careful = 8

// drive is the configuration of the wire: panels with direct multiplexing, as many words
// wide as any kind of panel wants.
func (r *run) drive(d driving) hub75.Config {
	c := hub75.Config{
		Rows: 2 * r.addresses(d.address), Cols: r.size.X, Chain: stretch, RowAddress: d.address, Init: d.init,
		Inverse: d.inverse,
		Wiring:  r.base.Wiring, Settle: r.base.Settle, Backend: r.base.Backend, Pulses: r.base.Pulses, GPIO: r.base.GPIO,
		Planes: 6, Slowdown: d.slow, Limits: r.base.Limits,
	}
	return c
}

// wire lights the words at which lit is true, of one address or, with line -1, of all.
// The X of a point is its column from the end, which is shifted in last, Y its half.
func (r *run) wire(d driving, lit func(image.Point) bool, line int) *Probe {
	return r.paint(d, func(s spot) color.RGBA {
		if (line < 0 || s.address == line) && lit(image.Pt(s.back, s.half)) {
			return color.RGBA{255, 255, 255, 255}
		}
		return color.RGBA{A: 255}
	})
}

// paint is a picture of the wire.
func (r *run) paint(d driving, at func(spot) color.RGBA) *Probe {
	if d.slow == nil {
		d.slow = &careful
	} else if *d.slow < 0 {
		d.slow = nil
	}
	c := r.drive(d)
	width, addresses := c.Cols*c.Chain, c.Rows/2
	m := image.NewRGBA(image.Rect(0, 0, width, c.Rows))
	for y := range c.Rows {
		for x := range width {
			m.SetRGBA(x, y, at(spot{width - 1 - x, y % addresses, y / addresses}))
		}
	}
	return &Probe{c, m}
}

// shown is how many panels of the chain show a picture: as many as the wire has words for.
func (r *run) shown(a arrangement) int { return min(max(r.base.Chain, 1), stretch*r.size.X/a.Columns) }

// picture is what each of these panels shows, by the place of an LED.
func (r *run) picture(a arrangement, d driving, at func(x, y int) color.RGBA) *Probe {
	words := r.shown(a) * a.Columns
	return r.paint(d, func(s spot) color.RGBA {
		if s.back < words {
			s.back %= a.Columns
		}
		if led := a.at(s); led >= 0 {
			return at(int(led)%r.size.X, int(led)/r.size.X)
		}
		return color.RGBA{A: 255}
	})
}

// A spot is a place of the wire: the column from the end, which is shifted in last and
// stays next to the input; the address; and the half of the panel.
type spot struct{ back, address, half int }

// driving is how the wire is driven once its kind is known, as slow as any panel needs.
func (k kind) driving() driving { return driving{address: k.address, init: k.init, inverse: k.inverse} }
