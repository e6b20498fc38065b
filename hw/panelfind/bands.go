// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"errors"
	"fmt"
	"image/color"
	"regexp"
	"slices"
	"strings"
)

// The answers about the bands that are no colours.
const (
	further = "further" // a further panel of the chain is dark or shows something else
	other   = "other"   // a colour that is neither red, green nor blue
	part    = "part"    // a part of a band is dark
)

var (
	errBridge = errors.New("two colour lines are connected with each other: check the plug and its wires, " +
		"then begin again")
	errTwice = errors.New("the panel shows the same colour for two inputs: check the colour lines, " +
		"then take the last answers back, or begin again")
	errFurther = errors.New("the first panel is right and a further one is not: " +
		"check the cable from OUT of the panel before it to its IN, and its supply, then begin again")
)

// seenBands is an answer about the bands: of both halves, or of the upper and the lower one.
var seenBands = regexp.MustCompile(`^([rgb-]{3})(?:/([rgb-]{3}))?$`)

// findOrder shows a band for each input side by side, in both halves of all panels of the chain, and
// asks for their colours: one answer tells the order of the colours, each colour line that does not
// arrive or is exchanged, and a further panel that gets nothing.
func (r *run) findOrder(a arrangement) error {
	q := Question{Kind: Bands, Chain: r.shown(a), Text: "Which colours do the three bands of the panel have, " +
		"from left to right? A letter each, such as rgb: r red, g green, b blue, - dark. If the lower half differs, " +
		"add / and the letters of the lower half, such as rgb/r-b. part if only a part of a band is dark; " +
		"other if you see another colour"}
	if q.Chain > 1 {
		q.Text += "; further if the first panel is right and another one of the chain is not"
	} else {
		q.Chain = 0
	}
	q.Text += "."
	p := r.picture(a, r.kind.driving(), func(x, _ int) color.RGBA { return bandLight[band(x, r.size.X)] })
	seen := ""
	err := r.ask(q, p, func(text string) bool {
		seen = text
		return text == other || text == part || text == further && q.Chain > 0 || seenBands.MatchString(text)
	})
	if err != nil {
		return err
	}
	switch seen {
	case other:
		return errBridge
	case part:
		return errPart
	case further:
		return errFurther
	}
	halves := seenBands.FindStringSubmatch(seen)[1:]
	if halves[1] == "" {
		halves[1] = halves[0]
	}
	r.order = strings.ToUpper(halves[0])
	return a.colourFault(halves[0], halves[1])
}

// band is the input, 0 to 2, that lights a column of a panel.
func band(x, columns int) int { return 3 * x / columns }

// bandLight lights one input.
var bandLight = [3]color.RGBA{{R: 255, A: 255}, {G: 255, A: 255}, {B: 255, A: 255}}

// colourFault is the sentence for the colours of the halves, a letter for each input; nil for
// those of a panel whose wires are right.
func (a arrangement) colourFault(upper, lower string) error {
	top, bottom := a.half(0), a.half(int32(a.Size.X*a.Size.Y-1))
	var dark []string
	for i, input := range "RGB" {
		if upper[i] == '-' {
			dark = append(dark, string(input)+top)
		}
		if lower[i] == '-' && (bottom != top || upper[i] != '-') {
			dark = append(dark, string(input)+bottom)
		}
	}
	slices.Sort(dark)
	switch {
	case len(dark) == 1:
		return fmt.Errorf("the colour line %s does not arrive: check its wire from the Pi to the plug, and the plug, "+
			"then begin again", wire(dark[0]))
	case len(dark) > 1:
		return fmt.Errorf("the colour lines %s do not arrive: check their wires from the Pi to the plug, and the plug, "+
			"then begin again", wires(dark...))
	case twice(upper) || twice(lower):
		return errTwice
	case upper == lower:
		return nil
	case lower == "rgb":
		return exchanged(lower, upper, top)
	}
	return exchanged(upper, lower, bottom)
}

// twice reports whether two bands have the same colour.
func twice(bands string) bool {
	return bands[0] == bands[1] || bands[1] == bands[2] || bands[2] == bands[0]
}

// exchanged is the sentence for a half whose colours differ from those of the other half.
func exchanged(right, wrong, half string) error {
	var lines []string
	for i, input := range "RGB" {
		if right[i] != wrong[i] {
			lines = append(lines, string(input)+half)
		}
	}
	if len(lines) == 3 {
		return fmt.Errorf("the lines %s are exchanged: put them into the order of the other half, then begin again",
			wires(lines...))
	}
	return errExchanged(lines...)
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
