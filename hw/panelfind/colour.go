// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"errors"
	"fmt"
	"image/color"
	"strings"
)

var errColours = errors.New("the panel shows the same colour for two inputs: check the colour lines, " +
	"then take the last answers back, or begin again")

// errTwo is for halves whose colours differ.
var errTwo = fmt.Errorf("the halves of the panel show two colours: two of the lines %s are exchanged, or two of %s; "+
	"compare both groups, cross two wires, then begin again", wires("R1", "G1", "B1"), wires("R2", "G2", "B2"))

// findOrder lights the panel in red and in green and asks which colours they are.
func (r *run) findOrder(a arrangement) error {
	order := ""
	for _, c := range []color.RGBA{{R: 255, A: 255}, {G: 255, A: 255}} {
		q := Question{Kind: Colour, Text: "What colour is the panel? none if it is dark, " +
			"upper or lower if only that half is lit, two if its halves differ."}
		probe := r.paint(r.kind.driving(), func(spot) color.RGBA { return c })
		seen, err := r.choose(q, probe, "red", "green", "blue", "none", "upper", "lower", "two")
		if err != nil {
			return err
		}
		if err := a.colourFault(seen, "RG"[len(order):][:1]); err != nil {
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

// colourFault is the sentence for an answer that is no colour, while an input is lit; nil for
// a colour.
func (a arrangement) colourFault(seen, input string) error {
	lines, top, bottom := "", int32(0), int32(a.Size.X*a.Size.Y-1)
	switch seen {
	case "none":
		lines = "the colour lines " + wires(input+"1", input+"2") + " do not arrive"
	case "upper":
		lines = "the colour line " + wire(input+a.half(bottom)) + " does not arrive"
	case "lower":
		lines = "the colour line " + wire(input+a.half(top)) + " does not arrive"
	case "two":
		return errTwo
	default:
		return nil
	}
	return errors.New(lines + ": check the wire from the Pi to the plug, and the plug, then begin again")
}

// half is the number of the inputs that feed an LED: 1 for R1, G1 and B1, which feed the upper half
// of a panel, and the lower one of a panel that is upside down.
func (a arrangement) half(led int32) string {
	for address := range a.Addresses {
		for back := range a.Columns {
			if a.at(spot{back, address, 0}) == led {
				return "1"
			}
		}
	}
	return "2"
}
