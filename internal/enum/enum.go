// SPDX-License-Identifier: Apache-2.0

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

// Marshal is MarshalText of an enum whose words are names.
func Marshal[T ~uint8](names []string, v T) ([]byte, error) {
	if int(v) >= len(names) {
		return nil, fmt.Errorf("%d is not one of %s", v, strings.Join(names, ", "))
	}
	return []byte(names[v]), nil
}

// Unmarshal is UnmarshalText of an enum whose words are names; an unknown word changes
// nothing.
func Unmarshal[T ~uint8](names []string, text []byte, v *T) error {
	parsed, err := Parse[T](names, string(text))
	if err == nil {
		*v = parsed
	}
	return err
}

// Name returns the word of v, "unknown" if it has none.
func Name[T ~uint8](names []string, v T) string {
	if int(v) < len(names) {
		return names[v]
	}
	return "unknown"
}
