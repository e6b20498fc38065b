// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"bytes"
	"encoding/json"
	"iter"
)

// What follows divides JSON that checkSyntax has found valid into its parts, without a copy:
// encoding/json would read each part again at every depth. A part is in b as it was sent,
// without the blanks around it.

// items returns the items of the array b.
func items(b []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for rest := opened(b); len(rest) > 0 && rest[0] != ']'; rest = behind(rest) {
			n := length(rest)
			if !yield(rest[:n]) {
				return
			}
			rest = rest[n:]
		}
	}
}

// members returns the members of the object b, the name as it is written there, in quotes.
func members(b []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(name, value []byte) bool) {
		for rest := opened(b); len(rest) > 0 && rest[0] != '}'; rest = behind(rest) {
			n := length(rest)
			name := rest[:n]
			rest = trimmed(trimmed(rest[n:])[1:]) // the colon
			n = length(rest)
			if !yield(name, rest[:n]) {
				return
			}
			rest = rest[n:]
		}
	}
}

// Sent returns the members of a body that [Decode] has read, in their order, also those without a field:
// the name, and the JSON of the value.
func Sent(body []byte) iter.Seq2[string, []byte] {
	return func(yield func(name string, value []byte) bool) {
		for name, value := range members(withoutShellEscapes(bytes.TrimPrefix(body, byteOrderMark))) {
			if !yield(unquote(name), value) {
				return
			}
		}
	}
}

// opened returns what follows the bracket with which b begins.
func opened(b []byte) []byte { return trimmed(trimmed(b)[1:]) }

// behind returns what follows a value: the next one, or the closing bracket.
func behind(rest []byte) []byte {
	rest = trimmed(rest)
	if len(rest) > 0 && rest[0] == ',' {
		return trimmed(rest[1:])
	}
	return rest
}

// trimmed returns b without the blanks at its beginning.
func trimmed(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t' || b[0] == '\r' || b[0] == '\n') {
		b = b[1:]
	}
	return b
}

// length returns how many bytes the value at the beginning of b has.
func length(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			i += quotes(b[i:])
			if depth == 0 {
				return i + 1
			}
		case '[', '{':
			depth++
		case ']', '}':
			if depth == 0 { // of the array or object around a number or word
				return i
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case ',', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return i
			}
		}
	}
	return len(b)
}

// quotes returns the index of the quote that ends the string at the beginning of b.
func quotes(b []byte) int {
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return len(b) - 1
}

// field returns the pointer of fields that belongs to a member's name, as the name is
// written; nil if there is none.
func field(fields map[string]any, name []byte) any {
	if bytes.IndexByte(name, '\\') >= 0 {
		return fields[unquote(name)]
	}
	return fields[string(name[1:len(name)-1])]
}

// read reads a value into to.
func read(b []byte, to any) error {
	if u, ok := to.(json.Unmarshaler); ok {
		return u.UnmarshalJSON(b)
	}
	return json.Unmarshal(b, to)
}
