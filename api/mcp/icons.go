// SPDX-License-Identifier: Apache-2.0

package mcp

import (
	"slices"
	"strings"

	"github.com/ledpost/ledpost/icons"
)

// meant returns the icon of index that a model means: one of that name, or a number, as it is; for other words the
// built-in icon that most of them belong to. If no icon fits, it returns the words themselves.
func meant(index []icons.Entry, asked string) string {
	name := strings.ToLower(strings.TrimSpace(asked))
	words := strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '-' || r == '_' })
	best, most := asked, 0
	for _, e := range index {
		if e.Name == name {
			return e.Name
		}
		if n := matches(e, words); n > most {
			best, most = e.Name, n
		}
	}
	return best
}

// matches returns how well words describe a built-in icon.
func matches(e icons.Entry, words []string) (n int) {
	if e.Source != icons.BuiltIn {
		return 0
	}
	name := strings.Split(e.Name, "-")
	for _, w := range words {
		switch {
		case slices.Contains(name, w):
			n += 3
		case slices.Contains(e.Words, w):
			n += 2
		}
	}
	if n > 0 && len(name) > 2 {
		n-- // rather the plain icon than its variant
	}
	return n
}
