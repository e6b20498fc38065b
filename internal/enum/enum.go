// Package enum is what the enumerations of the program share: constants from 0
// on, each with a word that people and files write.
package enum

import (
	"fmt"
	"strings"
)

// Parse returns the value whose word is s; the error lists the words.
func Parse[T ~uint8](names []string, s string) (T, error) {
	for i, n := range names {
		if n == s {
			return T(i), nil
		}
	}
	return 0, fmt.Errorf("%q is not one of %s", s, strings.Join(names, ", "))
}

// Name returns the word of v, "unknown" if it has none.
func Name[T ~uint8](names []string, v T) string {
	if int(v) < len(names) {
		return names[v]
	}
	return "unknown"
}
