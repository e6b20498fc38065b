// SPDX-License-Identifier: Apache-2.0

package preseed

import (
	"bytes"
	"fmt"
	"reflect"

	"github.com/BurntSushi/toml"
)

// Without returns a configuration without its table [card], which is for processes of
// root; all other lines keep their numbers unless [card] is written in an odd form. A file
// that is not TOML loses what looks like the table, for package config to tell the error.
func Without(text []byte) ([]byte, error) {
	rest := blanked(text, cardLines(text))
	var whole, left map[string]any
	if decode(string(text), &whole) != nil {
		return rest, nil
	}
	delete(whole, "card")
	if decode(string(rest), &left) == nil && (len(left) == 0 && len(whole) == 0 || reflect.DeepEqual(left, whole)) {
		return rest, nil
	}
	out, err := toml.Marshal(whole) // card.key = …, or braces
	if err != nil {
		return nil, fmt.Errorf("preseed: %w", err)
	}
	return out, nil
}

// cardLines returns the lines of the table [card], with its header.
func cardLines(text []byte) (all []line) {
	inside := false
	for l := range linesOf(text) {
		if h := header().FindSubmatch(text[l.begin:l.end]); h != nil {
			inside = string(h[1]) == "card"
		}
		if inside && l.end > l.begin {
			all = append(all, l)
		}
	}
	return all
}

// blanked returns the text with comments in the place of those lines.
func blanked(text []byte, lines []line) []byte {
	out := bytes.Clone(text)
	for _, l := range lines {
		copy(out[l.begin:l.end], blank(l.end-l.begin))
	}
	return out
}
