// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"slices"

	"github.com/ledpost/ledpost/hw/hub75"
)

// A Result is the outcome of a search.
type Result struct {
	// Panel is the configuration. Its Map is empty even where Map is not: the caller
	// says the name of its file.
	Panel hub75.Config
	// Map is the file with the place of each LED, of all panels of the configuration; nil
	// where the multiplexing has a name.
	Map []byte
}

var errMapped = errors.New("the panel wants a map, which places all panels itself: " +
	"remove fold and mappers from the configuration and begin again")

// result puts the found panel into the configuration.
func (r *run) result(a arrangement) (Result, error) {
	c := r.base
	c.Rows, c.Cols, c.Map = r.size.Y, r.size.X, ""
	c.RowAddress, c.Init, c.Inverse = r.kind.address, r.kind.init, r.kind.inverse
	c.Multiplexing, c.Order, c.Slowdown = a.name, r.order, r.slow
	if a.turned {
		c.Rotate = (c.Rotate + 180) % 360
	}
	if a.name != "" {
		_, err := c.Plan()
		return Result{Panel: c}, err
	}
	if c.Fold > 1 || c.Mappers != "" {
		return Result{}, errMapped
	}
	c.Multiplexing, c.Rows, c.Cols = "direct", 2*a.Addresses, a.Columns
	if c.Cols > 256 {
		return Result{}, fmt.Errorf("the panel has %d columns on the wire, at most 256 can be configured", c.Cols)
	}
	return Result{c, a.file(max(c.Chain, 1), max(c.Parallel, 1))}, nil
}

// file is the map of so many panels side by side and below each other, the one that is
// fed first at the right: for each LED of the picture its number on the wire.
func (a arrangement) file(chain, parallel int) []byte {
	size := image.Pt(a.Size.X*chain, a.Size.Y*parallel)
	number := slices.Repeat([]int{-1}, size.X*size.Y)
	for i, led := range a.LED {
		if led < 0 {
			continue
		}
		half, column, address := i%2, i/2%a.Columns, i/2/a.Columns
		x, y := int(led)%a.Size.X, int(led)/a.Size.X
		for down := range parallel {
			for across := range chain {
				line := (down*2+half)*a.Addresses + address
				number[(down*a.Size.Y+y)*size.X+across*a.Size.X+x] = (line*chain+across)*a.Columns + column
			}
		}
	}
	return text(size, number)
}

// text writes a map, a line of the picture a line.
func text(size image.Point, number []int) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\"width\": %d, \"height\": %d, \"map\": [", size.X, size.Y)
	for i, n := range number {
		switch {
		case i == 0:
			out.WriteString("\n")
		case i%size.X == 0:
			out.WriteString(",\n")
		default:
			out.WriteString(", ")
		}
		fmt.Fprintf(&out, "%d", n)
	}
	out.WriteString("\n]}\n")
	return out.Bytes()
}

// Keys are the keys of the panel's table that were found, with the values of TOML; nil
// where the key is to be left out. The map's is not among them.
func (r Result) Keys() map[string]any {
	c := r.Panel
	keys := map[string]any{
		"rows": c.Rows, "cols": c.Cols, "map": nil, "slowdown": nil, "inverse": nil, "rotate": nil,
		"row_address": named(c.RowAddress, "direct"), "multiplexing": named(c.Multiplexing, "direct"),
		"order": named(c.Order, "RGB"), "init": named(string(c.Init), ""),
	}
	if c.Slowdown != nil {
		keys["slowdown"] = *c.Slowdown
	}
	if c.Inverse {
		keys["inverse"] = true
	}
	if c.Rotate != 0 {
		keys["rotate"] = c.Rotate
	}
	return keys
}

// named is a value, or nil for the usual one, which needs no key.
func named(value, usual string) any {
	if value == usual {
		return nil
	}
	return value
}
