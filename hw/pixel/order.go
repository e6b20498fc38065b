package pixel

import (
	"fmt"
	"strings"
)

// Order reads the order of colours on a wire, such as "GRB" or "GRBW", and
// returns the place of red, green, blue and, if there is one, white.
func Order(text string) (places []int, err error) {
	channels := "RGB"
	if len(text) == 4 {
		channels = "RGBW"
	}
	for _, channel := range channels {
		p := strings.IndexRune(strings.ToUpper(text), channel)
		if p < 0 || len(text) != len(channels) {
			return nil, fmt.Errorf("order %q: want the letters of RGB or RGBW in any order", text)
		}
		places = append(places, p)
	}
	return places, nil
}
