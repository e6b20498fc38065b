// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"errors"
	"image/color"
	"strings"
)

var errColours = errors.New("the panel shows the same colour for two inputs: check the colour lines, " +
	"then take the last answers back, or begin again")

// findOrder lights the panel in red and in green and asks which colours they are.
func (r *run) findOrder() error {
	order := ""
	for _, c := range []color.RGBA{{R: 255, A: 255}, {G: 255, A: 255}} {
		q := Question{Kind: Colour, Text: "What colour is the panel?"}
		seen, err := r.choose(q, r.paint(r.kind.driving(), func(spot) color.RGBA { return c }), "red", "green", "blue")
		if err != nil {
			return err
		}
		input := strings.ToUpper(seen[:1])
		if strings.Contains(order, input) {
			return errColours
		}
		order += input
	}
	r.order = order + strings.Trim("RGB", order) // the one that is left
	return nil
}
