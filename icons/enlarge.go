// SPDX-License-Identifier: Apache-2.0

package icons

import "fmt"

// Enlarge says how an icon grows that is smaller than the box. The zero value is
// the rule for pixel art.
type Enlarge string

// Ways to enlarge.
const (
	Smooth Enlarge = "smooth" // stairs become slopes, colours stay (EPX)
	Blocks Enlarge = "blocks" // each pixel becomes a square
)

// Validate returns an error for a way that there is not.
func (e Enlarge) Validate() error {
	if e != "" && e != Smooth && e != Blocks {
		return fmt.Errorf("%q, want %q or %q", string(e), Smooth, Blocks)
	}
	return nil
}

// room is the box of icons.
type room struct {
	side    int
	squares bool // small icons grow in squares, and the built-in ones too
}
