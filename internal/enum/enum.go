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

// Words has the words of an enumeration, in the order of its constants, in a new slice at each call: it is not for what
// draws frames. A first word that is empty is of a constant that people do not name.
type Words interface{ Words() []string }

// Of is the type of an enumeration whose constants have the words of W.
type Of[W Words] uint8

// Words returns the words of the enumeration, whatever v is.
func (v Of[W]) Words() []string { return (*new(W)).Words() }

// Valid reports whether v is one of the constants.
func (v Of[W]) Valid() bool { return int(v) < len(v.Words()) }

// String returns the word of v, "unknown" if it has none.
func (v Of[W]) String() string { return Name(v.Words(), v) }

// MarshalText returns the word of v.
func (v Of[W]) MarshalText() ([]byte, error) { return Marshal(v.Words(), v) }

// UnmarshalText is the inverse of MarshalText.
func (v *Of[W]) UnmarshalText(text []byte) error { return Unmarshal(v.Words(), text, v) }

// Named returns the words that people write for the constants of E.
func Named[E interface {
	~uint8
	Words
}]() []string {
	words := E(0).Words()
	if words[0] == "" {
		return words[1:]
	}
	return words
}

// Read returns the constant of E for which people write s; the error lists the words.
func Read[E interface {
	~uint8
	Words
}](s string) (E, error) {
	named := Named[E]()
	v, err := Parse[E](named, s)
	if err != nil {
		return 0, err
	}
	return v + E(len(E(0).Words())-len(named)), nil
}
