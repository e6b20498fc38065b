// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"fmt"
	"image/color"
	"regexp"
	"slices"
	"strings"
)

// errSeveral is for more LEDs than one.
var errSeveral = fmt.Errorf("several LEDs are lit where one should be: wires of the colours %s are exchanged or "+
	"connected with wires of %s, the kind of row address is not known, or the clock is too fast for the cable. "+
	"Take the last answers back, or begin again. "+readMarks,
	wires("R1", "G1", "B1"), wires("R2", "G2", "B2"))

// findStripes lights the three inputs of one half in stripes of rows below each other, asks for the
// colours in both halves, and returns the error that tells which input is exchanged or connected with
// one of the other half.
func (r *run) findStripes() error {
	if r.kind.address != "direct" || r.kind.addresses != r.size.Y/2 {
		return errSeveral // rows are not in their order
	}
	q := Question{Kind: Stripes, Text: "Which colours do the three stripes of the upper half have, from top to bottom? " +
		"And the stripes of the lower half? Three letters for each half, such as rgb/---: r red, g green, b blue, - dark. " +
		"other if it looks different."}
	p := r.paint(r.kind.driving(), func(s spot) color.RGBA {
		if s.half == 1 {
			return color.RGBA{A: 255}
		}
		return bandLight[band(s.address%r.kind.addresses, r.kind.addresses)]
	})
	seen := ""
	err := r.ask(q, p, func(text string) bool {
		seen = text
		return text == other || seenStripes.MatchString(text)
	})
	switch {
	case err != nil:
		return err
	case seen == other:
		return errSeveral
	}
	return crossed(seen[:3], seen[4:])
}

// seenStripes is an answer about the stripes of both halves.
var seenStripes = regexp.MustCompile(`^[rgb-]{3}/[rgb-]{3}$`)

// crossed is the error for what the inputs 1 light in both halves.
func crossed(upper, lower string) error {
	own, far := upper, lower
	if strings.Count(upper, "-") > strings.Count(lower, "-") { // the panel is upside down
		own, far = reversed(lower), reversed(upper)
	}
	at := strings.IndexAny(far, "rgb")
	if at < 0 || strings.Count(far, "-") != 2 {
		return errSeveral
	}
	moved := own[at] == '-' // to the other half, with its wire
	if moved {
		for _, colour := range "rgb" {
			if !strings.ContainsRune(own, colour) {
				own = own[:at] + string(colour) + own[at+1:]
				break
			}
		}
	}
	if twice(own) || strings.Contains(own, "-") {
		return errSeveral
	}
	to := strings.IndexByte(own, far[at])
	one, another := "RGB"[at:at+1]+"1", "RGB"[to:to+1]+"2"
	if moved {
		return errExchanged(one, another)
	}
	return fmt.Errorf("the lines %s are connected with each other: check the plug and its wires, then begin again",
		wires(one, another))
}

// reversed is a text from its end.
func reversed(text string) string {
	letters := []byte(text)
	slices.Reverse(letters)
	return string(letters)
}
