// SPDX-License-Identifier: Apache-2.0

package pixel

import (
	"strings"

	"github.com/ledpost/ledpost/internal/keyerr"
)

// Order reads the order of colours on a wire, such as "GRB" or, where white is
// possible, "GRBW", and returns the place of red, green, blue and, if there is
// one, white.
func Order(text string, white bool) (places []int, err error) {
	channels, known := "RGB", "RGB"
	if white {
		known = "RGB or RGBW"
		if len(text) == 4 {
			channels = "RGBW"
		}
	}
	for _, channel := range channels {
		p := strings.IndexRune(strings.ToUpper(text), channel)
		if p < 0 || len(text) != len(channels) {
			return nil, keyerr.New("order", "order %q: want the letters of %s in any order", text, known)
		}
		places = append(places, p)
	}
	return places, nil
}
